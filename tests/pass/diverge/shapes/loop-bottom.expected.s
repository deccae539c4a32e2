# SPDX-License-Identifier: Apache-2.0
# A loop tested at its end: the mask is saved on the way in, PRED keeps the lanes that stay.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
	li	a3, 0
.Lwarpclock_0:
	csrr	s2, 0xCC4	# lanes that enter loop .LBB0_1
.LBB0_1:
	add	a3, a3, a2
	addi	a2, a2, -1
	slt	t6, zero, a2
	.insn	r 0x0B, 5, 0, x0, t6, s2	# pred: lanes that stay in loop .LBB0_1
	bgtz	a2, .LBB0_1
# %bb.2:
	sw	a3, 0(a0)
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

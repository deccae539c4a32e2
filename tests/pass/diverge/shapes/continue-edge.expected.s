# SPDX-License-Identifier: Apache-2.0
# An if whose ways meet at the loop's head again: the JOIN stands on the back edges.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
	li	a3, 9
	j	.LBB0_1
.Lwarpclock_0:
	.insn	r 0x0B, 3, 0, x0, s2, x0	# join, split in .LBB0_1
.LBB0_1:
	beqz	a3, .LBB0_4
# %bb.2:
	addi	a3, a3, -1
	add	a4, a2, a3
	andi	a4, a4, 2
	snez	t6, a4
	.insn	r 0x0B, 2, 0, s2, t6, x0	# split until .LBB0_1
	beqz	a4, .Lwarpclock_0
# %bb.3:
	sw	a4, 0(a0)
	j	.Lwarpclock_0
.LBB0_4:
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

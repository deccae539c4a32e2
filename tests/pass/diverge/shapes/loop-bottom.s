# SPDX-License-Identifier: Apache-2.0
# A loop tested at its end: the mask is saved on the way in, PRED keeps the lanes that stay.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
	li	a3, 0
.LBB0_1:
	add	a3, a3, a2
	addi	a2, a2, -1
	bgtz	a2, .LBB0_1
# %bb.2:
	sw	a3, 0(a0)
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

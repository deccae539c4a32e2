# SPDX-License-Identifier: Apache-2.0
# An if whose ways meet at the loop's head again: the JOIN stands on the back edges.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
	li	a3, 9
.LBB0_1:
	beqz	a3, .LBB0_4
# %bb.2:
	addi	a3, a3, -1
	add	a4, a2, a3
	andi	a4, a4, 2
	beqz	a4, .LBB0_1
# %bb.3:
	sw	a4, 0(a0)
	j	.LBB0_1
.LBB0_4:
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

# SPDX-License-Identifier: Apache-2.0
# A loop tested at its head: the branch that leaves is the one taken, so PRED is negated.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
	li	a3, 0
.LBB0_1:
	seqz	a4, a2
	bnez	a4, .LBB0_3
# %bb.2:
	add	a3, a3, a2
	addi	a2, a2, -1
	j	.LBB0_1
.LBB0_3:
	sw	a3, 0(a0)
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

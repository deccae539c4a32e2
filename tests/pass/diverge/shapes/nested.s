# SPDX-License-Identifier: Apache-2.0
# Two ifs that end at one place: the inner JOIN comes first, the outer way goes round it.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
	beq	a2, a1, .LBB0_4
# %bb.1:
	bltu	a2, a1, .LBB0_4
# %bb.2:
	sltiu	a3, a2, 9
	bnez	a3, .LBB0_5
	j	.LBB0_6
.LBB0_5:
	sw	zero, 0(a0)
.LBB0_6:
	sw	a2, 4(a0)
.LBB0_4:
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

# SPDX-License-Identifier: Apache-2.0
# A loop in an if in a loop: one register a level.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
.LBB0_1:
	andi	a3, a2, 1
	beqz	a3, .LBB0_4
# %bb.2:
	mv	a4, a2
.LBB0_3:
	addi	a4, a4, -3
	bgez	a4, .LBB0_3
.LBB0_4:
	addi	a2, a2, -1
	bnez	a2, .LBB0_1
# %bb.5:
	sw	a4, 0(a0)
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

# SPDX-License-Identifier: Apache-2.0
# Lanes leave by the branch at the end; all that are left leave together at the head. On that way the
# mask is put back by TMC.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
.LBB0_1:
	beqz	a1, .LBB0_3
# %bb.2:
	addi	a1, a1, -1
	addi	a2, a2, -1
	bgtz	a2, .LBB0_1
.LBB0_3:
	sw	a1, 0(a0)
	bgtz	a1, .LBB0_5
# %bb.4:
	sw	a2, 4(a0)
.LBB0_5:
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

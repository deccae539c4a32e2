# SPDX-License-Identifier: Apache-2.0
# break and continue as the structurizer leaves them: flags, and one exit at the end of the loop.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
	li	a3, 0
.LBB0_1:
	li	t0, 1
	andi	t1, a2, 4
	bnez	t1, .LBB0_5
# %bb.2:
	andi	t1, a2, 1
	beqz	t1, .LBB0_4
# %bb.3:
	add	a3, a3, a2
.LBB0_4:
	addi	a2, a2, 1
	slti	t0, a2, 20
	xori	t0, t0, 1
.LBB0_5:
	beqz	t0, .LBB0_1
	j	.LBB0_6
.LBB0_6:
	sw	a3, 0(a0)
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

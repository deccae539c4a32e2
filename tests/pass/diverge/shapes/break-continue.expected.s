# SPDX-License-Identifier: Apache-2.0
# break and continue as the structurizer leaves them: flags, and one exit at the end of the loop.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
	li	a3, 0
.Lwarpclock_0:
	csrr	s2, 0xCC4	# lanes that enter loop .LBB0_1
.LBB0_1:
	li	t0, 1
	andi	t1, a2, 4
	snez	t6, t1
	.insn	r 0x0B, 2, 0, s3, t6, x0	# split until .LBB0_5
	bnez	t1, .Lwarpclock_2
# %bb.2:
	andi	t1, a2, 1
	.insn	r 0x0B, 2, 0, s4, t1, x0	# split until .LBB0_4
	beqz	t1, .Lwarpclock_1
# %bb.3:
	add	a3, a3, a2
.Lwarpclock_1:
	.insn	r 0x0B, 3, 0, x0, s4, x0	# join, split in .LBB0_1
.LBB0_4:
	addi	a2, a2, 1
	slti	t0, a2, 20
	xori	t0, t0, 1
.Lwarpclock_2:
	.insn	r 0x0B, 3, 0, x0, s3, x0	# join, split in .LBB0_1
.LBB0_5:
	.insn	r 0x0B, 5, 0, x1, t0, s2	# pred: lanes that stay in loop .LBB0_1
	beqz	t0, .LBB0_1
	j	.LBB0_6
.LBB0_6:
	sw	a3, 0(a0)
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

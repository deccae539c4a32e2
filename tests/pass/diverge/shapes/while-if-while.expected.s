# SPDX-License-Identifier: Apache-2.0
# A loop in an if in a loop: one register a level.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
.Lwarpclock_0:
	csrr	s2, 0xCC4	# lanes that enter loop .LBB0_1
.LBB0_1:
	andi	a3, a2, 1
	.insn	r 0x0B, 2, 0, s3, a3, x0	# split until .LBB0_4
	beqz	a3, .Lwarpclock_2
# %bb.2:
	mv	a4, a2
.Lwarpclock_1:
	csrr	s4, 0xCC4	# lanes that enter loop .LBB0_3
.LBB0_3:
	addi	a4, a4, -3
	slt	t6, a4, zero
	.insn	r 0x0B, 5, 0, x1, t6, s4	# pred: lanes that stay in loop .LBB0_3
	bgez	a4, .LBB0_3
.Lwarpclock_2:
	.insn	r 0x0B, 3, 0, x0, s3, x0	# join, split in .LBB0_1
.LBB0_4:
	addi	a2, a2, -1
	snez	t6, a2
	.insn	r 0x0B, 5, 0, x0, t6, s2	# pred: lanes that stay in loop .LBB0_1
	bnez	a2, .LBB0_1
# %bb.5:
	sw	a4, 0(a0)
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

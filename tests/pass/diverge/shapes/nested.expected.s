# SPDX-License-Identifier: Apache-2.0
# Two ifs that end at one place: the inner JOIN comes first, the outer way goes round it.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
	xor	t6, a2, a1
	snez	t6, t6
	.insn	r 0x0B, 2, 0, s2, t6, x0	# split until .LBB0_4
	beq	a2, a1, .Lwarpclock_2
# %bb.1:
	sltu	t6, a2, a1
	.insn	r 0x0B, 2, 0, s3, t6, x0	# split until .LBB0_4
	bltu	a2, a1, .Lwarpclock_1
# %bb.2:
	sltiu	a3, a2, 9
	.insn	r 0x0B, 2, 0, s4, a3, x0	# split until .LBB0_6
	bnez	a3, .LBB0_5
	j	.Lwarpclock_0
.LBB0_5:
	sw	zero, 0(a0)
.Lwarpclock_0:
	.insn	r 0x0B, 3, 0, x0, s4, x0	# join, split in k
.LBB0_6:
	sw	a2, 4(a0)
.Lwarpclock_1:
	.insn	r 0x0B, 3, 0, x0, s3, x0	# join, split in k
.Lwarpclock_2:
	.insn	r 0x0B, 3, 0, x0, s2, x0	# join, split in k
.LBB0_4:
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

# SPDX-License-Identifier: Apache-2.0
# Lanes leave by the branch at the end; all that are left leave together at the head. On that way the
# mask is put back by TMC.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
.Lwarpclock_0:
	csrr	s2, 0xCC4	# lanes that enter loop .LBB0_1
.LBB0_1:
	beqz	a1, .Lwarpclock_1
# %bb.2:
	addi	a1, a1, -1
	addi	a2, a2, -1
	slt	t6, zero, a2
	.insn	r 0x0B, 5, 0, x0, t6, s2	# pred: lanes that stay in loop .LBB0_1
	bgtz	a2, .LBB0_1
	j	.LBB0_3
.Lwarpclock_1:
	.insn	r 0x0B, 0, 0, x0, s2, x0	# tmc: all lanes of loop .LBB0_1
.LBB0_3:
	sw	a1, 0(a0)
	slt	t6, zero, a1
	.insn	r 0x0B, 2, 0, s2, t6, x0	# split until .LBB0_5
	bgtz	a1, .Lwarpclock_2
# %bb.4:
	sw	a2, 4(a0)
.Lwarpclock_2:
	.insn	r 0x0B, 3, 0, x0, s2, x0	# join, split in .LBB0_3
.LBB0_5:
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

# SPDX-License-Identifier: Apache-2.0
# A function that others call keeps their mask registers; its stack arguments and what the debugger
# is told about the frame move with it.
	.text
	.type	f,@function
f:
	.cfi_startproc
# %bb.0:
	addi	sp, sp, -16	# for the caller's masks
	sw	s2, 0(sp)
	sw	s3, 4(sp)
	addi	sp, sp, -16
	.cfi_def_cfa_offset 32
	sw	s0, 12(sp)                      # 4-byte Folded Spill
	.cfi_offset s0, -20
	lw	s0, 32(sp)
	snez	t6, a0
	.insn	r 0x0B, 2, 0, s2, t6, x0	# split until .LBB0_2
	beqz	a0, .Lwarpclock_1
.Lwarpclock_0:
	csrr	s3, 0xCC4	# lanes that enter loop .LBB0_1
.LBB0_1:
	addi	s0, s0, -1
	snez	t6, s0
	.insn	r 0x0B, 5, 0, x0, t6, s3	# pred: lanes that stay in loop .LBB0_1
	bnez	s0, .LBB0_1
.Lwarpclock_1:
	.insn	r 0x0B, 3, 0, x0, s2, x0	# join, split in f
.LBB0_2:
	lw	s0, 12(sp)                      # 4-byte Folded Reload
	addi	sp, sp, 16
	lw	s2, 0(sp)
	lw	s3, 4(sp)
	addi	sp, sp, 16
	ret
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
	.cfi_endproc

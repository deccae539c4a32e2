# SPDX-License-Identifier: Apache-2.0
# A function that others call keeps their mask registers; its stack arguments and what the debugger
# is told about the frame move with it.
	.text
	.type	f,@function
f:
	.cfi_startproc
# %bb.0:
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
	sw	s0, 12(sp)                      # 4-byte Folded Spill
	.cfi_offset s0, -4
	lw	s0, 16(sp)
	beqz	a0, .LBB0_2
.LBB0_1:
	addi	s0, s0, -1
	bnez	s0, .LBB0_1
.LBB0_2:
	lw	s0, 12(sp)                      # 4-byte Folded Reload
	addi	sp, sp, 16
	ret
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
	.cfi_endproc

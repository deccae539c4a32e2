# SPDX-License-Identifier: Apache-2.0
# A lane-dependent if: SPLIT before the branch, JOIN where its two ways meet.
# warpclock-kernel k
	.text
	.globl	k
	.type	k,@function
k:
	csrr	a2, 0xCC0
	slt	t6, a2, a1
	.insn	r 0x0B, 2, 0, s2, t6, x0	# split until .LBB0_2
	bge	a2, a1, .Lwarpclock_0
# %bb.1:
	slli	a3, a2, 2
	add	a3, a0, a3
	sw	a2, 0(a3)
.Lwarpclock_0:
	.insn	r 0x0B, 3, 0, x0, s2, x0	# join, split in k
.LBB0_2:
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

# SPDX-License-Identifier: Apache-2.0
# A lane-dependent if: SPLIT before the branch, JOIN where its two ways meet.
# warpclock-kernel k
	.text
	.globl	k
	.type	k,@function
k:
	csrr	a2, 0xCC0
	bge	a2, a1, .LBB0_2
# %bb.1:
	slli	a3, a2, 2
	add	a3, a0, a3
	sw	a2, 0(a3)
.LBB0_2:
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

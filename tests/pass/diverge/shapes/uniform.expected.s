# SPDX-License-Identifier: Apache-2.0
# Nothing here depends on the lane: kernel arguments, group memory, loads from uniform addresses and
# a spilled counter. The text stays as it is.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	addi	sp, sp, -16
	sw	a1, 12(sp)                      # 4-byte Folded Spill
	lw	a4, -16(tp)
	lw	t0, 16(sp)
	li	a3, 0
.LBB0_1:
	lw	a5, 0(a0)
	beqz	a5, .LBB0_3
# %bb.2:
	add	a3, a3, a4
.LBB0_3:
	lw	a1, 12(sp)                      # 4-byte Folded Reload
	addi	a0, a0, 4
	addi	a1, a1, -1
	sw	a1, 12(sp)                      # 4-byte Folded Spill
	blt	t0, a1, .LBB0_1
# %bb.4:
	csrr	a2, 0xCC0
	slli	a2, a2, 2
	add	a0, a0, a2
	sw	a3, 0(a0)
	addi	sp, sp, 16
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k

// SPDX-License-Identifier: Apache-2.0
// internal - tiles to the right of and below the diagonal one, a work-group each: subtracts the
// product of the tile of L to its left and the tile of U above it.
.data
    0 0x0 384 384 n // matrix
    1 0x90000 1 1 n // first row and column of the diagonal tile
.sp_data
    0 0x0 32 32 // tile of L
    1 0x1000 32 32 // tile of U
.text
    sldg s0, 1
    siadd s1, s0, 32
    smov s3, sc.wg_off_x
    sisub s3, s0, s3
    mov v0, 0
    ldglin v0, 0, s3, s1
    stsplin v0, 0
    smov s3, sc.wg_off_y
    sisub s3, s0, s3
    mov v0, 0
    ldglin v0, 0, s1, s3
    stsplin v0, 1
    mov v0, 0
    ldglin v0, 0, s1, s1
    mov v1, vc.lid_x
    mov v3, vc.lid_y
    shl v3, v3, 5                       // place of (0, y)
    smov s2, 0                          // k
step:
    iadd v4, v3, s2
    movvsp vc.mem_idx, v4
    ldspbidx 0
    mov v6, vc.mem_data                 // column k of L
    sshl s3, s2, 5
    iadd v4, v1, s3
    movvsp vc.mem_idx, v4
    ldspbidx 1
    mov v5, vc.mem_data                 // row k of U
    mad.neg v0, v6, v5, v0
    siadd s2, s2, 1
    sisub s3, s2, 32
#bound branchcycle 31 1 0
    sicj.l step, s3
    stglin v0, 0, s1, s1
    exit

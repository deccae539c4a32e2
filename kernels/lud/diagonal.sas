// SPDX-License-Identifier: Apache-2.0
// diagonal - decomposes a tile of 32 x 32 on the diagonal, one work-group. Step k divides what is
// below the diagonal in column k and subtracts its products with row k; both are snooped from the
// scratchpad. The last tile may be smaller: lanes outside the matrix are not stored.
.data
    0 0x0 384 384 n // matrix
    1 0x90000 1 1 n // first row and column
.sp_data
    0 0x0 32 32 // the tile
.text
    sldg s0, 1
    bufquery.dim_x s1, 0
    sisub s1, s1, s0
    simin s1, s1, 32                    // rows of the tile
    mov v0, 0
    ldglin v0, 0, s0, s0
    mov v1, vc.lid_x
    mov v2, vc.lid_y
    shl v3, v2, 5                       // place of (0, y)
    smov s2, 0                          // k
step:
    stsplin v0, 0
    sshl s3, s2, 5
    iadd v4, v1, s3
    movvsp vc.mem_idx, v4
    ldspbidx 0
    mov v5, vc.mem_data                 // row k
    iadd v4, v3, s2
    movvsp vc.mem_idx, v4
    ldspbidx 0
    mov v6, vc.mem_data                 // column k
    sldsp s4, 0, s2, s2
    mov v7, 0
    iadd v7, v7, s4
    rcp v7, v7
    mul v6, v6, v7                      // column k of L
    isub v8, v2, s2
    itest.le p0, v8                     // not below row k
    isub v8, v1, s2
    itest.l p1, v8                      // left of column k
    pbool.or p0, p0, p1
    cpush.if next
    cmask p0
    mad.neg v0, v6, v5, v0
    itest.nz p0, v8
    cmask p0
    mov v0, 0
    iadd v0, v0, v6
    cpop
next:
    siadd s2, s2, 1
    sisub s3, s2, s1
    siadd s3, s3, 1
#bound branchcycle 30 1 0
    sicj.l step, s3
    stglin v0, 0, s0, s0
    exit

// SPDX-License-Identifier: Apache-2.0
// right - tiles of U to the right of the diagonal one, a work-group each: step k subtracts column k
// of the diagonal tile times row k from all rows below it.
.data
    0 0x0 384 384 n // matrix
    1 0x90000 1 1 n // first row and column of the diagonal tile
.sp_data
    0 0x0 32 32 // the work-group's tile
    1 0x1000 32 32 // the diagonal tile
.text
    sldg s0, 1
    smov s1, sc.wg_off_x
    sisub s1, s0, s1
    ldglin v0, 0, s1, s0
    stsplin v0, 1
    siadd s1, s0, 32
    mov v0, 0
    ldglin v0, 0, s1, s0
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
    ldspbidx 1
    mov v6, vc.mem_data                 // column k of L
    isub v8, v2, s2
    itest.le p0, v8                     // not below row k
    cpush.if next
    cmask p0
    mad.neg v0, v6, v5, v0
    cpop
next:
    siadd s2, s2, 1
    sisub s3, s2, 31
#bound branchcycle 30 1 0
    sicj.l step, s3
    stglin v0, 0, s1, s0
    exit

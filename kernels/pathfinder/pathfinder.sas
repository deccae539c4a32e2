// SPDX-License-Identifier: Apache-2.0
// pathfinder - cheapest way down a grid of costs, some rows per launch. A work-group has the
// results of 1024 columns less those at both ends that go wrong, one per row; neighbours are read
// from the scratchpad.
.data
    0 0x0 50000 80 n // costs
    1 0xf50000 50000 1 n // from
    2 0xf90000 50000 1 n // to
    3 0xfd0000 1 1 n // first row
    4 0xfe0000 1 1 n // rows
.sp_data
    0 0x0 1024 1 // the row so far
.text
    sldg s0, 3                          // row
    sldg s1, 4                          // rows
    smov s2, sc.wg_off_x
    sshr s3, s2, 10                     // work-group
    simul s4, s1, -2
    siadd s4, s4, 1024                  // its results
    simul s3, s3, s4
    sisub s3, s3, s1
    sisub s3, s3, s2                    // offset of the work-group's first column
    bufquery.dim_x s4, 1                // columns
    mov v8, vc.tid_x
    iadd v8, v8, s3
    itest.l p0, v8
    isub v8, v8, s4
    itest.ge p1, v8
    pbool.or p0, p0, p1                 // outside
    mov v9, 0x7fffffff                  // lower limit: the highest cost outside, none inside
    cpush.if inside
    cmask p0
    mov v9, -2147483648
    cpop
inside:
    mov v0, 0x7fffffff                  // cost of the way
    ldglin v0, 1, s3
    siadd s5, s1, 0                     // rows left
row:
    stsplin v0, 0
    mov v1, 0x7fffffff
    ldsplin v1, 0, -1
    mov v2, 0x7fffffff
    ldsplin v2, 0, 1
    imin v0, v0, v1
    imin v0, v0, v2
    mov v3, 0
    ldglin v3, 0, s3, s0
    iadd v0, v0, v3
    imax v0, v0, v9
    siadd s0, s0, 1
    sisub s5, s5, 1
#bound branchcycle 9 1 0
    sicj.g row, s5
    mov v8, vc.lid_x
    isub v1, v8, s1
    itest.l p0, v1
    sisub s6, s1, 1024
    iadd v1, v8, s6
    itest.ge p1, v1
    pbool.or p0, p0, p1
    exit p0                             // columns that went wrong
    stglin v0, 2, s3
    exit

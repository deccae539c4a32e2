// SPDX-License-Identifier: Apache-2.0
// scan_parts - prefix sums of each work-group's part: a work-item adds the sum that is 1, 2, 4 ...
// places to its left, through the scratchpad. The last work-item stores the part's total.
.data
    0 0x0 1000003 1 n // in
    1 0x3e0000 1000003 1 n // out
    2 0x7c0000 3907 1 n // totals
.sp_data
    0 0x0 1024 1 // sums of the work-items
.text
    mov v0, 0
    ldglin v0, 0
    smov s1, -1                         // distance
double:
    stsplin v0, 0
    mov v1, 0
    ldsplin v1, 0, s1
    iadd v0, v0, v1
    sshl s1, s1, 1
    siadd s2, s1, 1023
#bound branchcycle 9 1 0
    sicj.ge double, s2
    stglin v0, 1
    mov v2, vc.lid_x
    isub v2, v2, 1023
    itest.nz p0, v2
    exit p0                             // all but the last work-item
    smov s3, sc.wg_off_x
    sshr s4, s3, 10
    sisub s4, s4, s3
    sisub s4, s4, 1023
    stglin v0, 2, s4
    exit

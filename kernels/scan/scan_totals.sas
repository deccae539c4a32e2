// SPDX-License-Identifier: Apache-2.0
// scan_totals - prefix sums of the parts' totals, in one work-group: at most 1024 parts.
.data
    0 0x0 3907 1 n // totals
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
    stglin v0, 0
    exit

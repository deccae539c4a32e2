// SPDX-License-Identifier: Apache-2.0
// reduction - sums of a work-group's elements: each work-item adds what is a multiple of the
// NDRange apart, then halves of the work-group meet in the scratchpad. Launched twice: the second
// time one work-group adds the sums of the first.
.data
    0 0x0 20000001 1 n // in
    1 0x4c50000 256 1 n // out
.sp_data
    0 0x0 1024 1 // sums of the work-items
.text
    bufquery.dim_x s0, 0                // n
    smov s1, sc.dim_x
    smov s2, 0                          // offset of the element
    smov s3, sc.wg_off_x
    sisub s4, s0, s3                    // elements from here to the end
    mov v0, 0
element:
    mov v1, 0
    ldglin v1, 0, s2
    add v0, v0, v1
    siadd s2, s2, s1
    sisub s5, s2, s4
#bound branchcycle 76 1 0
    sicj.l element, s5
    smov s6, 512
half:
    stsplin v0, 0
    mov v1, 0
    ldsplin v1, 0, s6
    add v0, v0, v1
    sshr s6, s6, 1
#bound branchcycle 9 1 0
    sicj.g half, s6
    mov v2, vc.lid_x
    itest.g p0, v2
    exit p0                             // all but the first work-item
    sshr s7, s3, 10
    sisub s7, s7, s3
    stglin v0, 1, s7
    exit

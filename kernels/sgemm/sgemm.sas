// SPDX-License-Identifier: Apache-2.0
// sgemm - C = A B. A work-group is a part of one row of C (width 1024), so that an element of A is
// a scalar: the row of A is in the scratchpad, and each step loads a row of B. k is at most 1024.
.data
    0 0x0 320 320 n // A
    1 0x70000 320 320 n // B
    2 0xe0000 320 320 n // C
.sp_data
    0 0x0 1024 1 // the row of A
.text
    smov s0, sc.wg_off_y
    ldg2sptile 0, 0, 0, s0
    bufquery.dim_y s1, 1                // k
    smov s2, 0                          // i
    sineg s3, s0                        // row i of B, relative to the work-group
    mov v0, 0
step:
    sldsp s4, 0, s2
    ldglin v1, 1, 0, s3
    mad v0, v1, s4, v0
    siadd s2, s2, 1
    siadd s3, s3, 1
    sisub s5, s2, s1
#bound branchcycle 319 1 0
    sicj.l step, s5
    stglin v0, 2
    exit

// SPDX-License-Identifier: Apache-2.0
// psort - sorting by ranks: each work-item counts the elements before its own and stores it at
// that place. All elements are in the scratchpad, at most 16384. Positive floats compare as
// integers do, and 2 (other - value) - (j < i) is negative exactly if the other one goes first.
.data
    0 0x0 5000 1 n // in
    1 0x10000 5000 1 n // out
.sp_data
    0 0x0 16384 1 // all elements
.text
    smov s0, sc.dim_x                   // n
    mov v1, vc.tid_x                    // i
    isub v2, v1, s0
    itest.ge p0, v2
    exit p0
    ldg2sptile 0, 0
    ldglin v0, 0
    mov v3, 0                           // rank
    smov s1, 0                          // j
other:
    sldsp s2, 0, s1
    isub v4, v0, s2                     // value - other
    imul v4, v4, -2
    isub v5, v1, s1                     // i - j
    not v5, v5                          // negative if j <= i
    iadd v5, v5, 1                      // negative if j < i
    shr v5, v5, 31
    iadd v4, v4, v5
    shr v4, v4, 31
    isub v3, v3, v4
    siadd s1, s1, 1
    sisub s3, s1, s0
#bound branchcycle 4999 1 0
    sicj.l other, s3
    movvsp vc.mem_idx, v3
    stgidxit v0, 1
    exit

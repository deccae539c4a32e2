// SPDX-License-Identifier: Apache-2.0
// cnn-fc - weighted sums of all inputs, then the larger of the sum and 0. The inputs, at most
// 16384, are in the scratchpad; each step takes one of them as a scalar, and a line of the
// weights.
.data
    0 0x0 4096 1 n // in
    1 0x10000 4096 4096 n // weights
    2 0x4010000 4096 1 n // out
.sp_data
    0 0x0 16384 1 // the inputs
.text
    ldg2sptile 0, 0
    bufquery.dim_x s0, 0
    smov s1, 0
    mov v0, 0
input:
    sldsp s2, 0, s1
    ldglin v1, 1, 0, s1
    mad v0, v1, s2, v0
    siadd s1, s1, 1
    sisub s3, s1, s0
#bound branchcycle 4095 1 0
    sicj.l input, s3
    max v0, v0, 0f
    stglin v0, 2
    exit

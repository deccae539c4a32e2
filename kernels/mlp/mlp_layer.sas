// SPDX-License-Identifier: Apache-2.0
// mlp_layer - a layer of a perceptron: out = W in + bias, with a lower limit: 0 for ReLU. A
// work-group has neurons of one sample (width 1024): the sample is in the scratchpad, and each
// step takes one of its values as a scalar and a row of the weights. At most 1024 inputs.
.data
    0 0x0 784 250 n // in
    1 0xc0000 128 784 n // weights
    2 0x130000 128 1 n // bias
    3 0x140000 128 250 n // out
    4 0x160000 1 1 n // lower limit
.sp_data
    0 0x0 1024 1 // the sample
.text
    sldg s0, 4
    smov s1, sc.wg_off_y
    ldg2sptile 0, 0, 0, s1
    bufquery.dim_x s2, 0                // inputs
    sineg s3, s1                        // line i, relative to the work-group
    ldglin v0, 2, 0, s3                 // sum
    smov s4, 0                          // i
input:
    sldsp s5, 0, s4
    ldglin v1, 1, 0, s3
    mad v0, v1, s5, v0
    siadd s3, s3, 1
    siadd s4, s4, 1
    sisub s6, s4, s2
#bound branchcycle 783 1 0
    sicj.l input, s6
    max v0, v0, s0
    stglin v0, 3
    exit

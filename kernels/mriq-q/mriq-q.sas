// SPDX-License-Identifier: Apache-2.0
// mriq-q - Q of every voxel, the sum over all samples of m e^(2 pi i (k x)): computeQ of MRI-Q. A
// sample has four words: k, and the magnitude m. All samples, at most 4096, are in the scratchpad.
.data
    0 0x0 262144 1 n // x
    1 0x100000 262144 1 n // y
    2 0x200000 262144 1 n // z
    3 0x300000 4 2048 n // samples
    4 0x310000 262144 1 n // real
    5 0x410000 262144 1 n // imaginary
.sp_data
    0 0x0 4 4096 // the samples
.text
    ldg2sptile 0, 3
    smovssp sc.sd_words, 4
    bufquery.dim_y s4, 3
    ldglin v0, 0
    ldglin v1, 1
    ldglin v2, 2
    mov v3, 0                           // real part
    mov v4, 0                           // imaginary part
    smov s5, 0
sample:
    sldsp s0, 0, 0, s5
    mul v5, v0, s0
    mad v5, v1, s1, v5
    mad v5, v2, s2, v5
    mul v5, v5, M_2PI_F
    cos v6, v5
    sin v7, v5
    mad v3, v6, s3, v3
    mad v4, v7, s3, v4
    siadd s5, s5, 1
    sisub s6, s5, s4
#bound branchcycle 2047 1 0
    sicj.l sample, s6
    stglin v3, 4
    stglin v4, 5
    exit

// SPDX-License-Identifier: Apache-2.0
// kfusion-depth2vertex - where the pixels of a depth image are in space: the depth times a matrix
// of the camera times (x, y, 1). The three coordinates are planes of the result.
.data
    0 0x0 640 480 n // depth
    1 0x130000 9 1 n // inverse matrix of the camera
    2 0x140000 640 1440 n // vertex
.text
    sldg s0, 1, 9
    smov s9, sc.dim_y
    siadd s10, s9, s9
    ldglin v0, 0
    cvt.i2f v1, vc.tid_x
    cvt.i2f v2, vc.tid_y
    mul v3, v1, s0
    mad v3, v2, s1, v3
    add v3, v3, s2
    mul v3, v3, v0
    stglin v3, 2, 0, 0
    mul v3, v1, s3
    mad v3, v2, s4, v3
    add v3, v3, s5
    mul v3, v3, v0
    stglin v3, 2, 0, s9
    mul v3, v1, s6
    mad v3, v2, s7, v3
    add v3, v3, s8
    mul v3, v3, v0
    stglin v3, 2, 0, s10
    exit

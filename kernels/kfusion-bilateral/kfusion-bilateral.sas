// SPDX-License-Identifier: Apache-2.0
// kfusion-bilateral - mean of a pixel's 5 x 5 neighbours, weighted by their distance in the image
// (`spatial`) and by e^(-50 d^2), where d is the difference of depth. Pixels of depth 0 or less,
// and those outside the image, do not count; where the pixel itself has no depth, the result is 0.
// A work-group has 36 x 36 pixels in the scratchpad. The NDRange has full tiles in y, because
// transfers are clipped to it.
//
// e^-x = 2^-n 2^f with n = x / ln 2 rounded: 2^-n by its exponent, 2^f by the series of e^(f ln
// 2), |f ln 2| <= 0.35.
.data
    0 0x0 640 480 n // depth
    1 0x130000 25 1 n // spatial
    2 0x140000 640 480 n // out
.sp_data
    0 0x0 36 36 // pixels
    1 0x2000 25 1 // weights
.text
    mov v0, 0
    stsplin v0, 0                       // 36 x 36 zeros
    stsplin v0, 0, 4
    stsplin v0, 0, 0, 4
    stsplin v0, 0, 4, 4
    smov s0, sc.wg_off_x
    sisub s0, s0, 2
    smov s1, sc.wg_off_y
    sisub s1, s1, 2
    ldg2sptile 0, 0, s0, s1
    ldg2sptile 1, 1
    ldsplin v0, 0, 2, 2                 // the pixel
    mov v1, 0                           // weighted sum
    mov v2, 0                           // sum of weights
    smov s2, 0                          // weight
    smov s3, 0                          // y
line:
    smov s4, 0                          // x
neighbour:
    sldsp s5, 1, s2
    ldsplin v3, 0, s4, s3
    test.le p0, v3
    cpush.if next
    cmask p0                            // no depth
    add.neg v4, v3, v0
    mul v4, v4, v4
    mul v4, v4, 50.0
    min v4, v4, 80.0                    // x
    mul v5, v4, 1.44269504
    add v5, v5, 0.5
    cvt.f2i v5, v5                      // n
    cvt.i2f v6, v5
    mad.neg v4, v6, 0.693147181, v4
    mul v4, v4, -1.0                    // f ln 2
    mov v6, 0.00138888889
    mov v7, 0.00833333333
    mad v6, v6, v4, v7
    mov v7, 0.0416666667
    mad v6, v6, v4, v7
    mov v7, 0.166666667
    mad v6, v6, v4, v7
    mov v7, 0.5
    mad v6, v6, v4, v7
    mov v7, 1.0
    mad v6, v6, v4, v7
    mad v6, v6, v4, v7
    imul v5, v5, -1
    iadd v5, v5, 127
    shl v5, v5, 23
    mul v6, v6, v5
    mul v6, v6, s5
    add v2, v2, v6
    mad v1, v6, v3, v1
    cpop
next:
    siadd s2, s2, 1
    siadd s4, s4, 1
    sisub s6, s4, 5
#bound branchcycle 4 1 0
    sicj.l neighbour, s6
    siadd s3, s3, 1
    sisub s6, s3, 5
#bound branchcycle 4 1 0
    sicj.l line, s6
    test.le p0, v0
    mov v3, 0
    cpush.if empty
    cmask p0
    rcp v3, v2
    mul v3, v3, v1
    cpop
empty:
    stglin v3, 2
    exit

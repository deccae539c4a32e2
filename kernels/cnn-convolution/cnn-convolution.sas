// SPDX-License-Identifier: Apache-2.0
// cnn-convolution - sums of weighted windows of 7 x 7 x 3. The channels of the result follow each
// other in y, as many lines each as the image has, a multiple of 32; the last six stay free. A
// work-group has 32 x 32 results: it loads 38 x 38 pixels of a channel of the image, and the
// weights of its channel, into the scratchpad. The image is at least 54 wide.
.data
    0 0x0 224 672 n // image
    1 0xa0000 147 64 n // weights
    2 0xb0000 218 14336 n // out
.sp_data
    0 0x0 38 38 // pixels of a channel
    1 0x2000 147 1 // weights
.text
    bufquery.dim_x s0, 0                // side of the image
    smov s1, sc.wg_off_y
    sidiv s2, s1, s0                    // channel of the result
    simod s3, s1, s0                    // line in the channel
    smov s4, sc.wg_off_x
    mov v0, vc.lid_y
    iadd v0, v0, s3
    isub v0, v0, s0
    iadd v0, v0, 6
    itest.ge p0, v0
    exit p0                             // the last six lines
    ldg2sptile 1, 1, 0, s2
    mov v0, 0                           // sum
    smov s5, 0                          // weight
    smov s6, 3
channel:
    ldg2sptile 0, 0, s4, s3
    siadd s3, s3, s0
    smov s7, 0                          // y
line:
    smov s8, 0                          // x
pixel:
    sldsp s9, 1, s5
    ldsplin v1, 0, s8, s7
    mad v0, v1, s9, v0
    siadd s5, s5, 1
    siadd s8, s8, 1
    sisub s10, s8, 7
#bound branchcycle 6 1 0
    sicj.l pixel, s10
    siadd s7, s7, 1
    sisub s10, s7, 7
#bound branchcycle 6 1 0
    sicj.l line, s10
    sisub s6, s6, 1
#bound branchcycle 2 1 0
    sicj.g channel, s6
    stglin v0, 2
    exit

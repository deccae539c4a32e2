// SPDX-License-Identifier: Apache-2.0
// cnn-maxpool - maxima of windows of 3 x 3 in channels of 112 x 112, two pixels apart: 55 x 55
// results per channel, in 64 lines. The 65 x 65 pixels of a work-group are in the scratchpad;
// every second one is snooped.
.data
    0 0x0 112 7168 n // image
    1 0x310000 55 4096 n // out
.sp_data
    0 0x0 65 65 // pixels
.text
    smov s0, sc.wg_off_y
    sshr s1, s0, 6                      // channel
    sand s2, s0, 63
    sshl s2, s2, 1
    simad s1, s1, 112, s2               // first line of the image
    smov s3, sc.wg_off_x
    sshl s3, s3, 1
    mov v0, vc.tid_y
    and v0, v0, 63
    isub v0, v0, 55
    itest.ge p0, v0
    exit p0                             // lines without a result
    ldg2sptile 0, 0, s3, s1
    mov v0, -FLT_MAX
    mov v1, vc.lid_x
    mov v2, vc.lid_y
    imul v2, v2, 130
    imad v1, v1, 2, v2                  // place in the scratchpad
    smov s4, 3
line:
    smov s5, 3
pixel:
    movvsp vc.mem_idx, v1
    ldspbidx 0
    mov v2, vc.mem_data
    max v0, v0, v2
    iadd v1, v1, 1
    sisub s5, s5, 1
#bound branchcycle 2 1 0
    sicj.g pixel, s5
    iadd v1, v1, 62
    sisub s4, s4, 1
#bound branchcycle 2 1 0
    sicj.g line, s4
    stglin v0, 1
    exit

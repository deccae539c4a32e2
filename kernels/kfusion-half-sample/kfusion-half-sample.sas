// SPDX-License-Identifier: Apache-2.0
// kfusion-half-sample - mean of two by two pixels, without those that are 0.3 or more away from
// the first one. The 64 x 64 pixels of a work-group are in the scratchpad.
.data
    0 0x0 640 480 n // depth
    1 0x130000 320 240 n // half
.sp_data
    0 0x0 64 64 // pixels
.text
    smov s0, sc.wg_off_x
    sshl s0, s0, 1
    smov s1, sc.wg_off_y
    sshl s1, s1, 1
    ldg2sptile 0, 0, s0, s1
    mov v0, vc.lid_x
    imul v0, v0, 2
    mov v1, vc.lid_y
    imad v0, v1, 128, v0                // place of the pixel
    movvsp vc.mem_idx, v0
    ldspbidx 0
    mov v1, vc.mem_data                 // the first pixel
    or v2, v1, 0                        // sum
    mov v3, 1.0                         // pixels
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    ldspbidx 0
    mov v4, vc.mem_data
    add.neg v5, v4, v1
    abs v5, v5
    add v5, v5, -0.3
    test.ge p0, v5
    cpush.if right_done
    cmask p0
    add v2, v2, v4
    add v3, v3, 1.0
    cpop
right_done:
    iadd v0, v0, 63
    movvsp vc.mem_idx, v0
    ldspbidx 0
    mov v4, vc.mem_data
    add.neg v5, v4, v1
    abs v5, v5
    add v5, v5, -0.3
    test.ge p0, v5
    cpush.if below_done
    cmask p0
    add v2, v2, v4
    add v3, v3, 1.0
    cpop
below_done:
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    ldspbidx 0
    mov v4, vc.mem_data
    add.neg v5, v4, v1
    abs v5, v5
    add v5, v5, -0.3
    test.ge p0, v5
    cpush.if both_done
    cmask p0
    add v2, v2, v4
    add v3, v3, 1.0
    cpop
both_done:
    rcp v3, v3
    mul v2, v2, v3
    stglin v2, 1
    exit

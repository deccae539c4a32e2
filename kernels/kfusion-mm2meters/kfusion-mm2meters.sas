// SPDX-License-Identifier: Apache-2.0
// kfusion-mm2meters - depths in metres of every second pixel of every second line. The 64 x 64
// pixels of a work-group are in the scratchpad, from where the wanted ones are snooped.
.data
    0 0x0 640 480 n // millimetres
    1 0x130000 320 240 n // metres
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
    imad v0, v1, 128, v0
    movvsp vc.mem_idx, v0
    ldspbidx 0
    mov v0, vc.mem_data
    cvt.i2f v0, v0
    mul v0, v0, 0.001
    stglin v0, 1
    exit

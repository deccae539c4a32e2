// SPDX-License-Identifier: Apache-2.0
// transpose - out = transposed in. A work-group turns one tile of 32 x 32 in the scratchpad: it
// stores lines, and snoops columns. The NDRange has full tiles, because transfers are clipped to
// it.
.data
    0 0x0 1500 1601 n // in
    1 0x930000 1601 1500 n // out
.sp_data
    0 0x0 32 32 // the tile
.text
    mov v0, 0
    ldglin v0, 0
    stsplin v0, 0
    mov v1, vc.lid_x
    mov v2, vc.lid_y
    imad v1, v1, 32, v2
    movvsp vc.mem_idx, v1
    ldspbidx 0
    mov v0, vc.mem_data
    smov s0, sc.wg_off_x
    smov s1, sc.wg_off_y
    sisub s2, s1, s0
    sisub s3, s0, s1
    stglin v0, 1, s2, s3
    exit

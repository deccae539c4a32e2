// SPDX-License-Identifier: Apache-2.0
// nw - scores of the tiles of 32 x 32 on one diagonal, a work-group each. The tile is in the
// scratchpad with the row above it and the column to its left. Each step computes all cells from
// their neighbours there: after step s the cells up to anti-diagonal s have their scores, and keep
// them. n is at most 32 or at least 48, for the tile that is copied.
.data
    0 0x0 1281 1281 n // score
    1 0x660000 1280 1 n // first sequence, down
    2 0x670000 1280 1 n // second sequence, across
    3 0x680000 4 4 n // similarity
    4 0x690000 1 1 n // penalty
    5 0x6a0000 1 1 n // diagonal
    6 0x6b0000 1 1 n // tile of the first work-group
.sp_data
    0 0x0 33 33 // the tile, from its upper and left neighbours on
    1 0x2000 32 1 // letters of the first sequence
    2 0x2080 32 1 // letters of the second sequence
    3 0x2100 4 4 // similarity
.text
    sldg s0, 4
    sldg s1, 5
    sldg s2, 6
    smov s3, sc.wg_off_x
    sshr s4, s3, 5
    siadd s2, s2, s4                    // tile, across
    sisub s1, s1, s2                    // tile, down
    sshl s2, s2, 5
    sshl s1, s1, 5
    ldg2sptile 0, 0, s2, s1
    ldg2sptile 1, 1, s1
    ldg2sptile 2, 2, s2
    ldg2sptile 3, 3
    mov v0, vc.lid_y
    movvsp vc.mem_idx, v0
    ldspbidx 1
    mov v1, vc.mem_data
    shl v1, v1, 2
    mov v0, vc.lid_x
    movvsp vc.mem_idx, v0
    ldspbidx 2
    mov v2, vc.mem_data
    iadd v1, v1, v2
    movvsp vc.mem_idx, v1
    ldspbidx 3
    mov v3, vc.mem_data                 // similarity of the letters
    smov s4, 63                         // steps left
step:
    ldsplin v0, 0, 0, 1                 // to the left
    ldsplin v1, 0, 1, 0                 // above
    ldsplin v2, 0, 0, 0                 // both
    imax v0, v0, v1
    isub v0, v0, s0
    iadd v2, v2, v3
    imax v0, v0, v2
    stsplin v0, 0, 1, 1
    sisub s4, s4, 1
#bound branchcycle 62 1 0
    sicj.g step, s4
    sisub s2, s2, s3
    siadd s2, s2, 1
    siadd s1, s1, 1
    stglin v0, 0, s2, s1
    exit

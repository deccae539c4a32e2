// SPDX-License-Identifier: Apache-2.0
// fft - one pass of a radix-2 Fourier transform without reordering (Stockham). Work-item j of a
// line has the numbers j and j + 128 of 256; its results go to other places of the line, so they
// are gathered in the scratchpad and stored as one tile. Numbers are pairs of words.
.data
    0 0x0 512 1024 n // from
    1 0x200000 512 1024 n // to
    2 0x400000 1 1 n // distance d of the results, a power of two
    3 0x410000 1 1 n // -pi / d
.sp_data
    0 0x0 512 8 // results
.text
    sldg s0, 2
    sldg s1, 3
    sisub s2, s0, 1
    ldglin.vec2 v0, 0                   // a
    ldglin.vec2 v2, 0, 128              // b
    mov v4, vc.lid_x
    and v5, v4, s2                      // j mod d
    cvt.i2f v6, v5
    mul v6, v6, s1                      // angle
    cos v7, v6
    sin v8, v6
    mul v9, v2, v7
    mul v10, v3, v8
    add.neg v9, v9, v10                 // b turned
    mul v10, v2, v8
    mad v10, v3, v7, v10
    add v11, v0, v9                     // a + b
    add v12, v1, v10
    add.neg v13, v0, v9                 // a - b
    add.neg v14, v1, v10
    imul v4, v4, 2
    isub v4, v4, v5
    imul v4, v4, 2
    mov v15, vc.lid_y
    imad v4, v15, 512, v4               // word of a + b
    movvsp vc.mem_idx, v4
    movvsp vc.mem_data, v11
    stspbidx 0
    iadd v15, v4, 1
    movvsp vc.mem_idx, v15
    movvsp vc.mem_data, v12
    stspbidx 0
    iadd v4, v4, s0
    iadd v4, v4, s0                     // word of a - b
    movvsp vc.mem_idx, v4
    movvsp vc.mem_data, v13
    stspbidx 0
    iadd v15, v4, 1
    movvsp vc.mem_idx, v15
    movvsp vc.mem_data, v14
    stspbidx 0
    smov s3, sc.wg_off_y
    stg2sptile 0, 1, 0, s3
    exit

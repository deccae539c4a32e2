// SPDX-License-Identifier: Apache-2.0
// sgemm-tiled - C = A B through tiles of 32 x 32 in the scratchpad. A work-group computes one tile
// of C (width 32): each step of the outer loop stages a tile of A and of B, each step of the inner
// loop reads a column of the one and a row of the other, snooping. The NDRange has full tiles in
// y, because transfers of a work-group are clipped to it.
.data
    0 0x0 320 320 n // A
    1 0x70000 320 320 n // B
    2 0xe0000 320 320 n // C
.sp_data
    0 0x0 32 32 // tile of A
    1 0x1000 32 32 // tile of B
.text
    bufquery.dim_y s1, 1                // k
    smov s2, 0                          // first column of A's tile, first row of B's
    mov v0, 0
    mov v4, vc.lid_y
    shl v4, v4, 5                       // place of (0, y) in a tile
    mov v5, vc.lid_x                    // place of (x, 0)
tile:
    smov s3, sc.wg_off_x
    sisub s3, s2, s3
    ldglin v1, 0, s3
    stsplin v1, 0
    smov s4, sc.wg_off_y
    sisub s4, s2, s4
    ldglin v1, 1, 0, s4
    stsplin v1, 1
    smov s5, 0                          // i
    sisub s6, s1, s2
    simin s6, s6, 32
product:
    iadd v6, v4, s5
    movvsp vc.mem_idx, v6
    ldspbidx 0
    mov v2, vc.mem_data
    sshl s7, s5, 5
    iadd v6, v5, s7
    movvsp vc.mem_idx, v6
    ldspbidx 1
    mov v3, vc.mem_data
    mad v0, v2, v3, v0
    siadd s5, s5, 1
    sisub s7, s5, s6
#bound branchcycle 31 1 0
    sicj.l product, s7
    siadd s2, s2, 32
    sisub s7, s2, s1
#bound branchcycle 9 1 0
    sicj.l tile, s7
    stglin v0, 2
    exit

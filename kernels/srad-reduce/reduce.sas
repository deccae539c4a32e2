// SPDX-License-Identifier: Apache-2.0
// reduce - sums of 2048 elements of two buffers, one of each per work-group: a work-item adds two
// neighbours, then halves of the work-group meet in the scratchpad. The number of elements may be
// odd.
.data
    0 0x0 229916 1 n // first
    1 0xf0000 229916 1 n // second
    2 0x1e0000 113 1 n // sums of the first
    3 0x1f0000 113 1 n // sums of the second
.sp_data
    0 0x0 1024 1 // sums of the first
    1 0x1000 1024 1 // sums of the second
.text
    mov v0, 0
    mov v1, 0
    ldglin.vec2 v0, 0
    add v0, v0, v1
    smov s0, 512
half_0:
    stsplin v0, 0
    mov v4, 0
    ldsplin v4, 0, s0
    add v0, v0, v4
    sshr s0, s0, 1
#bound branchcycle 9 1 0
    sicj.g half_0, s0
    mov v2, 0
    mov v3, 0
    ldglin.vec2 v2, 1
    add v2, v2, v3
    smov s0, 512
half_1:
    stsplin v2, 1
    mov v4, 0
    ldsplin v4, 1, s0
    add v2, v2, v4
    sshr s0, s0, 1
#bound branchcycle 9 1 0
    sicj.g half_1, s0
    mov v4, vc.lid_x
    itest.g p0, v4
    exit p0                             // all but the first work-item
    smov s1, sc.wg_off_x
    sshr s2, s1, 10
    sisub s2, s2, s1
    stglin v0, 2, s2
    stglin v2, 3, s2
    exit

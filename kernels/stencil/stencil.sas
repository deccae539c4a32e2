// SPDX-License-Identifier: Apache-2.0
// stencil - the seven-point stencil of Parboil: cells at the six faces keep their value. Work-item
// (0, 0) has the cell (1, 0) of the second plane; those at the edges of a plane end at once.
.data
    0 0x0 128 4096 n // from
    1 0x200000 128 4096 n // to
    2 0x400000 1 1 n // lines of a plane
.text
    sldg s0, 2                          // lines of a plane, a power of two
    sisub s1, s0, 1
    mov v7, vc.tid_y
    and v7, v7, s1
    itest.ez p0, v7
    isub v7, v7, s1
    itest.ez p1, v7
    pbool.or p0, p0, p1
    smov s2, sc.dim_x
    mov v7, vc.tid_x
    isub v7, v7, s2
    itest.ge p1, v7
    pbool.or p0, p0, p1
    exit p0                             // at an edge
    siadd s3, s0, s0
    sisub s4, s0, 1
    siadd s5, s0, 1
    ldglin v0, 0, 1, s0                 // here
    ldglin v1, 0, 0, s0                 // west
    ldglin v2, 0, 2, s0                 // east
    ldglin v3, 0, 1, s4                 // north
    ldglin v4, 0, 1, s5                 // south
    ldglin v5, 0, 1                     // below
    ldglin v6, 0, 1, s3                 // above
    add v1, v1, v2
    add v1, v1, v3
    add v1, v1, v4
    add v1, v1, v5
    add v1, v1, v6
    mul v1, v1, 0.02777778
    mul v0, v0, 0.16666667
    add.neg v1, v1, v0
    stglin v1, 1, 1, s0
    exit

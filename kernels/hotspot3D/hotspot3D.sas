// SPDX-License-Identifier: Apache-2.0
// hotspot3D - temperature of a stack of chips: a seven-point stencil. A work-item goes up one
// column of the stack and keeps the cells above and below it in registers. The layers follow each
// other in the buffers, so work-items at the northern and southern edge are masked for loads from
// there.
.data
    0 0x0 256 2000 n // power
    1 0x200000 256 2000 n // from
    2 0x400000 256 2000 n // to
    3 0x600000 1 1 n // layers
.text
    sldg s0, 3                          // layers left
    smov s1, sc.dim_y                   // lines of a layer
    smov s2, 0                          // first line of this layer
    mov v10, vc.tid_y
    itest.ez p0, v10                    // northern edge
    isub v10, v10, s1
    iadd v10, v10, 1
    itest.ez p1, v10                    // southern edge
    ldglin v0, 1                        // here
    or v1, v0, 0                        // below
layer:
    or v2, v0, 0                        // above
    or v3, v0, 0
    or v4, v0, 0
    or v5, v0, 0
    or v6, v0, 0
    siadd s3, s2, s1
    ldglin v2, 1, 0, s3                 // nothing in the last layer
    ldglin v3, 1, -1, s2                // west
    ldglin v4, 1, 1, s2                 // east
    cpush.if north_done
    cmask p0
    sisub s4, s2, 1
    ldglin v5, 1, 0, s4                 // north
    cpop
north_done:
    cpush.if south_done
    cmask p1
    siadd s4, s2, 1
    ldglin v6, 1, 0, s4                 // south
    cpop
south_done:
    ldglin v7, 0, 0, s2                 // power, then the flow
    add v8, v3, v4
    add v8, v8, v5
    add v8, v8, v6
    mul v9, v0, 4.0
    add.neg v8, v8, v9
    mul v8, v8, 0.5
    add v7, v7, v8
    add v8, v2, v1
    mul v9, v0, 2.0
    add.neg v8, v8, v9
    mul v8, v8, 0.25
    add v7, v7, v8
    add v7, v7, 80.0
    add.neg v7, v7, v0
    mul v7, v7, 0.1
    add v7, v0, v7
    stglin v7, 2, 0, s2
    or v1, v0, 0
    or v0, v2, 0
    siadd s2, s2, s1
    sisub s0, s0, 1
#bound branchcycle 7 1 0
    sicj.g layer, s0
    exit

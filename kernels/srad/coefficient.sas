// SPDX-License-Identifier: Apache-2.0
// coefficient - how much may flow from each pixel, by its gradient: the first launch of a step of
// SRAD. A load that overhangs the image leaves the pixel itself in place of the missing neighbour.
.data
    0 0x0 350 360 n // image
    1 0x80000 350 360 n // flow
    2 0x100000 1 1 n // q0 squared
.text
    sldg s0, 2
    ldglin v0, 0                        // here
    or v1, v0, 0
    or v2, v0, 0
    or v3, v0, 0
    or v4, v0, 0
    ldglin v1, 0, 0, -1
    ldglin v2, 0, 0, 1
    ldglin v3, 0, -1
    ldglin v4, 0, 1
    add.neg v1, v1, v0                  // north
    add.neg v2, v2, v0                  // south
    add.neg v3, v3, v0                  // west
    add.neg v4, v4, v0                  // east
    mul v5, v1, v1
    mad v5, v2, v2, v5
    mad v5, v3, v3, v5
    mad v5, v4, v4, v5
    rcp v6, v0
    mul v5, v5, v6
    mul v5, v5, v6                      // gradient
    add v7, v1, v2
    add v7, v7, v3
    add v7, v7, v4
    mul v7, v7, v6                      // laplacian
    mul v8, v7, 0.25
    add v8, v8, 1.0                     // spread
    mul v8, v8, v8
    rcp v8, v8
    mul v9, v7, v7
    mul v9, v9, 0.0625
    mul v5, v5, 0.5
    add.neg v5, v5, v9
    mul v5, v5, v8                      // q squared
    mov v9, 1.0
    add v9, v9, s0
    mul v9, v9, s0
    rcp v9, v9
    mov v10, 0
    add v10, v10, s0
    add.neg v5, v5, v10
    mul v5, v5, v9
    add v5, v5, 1.0
    rcp v5, v5
    max v5, v5, 0f
    min v5, v5, 1.0
    stglin v5, 1
    exit

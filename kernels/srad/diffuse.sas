// SPDX-License-Identifier: Apache-2.0
// diffuse - lets flow between pixels what `coefficient` allows: the second launch of a step of
// SRAD. lambda is 0.5.
.data
    0 0x0 350 360 n // image
    1 0x80000 350 360 n // flow
    2 0x100000 350 360 n // out
.text
    ldglin v0, 0                        // here
    or v1, v0, 0
    or v2, v0, 0
    or v3, v0, 0
    or v4, v0, 0
    ldglin v1, 0, 0, -1
    ldglin v2, 0, 0, 1
    ldglin v3, 0, -1
    ldglin v4, 0, 1
    ldglin v5, 1                        // flow here
    or v6, v5, 0
    or v7, v5, 0
    ldglin v6, 1, 0, 1                  // south
    ldglin v7, 1, 1                     // east
    add.neg v1, v1, v0
    add.neg v2, v2, v0
    add.neg v3, v3, v0
    add.neg v4, v4, v0
    mul v8, v5, v1
    mad v8, v6, v2, v8
    mad v8, v5, v3, v8
    mad v8, v7, v4, v8
    mul v8, v8, 0.125
    add v8, v0, v8
    stglin v8, 2
    exit

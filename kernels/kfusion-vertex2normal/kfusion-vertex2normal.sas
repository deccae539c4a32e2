// SPDX-License-Identifier: Apache-2.0
// kfusion-vertex2normal - normals by the cross product of the differences of neighbours. At the
// edges the vertex itself takes the place of the missing neighbour. Where a neighbour has no
// depth, the normal is (2, 0, 0). Planes follow each other in the buffers, so work-items at the
// upper and lower edge are masked for loads from there.
.data
    0 0x0 640 1440 n // vertex
    1 0x390000 640 1440 n // normal
.text
    smov s0, sc.dim_y                   // lines of a plane
    siadd s1, s0, s0
    mov v12, vc.tid_y
    itest.ez p0, v12                    // upper edge
    isub v12, v12, s0
    iadd v12, v12, 1
    itest.ez p1, v12                    // lower edge
    ldglin v0, 0
    ldglin v1, 0, 0, s0
    ldglin v2, 0, 0, s1
    or v3, v0, 0
    or v4, v1, 0
    or v5, v2, 0
    or v6, v0, 0
    or v7, v1, 0
    or v8, v2, 0
    or v9, v0, 0
    or v10, v1, 0
    or v11, v2, 0
    cpush.if upper_done
    cmask p0
    sisub s2, s0, 1
    sisub s3, s1, 1
    ldglin v6, 0, 0, -1                 // up
    ldglin v7, 0, 0, s2
    ldglin v8, 0, 0, s3
    cpop
upper_done:
    cpush.if lower_done
    cmask p1
    siadd s2, s0, 1
    siadd s3, s1, 1
    ldglin v9, 0, 0, 1                  // down
    ldglin v10, 0, 0, s2
    ldglin v11, 0, 0, s3
    cpop
lower_done:
    ldglin v0, 0, -1                    // left
    ldglin v1, 0, -1, s0
    ldglin v2, 0, -1, s1
    ldglin v3, 0, 1                     // right
    ldglin v4, 0, 1, s0
    ldglin v5, 0, 1, s1
    min v12, v2, v5
    min v12, v12, v8
    min v12, v12, v11
    test.le p0, v12                     // a neighbour without depth
    add.neg v3, v3, v0                  // right - left
    add.neg v4, v4, v1
    add.neg v5, v5, v2
    add.neg v9, v9, v6                  // down - up
    add.neg v10, v10, v7
    add.neg v11, v11, v8
    mul v0, v10, v5
    mul v12, v11, v4
    add.neg v0, v0, v12
    mul v1, v11, v3
    mul v12, v9, v5
    add.neg v1, v1, v12
    mul v2, v9, v4
    mul v12, v10, v3
    add.neg v2, v2, v12
    mul v12, v0, v0
    mad v12, v1, v1, v12
    mad v12, v2, v2, v12
    rsqrt v12, v12
    mov v3, 2.0
    mov v4, 0
    mov v5, 0
    cpush.if invalid
    cmask p0
    mul v3, v0, v12
    mul v4, v1, v12
    mul v5, v2, v12
    cpop
invalid:
    stglin v3, 1
    stglin v4, 1, 0, s0
    stglin v5, 1, 0, s1
    exit

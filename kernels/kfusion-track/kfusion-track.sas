// SPDX-License-Identifier: Apache-2.0
// kfusion-track - one step of tracking. The pose moves a vertex, and the camera finds the pixel of
// the model that it falls on; the error is the distance of the two along the model's normal.
// Results, errors and the six derivatives of the error are planes of `out`. A result is 1, or says
// why a vertex has no partner: -1 no normal (x above 1), -2 outside the model, -3 no normal in the
// model, -4 too far away, -5 another direction. Work-items without a partner are masked one check
// after the other.
.data
    0 0x0 640 1440 n // vertex
    1 0x390000 640 1440 n // normal
    2 0x720000 640 1440 n // vertices of the model
    3 0xab0000 640 1440 n // normals of the model
    4 0xe40000 12 1 n // pose
    5 0xe50000 12 1 n // camera
    6 0xe60000 640 3840 n // out
.text
    sldg s0, 4, 12                      // pose: three lines of four
    sldg s12, 5, 12                     // camera
    bufquery.dim_x s24, 0
    smov s25, sc.dim_y
    simul s26, s24, s25                 // words of a plane
    siadd s27, s25, s25
    mov v22, 0                          // result
    mov v23, 0                          // error
    mov v24, 0                          // its derivatives
    mov v25, 0
    mov v26, 0
    mov v27, 0
    mov v28, 0
    mov v29, 0
    ldglin v3, 1                        // normal
    ldglin v4, 1, 0, s25
    ldglin v5, 1, 0, s27
    cpush.if done
    mov v22, -1.0
    add v21, v3, -1.0
    test.g p0, v21
    cmask p0                            // no normal
    ldglin v0, 0                        // vertex
    ldglin v1, 0, 0, s25
    ldglin v2, 0, 0, s27
    mul v6, v0, s0
    mad v6, v1, s1, v6
    mad v6, v2, s2, v6
    add v6, v6, s3
    mul v7, v0, s4
    mad v7, v1, s5, v7
    mad v7, v2, s6, v7
    add v7, v7, s7
    mul v8, v0, s8
    mad v8, v1, s9, v8
    mad v8, v2, s10, v8
    add v8, v8, s11
    mul v9, v6, s12
    mad v9, v7, s13, v9
    mad v9, v8, s14, v9
    add v9, v9, s15
    mul v10, v6, s16
    mad v10, v7, s17, v10
    mad v10, v8, s18, v10
    add v10, v10, s19
    mul v11, v6, s20
    mad v11, v7, s21, v11
    mad v11, v8, s22, v11
    add v11, v11, s23
    rcp v11, v11
    mul v9, v9, v11
    add v9, v9, 0.5                     // column in the model
    mul v10, v10, v11
    add v10, v10, 0.5                   // line
    mov v22, -2.0
    test.l p0, v9
    test.l p1, v10
    pbool.or p0, p0, p1
    cvt.f2i v9, v9
    cvt.f2i v10, v10
    isub v21, v9, s24
    itest.ge p1, v21
    pbool.or p0, p0, p1
    isub v21, v10, s25
    itest.ge p1, v21
    pbool.or p0, p0, p1
    cmask p0                            // outside the model
    imad v20, v10, s24, v9
    or v19, v20, 0
    movvsp vc.mem_idx, v20
    ldgidxit v12, 3
    iadd v20, v20, s26
    movvsp vc.mem_idx, v20
    ldgidxit v13, 3
    iadd v20, v20, s26
    movvsp vc.mem_idx, v20
    ldgidxit v14, 3
    mov v22, -3.0
    add v21, v12, -1.0
    test.g p0, v21
    cmask p0                            // no normal in the model
    or v20, v19, 0
    movvsp vc.mem_idx, v20
    ldgidxit v15, 2
    iadd v20, v20, s26
    movvsp vc.mem_idx, v20
    ldgidxit v16, 2
    iadd v20, v20, s26
    movvsp vc.mem_idx, v20
    ldgidxit v17, 2
    add.neg v15, v15, v6                // difference
    add.neg v16, v16, v7
    add.neg v17, v17, v8
    mul v21, v15, v15
    mad v21, v16, v16, v21
    mad v21, v17, v17, v21
    mov v22, -4.0
    add v21, v21, -0.36
    test.g p0, v21
    cmask p0                            // too far away
    mul v9, v3, s0
    mad v9, v4, s1, v9
    mad v9, v5, s2, v9
    mul v10, v3, s4
    mad v10, v4, s5, v10
    mad v10, v5, s6, v10
    mul v11, v3, s8
    mad v11, v4, s9, v11
    mad v11, v5, s10, v11
    mul v21, v9, v12
    mad v21, v10, v13, v21
    mad v21, v11, v14, v21
    mov v22, -5.0
    add v21, v21, -0.3
    test.l p0, v21
    cmask p0                            // another direction
    mov v22, 1.0
    mul v23, v12, v15
    mad v23, v13, v16, v23
    mad v23, v14, v17, v23
    or v24, v12, 0
    or v25, v13, 0
    or v26, v14, 0
    mul v27, v7, v14
    mul v21, v8, v13
    add.neg v27, v27, v21
    mul v28, v8, v12
    mul v21, v6, v14
    add.neg v28, v28, v21
    mul v29, v6, v13
    mul v21, v7, v12
    add.neg v29, v29, v21
    cpop
done:
    stglin v22, 6
    smov s28, 0
    siadd s28, s28, s25
    stglin v23, 6, 0, s28
    siadd s28, s28, s25
    stglin v24, 6, 0, s28
    siadd s28, s28, s25
    stglin v25, 6, 0, s28
    siadd s28, s28, s25
    stglin v26, 6, 0, s28
    siadd s28, s28, s25
    stglin v27, 6, 0, s28
    siadd s28, s28, s25
    stglin v28, 6, 0, s28
    siadd s28, s28, s25
    stglin v29, 6, 0, s28
    exit

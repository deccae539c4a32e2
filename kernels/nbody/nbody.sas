// SPDX-License-Identifier: Apache-2.0
// nbody - one step of bodies that attract one another, all pairs. A body is a line of four words,
// x, y, z and mass; all of them, at most 4096, are in the scratchpad, and each step takes one as
// scalars. A work-item snoops its own body.
.data
    0 0x0 4 2000 n // from
    1 0x10000 4 2000 n // to
    2 0x20000 4 2000 n // velocity
.sp_data
    0 0x0 4 4096 // all bodies
.text
    bufquery.dim_y s0, 0                // bodies
    mov v0, vc.tid_x
    isub v1, v0, s0
    itest.ge p0, v1
    exit p0
    ldg2sptile 0, 0
    smovssp sc.sd_words, 4
    shl v0, v0, 2                       // first word of the body
    movvsp vc.mem_idx, v0
    ldgbidx 0
    mov v1, vc.mem_data
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    ldgbidx 0
    mov v2, vc.mem_data
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    ldgbidx 0
    mov v3, vc.mem_data
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    ldgbidx 0
    mov v4, vc.mem_data
    iadd v0, v0, -3
    mov v5, 0                           // acceleration
    mov v6, 0
    mov v7, 0
    smov s1, 0
other:
    sldsp s4, 0, 0, s1                  // s4 to s7
    mov v14, 0
    add v8, v14, s4
    add.neg v8, v8, v1                  // dx
    add v9, v14, s5
    add.neg v9, v9, v2                  // dy
    add v10, v14, s6
    add.neg v10, v10, v3                // dz
    mul v11, v8, v8
    mad v11, v9, v9, v11
    mad v11, v10, v10, v11
    add v11, v11, 0.01                  // softening
    rsqrt v11, v11
    mul v12, v11, s7
    mul v12, v12, v11
    mul v12, v12, v11                   // pull
    mad v5, v12, v8, v5
    mad v6, v12, v9, v6
    mad v7, v12, v10, v7
    siadd s1, s1, 1
    sisub s2, s1, s0
#bound branchcycle 1999 1 0
    sicj.l other, s2
    movvsp vc.mem_idx, v0
    ldgbidx 2
    mov v8, vc.mem_data
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    ldgbidx 2
    mov v9, vc.mem_data
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    ldgbidx 2
    mov v10, vc.mem_data
    iadd v0, v0, -2
    mul v5, v5, 0.001                   // length of the step
    add v8, v8, v5
    mul v6, v6, 0.001
    add v9, v9, v6
    mul v7, v7, 0.001
    add v10, v10, v7
    movvsp vc.mem_idx, v0
    stgidxit v8, 2
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    stgidxit v9, 2
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    stgidxit v10, 2
    iadd v0, v0, -2
    mul v8, v8, 0.001
    add v1, v1, v8
    mul v9, v9, 0.001
    add v2, v2, v9
    mul v10, v10, 0.001
    add v3, v3, v10
    movvsp vc.mem_idx, v0
    stgidxit v1, 1
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    stgidxit v2, 1
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    stgidxit v3, 1
    iadd v0, v0, 1
    movvsp vc.mem_idx, v0
    stgidxit v4, 1
    exit

// SPDX-License-Identifier: Apache-2.0
// assign_points - the nearest centre of every point. The centres, at most 1024 words, go through a
// register into the scratchpad, from where a coordinate is a scalar.
.data
    0 0x0 12000 16 n // points
    1 0xc0000 16 8 n // centres
    2 0xd0000 12000 1 n // membership
.sp_data
    0 0x0 1024 1 // the centres
.text
    bufquery.dim_x s0, 1                // features
    bufquery.dim_y s1, 1                // clusters
    mov v0, vc.lid_x
    movvsp vc.mem_idx, v0
    ldgbidx 1
    mov v0, vc.mem_data
    stsplin v0, 0
    mov v0, 0                           // nearest
    mov v1, FLT_MAX                     // its distance
    smov s2, 0                          // cluster
    smov s3, 0                          // place of the coordinate
cluster:
    mov v2, 0                           // distance
    smov s4, 0                          // feature
feature:
    sldsp s5, 0, s3
    ldglin v3, 0, 0, s4
    mov v4, 0
    add v4, v4, s5
    add.neg v3, v3, v4
    mad v2, v3, v3, v2
    siadd s3, s3, 1
    siadd s4, s4, 1
    sisub s6, s4, s0
#bound branchcycle 15 1 0
    sicj.l feature, s6
    add.neg v3, v2, v1
    test.ge p0, v3
    cpush.if next
    cmask p0                            // not nearer
    or v1, v2, 0
    mov v0, 0
    iadd v0, v0, s2
    cpop
next:
    siadd s2, s2, 1
    sisub s6, s2, s1
#bound branchcycle 7 1 0
    sicj.l cluster, s6
    stglin v0, 2
    exit

// SPDX-License-Identifier: Apache-2.0
// move_centres - each centre moves to the mean of its points. Work-item (x, y) adds coordinate x
// of centre y, at most 32 each; a step takes one point: its cluster is a scalar, and its
// coordinates are snooped from a column of `points`. At most 16384 points.
.data
    0 0x0 12000 16 n // points
    1 0xc0000 16 8 n // centres
    2 0xd0000 12000 1 n // membership
.sp_data
    0 0x0 16384 1 // membership of all points
.text
    bufquery.dim_x s0, 0                // points
    bufquery.dim_y s1, 0                // features
    ldg2sptile 0, 2
    smovssp sc.sd_words, 1
#bound value 12000
    smovssp sc.sd_period, s0
#bound value 16
    smovssp sc.sd_period_cnt, s1
    mov v0, 0                           // sum
    mov v1, 0                           // members
    mov v2, vc.tid_x
    imul v2, v2, s0                     // place of the point's coordinate
    mov v3, vc.tid_y
    smov s2, 0                          // point
point:
    smovssp sc.sd_words, 1
    sldsp s3, 0, s2
    movvsp vc.mem_idx, v2
    movvsp vc.mem_data, 0
    ldgcidx 0, s2, 0
    isub v4, v3, s3
    itest.nz p0, v4
    cpush.if next
    cmask p0                            // other clusters
    mov v5, vc.mem_data
    add v0, v0, v5
    iadd v1, v1, 1
    cpop
next:
    iadd v2, v2, 1
    siadd s2, s2, 1
    sisub s4, s2, s0
#bound branchcycle 11999 1 0
    sicj.l point, s4
    itest.le p0, v1
    exit p0                             // no members: stays where it is
    cvt.i2f v1, v1
    rcp v1, v1
    mul v0, v0, v1
    stglin v0, 1
    exit

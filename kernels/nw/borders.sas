// SPDX-License-Identifier: Apache-2.0
// borders - the first row and the first column of the scores, which are -i times the penalty. The
// column is a custom tile of one word per line.
.data
    0 0x0 1281 1281 n // score
    1 0x660000 1 1 n // penalty
.text
    bufquery.dim_x s0, 0                // n + 1
    sldg s1, 1
    mov v0, vc.tid_x
    isub v1, v0, s0
    itest.ge p0, v1
    exit p0
    sineg s1, s1
    imul v2, v0, s1
    stglin v2, 0
    smovssp sc.sd_words, 1
#bound value 1281
    smovssp sc.sd_period, s0
#bound value 1281
    smovssp sc.sd_period_cnt, s0
    imul v0, v0, s0
    movvsp vc.mem_idx, v0
    movvsp vc.mem_data, v2
    stgcidx 0, 0, 0
    exit

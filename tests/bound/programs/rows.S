// SPDX-License-Identifier: Apache-2.0
// rows.S - every lane of four warps sums a row: for (n = out[item]; n; n--) sum += out[sum % 1024 +
// 1024]; then, if s1 is 1, out[0] = 100.
#include "machine.h"
    program
    li t0, 4
    la t1, begin
    vx_wspawn t0, t1
begin:
    all_lanes
    csrr s3, CSR_WARP
    csrr t0, CSR_LANES
    mul s3, s3, t0
    add s3, s3, s2
    slli t6, s3, 2
    add s4, t6, s0
    lw s3, 0(s4)
    li s7, 0
    sltu t0, x0, s3
    vx_split s6, t0
    beqz s3, over
    csrr s5, CSR_MASK
head:
    andi t1, s7, 1023
    slli t1, t1, 2
    add t1, t1, s0
    li t2, 2047
    addi t2, t2, 2047
    add t1, t1, t2
    lw t1, 2(t1)
    add s7, s7, t1
    addi s3, s3, -1
    sltu t0, x0, s3
    vx_pred t0, s5
    bnez s3, head
over:
    vx_join s6
    beqz s1, behind
    li t0, 100
    sw t0, 0(s0)
behind:
    finish

// SPDX-License-Identifier: Apache-2.0
// out_of_step.S - two groups of lanes ask for the same lines, in the same cycles. On one side of a
// branch on data the first lane of one group is missing: from then on it asks for each line a cycle
// before the other one. What is 1 loads the lines, 0 stores to them.
#include "machine.h"
    program
    csrr t0, CSR_WARPS
    la t1, begin
    vx_wspawn t0, t1
begin:
    all_lanes
    slli t2, s2, 2
    add t2, t2, s0
    lw t3, 0(t2)
    snez t3, t3
    andi t4, s2, 15
    slli t4, t4, 6
    add t4, t4, s0
    vx_split s3, t3
    beqz t3, join
    bnez s1, load
    .rept 20
    sw t3, 0(t4)
    .endr
    j join
load:
    .rept 20
    lw t5, 0(t4)
    .endr
join:
    vx_join s3
    finish

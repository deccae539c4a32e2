// SPDX-License-Identifier: Apache-2.0
// conditional.S - each warp reserves a word in a line of its own, stores to it, and so on. Or, if
// what is 1, only one lane has a reservation: the others store nothing, and load their lines later.
#include "machine.h"
    program
    csrr t0, CSR_WARPS
    la t1, begin
    vx_wspawn t0, t1
begin:
    all_lanes
    csrr s3, CSR_WARP
    bnez s1, one
    slli s3, s3, 6
    slli t0, s2, 2
    andi t0, t0, 63
    add s3, s3, t0
    add s0, s0, s3
    li t1, 30
again:
    lr.w t2, (s0)
    sc.w t3, t2, (s0)
    addi t1, t1, -1
    bnez t1, again
    vx_tmc x0
one:
    bnez s3, end
    slli s3, s2, 6
    add s0, s0, s3
    li t0, 1
    vx_tmc t0
    lr.w t2, (s0)
    li t0, -1
    vx_tmc t0
    sc.w t3, t2, (s0)
    mv t3, t3
    lw t4, 0(s0)
    mv t4, t4
end:
    finish

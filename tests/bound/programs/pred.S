// SPDX-License-Identifier: Apache-2.0
// pred.S - for (i = 0; i < 10 && out[lane]; i++), lanes leave one after the other; then all lanes go
// twice round a loop.
#include "machine.h"
    program
    all_lanes
    li s3, 0
    slli t6, s2, 2
    add s4, t6, s0
    csrr s5, CSR_MASK
head:
    slti t1, s3, 10
    lw t0, 0(s4)
    sltu t0, x0, t0
    and t0, t0, t1
pred:
    vx_pred t0, s5
    beqz t0, behind
body:
    addi s3, s3, 1
    j head
behind:
    put s3, 0
    li s6, 2
again:
    addi s6, s6, -1
    bnez s6, again
done:
    finish

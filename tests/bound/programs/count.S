// SPDX-License-Identifier: Apache-2.0
// count.S - for (n = out[lane]; n; n--), lanes leave one after the other; before it, as s1 says: 0
// nothing, 1 out[70] = out[71], 2 out[70] = out[71] + 1, 3 a byte of out[70].
#include "machine.h"
    program
    all_lanes
    slli t6, s2, 2
    add s4, t6, s0
    lw t2, 284(s0)
    li t1, 1
    beqz s1, begin
    beq s1, t1, whole
    li t1, 2
    beq s1, t1, more
    sb x0, 280(s0)
    j begin
more:
    addi t2, t2, 1
whole:
    sw t2, 280(s0)
begin:
    lw s3, 0(s4)
    sltu t0, x0, s3
split:
    vx_split s6, t0
    beqz s3, over
    csrr s5, CSR_MASK
head:
    addi s3, s3, -1
    sltu t0, x0, s3
pred:
    vx_pred t0, s5
    bnez s3, head
over:
    vx_join s6
behind:
    nop
    finish

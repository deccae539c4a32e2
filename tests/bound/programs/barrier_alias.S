// SPDX-License-Identifier: Apache-2.0
// barrier_alias.S - two warps meet at barrier 1, which one of them calls 17 where a core has 16; the
// other one was at a barrier of its own before.
#include "machine.h"
    program
    li t0, 2
    la t1, begin
    vx_wspawn t0, t1
begin:
    csrr s3, CSR_WARP
    li s4, 2
    li s5, 1
    li s6, 17
    csrr t5, CSR_HART
    fcvt.s.w fa1, t5
    bnez s3, other
    vx_bar x0, s5
    jal ra, wait_long
    vx_bar s5, s4
    vx_tmc x0
other:
    vx_bar s6, s4
    jal ra, wait_long
    finish

    .type wait_long, @function
wait_long:
    .rept 10
    fadd.s fa1, fa1, fa1
    .endr
    fcvt.w.s t5, fa1
    addi t5, t5, 1
    ret
    .size wait_long, . - wait_long

// SPDX-License-Identifier: Apache-2.0
// barrier_mixed.S - two warps meet at a barrier again and again; a third one only arrives there,
// and computes before each arrival. What the two wait for is the third one's time.
#include "machine.h"
    program
    li t0, 3
    la t1, runner
    vx_wspawn t0, t1
runner:
    csrr s3, CSR_WARP
    li s4, 3
    li s5, 1
    li s6, 2
    fcvt.s.w fa0, s3
    beq s3, s6, third
    .rept 6
    vx_bar s5, s4
    .endr
    vx_tmc x0
third:
    .rept 6
    fmul.s fa0, fa0, fa0
    fmul.s fa0, fa0, fa0
    fcvt.w.s t2, fa0
    add t2, t2, t2
    vx_bar_arrive t4, s5, s4
    .endr
    finish

// SPDX-License-Identifier: Apache-2.0
// relay.S - each warp waits for the arrival of the warp before it, computes, and arrives at the
// barrier of the next one.
#include "machine.h"
    program
    csrr t0, CSR_WARPS
    la t1, runner
    vx_wspawn t0, t1
runner:
    csrr s3, CSR_WARP
    li s4, 1
    fcvt.s.w fa0, s3
    beqz s3, first
    vx_bar_wait s3, x0
first:
    .rept 8
    fmul.s fa0, fa0, fa0
    .endr
    fcvt.w.s t2, fa0
    add t2, t2, t2
    addi t3, s3, 1
    vx_bar_arrive t4, t3, s4
    finish

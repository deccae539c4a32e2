// SPDX-License-Identifier: Apache-2.0
// greedy.S - two warps with full queues; the sum waits one cycle for its comparison.
#include "machine.h"
    program
    .globl meet, comparison, dependent
    csrr t0, CSR_WARPS
    la t1, each
    vx_wspawn t0, t1
each:
    csrr a0, CSR_WARPS
    remu a1, x0, a0 /* 0, late: the queues fill meanwhile */
meet:
    vx_bar a1, a0
    .rept 6
    addi a2, x0, 1
    .endr
comparison:
    fmin.s fa0, fa1, fa2
dependent:
    fadd.s fa1, fa0, fa0
    .rept 8
    addi a2, x0, 3
    .endr
    finish

// SPDX-License-Identifier: Apache-2.0
// warps.S - all warps meet, then want the same units at the same time.
#include "machine.h"
    program
    .globl each, meet, product, quotient, comparison, dependent, behind
    csrr t0, CSR_WARPS
    la t1, each
    vx_wspawn t0, t1
each:
    csrr a0, CSR_WARPS
    li a1, 0
meet:
    vx_bar a1, a0
    addi a2, x0, 1
product:
    fmul.s fa0, fa1, fa2
quotient:
    fdiv.s fa3, fa4, fa5
    addi a2, x0, 2
comparison:
    fmin.s fa0, fa1, fa2
dependent:
    fadd.s fa1, fa0, fa0
behind:
    .rept 8
    addi a2, x0, 3
    .endr
    finish

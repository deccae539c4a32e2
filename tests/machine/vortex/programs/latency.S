// SPDX-License-Identifier: Apache-2.0
// latency.S - pairs NAME, NAME_next: how far apart must the two issue?
#include "machine.h"

// Quiet first: nothing of the pair before is pending, and the queue is full.
.macro pair name, first:vararg
    .rept 6
    addi s8, x0, 1
    .endr
    .globl \name, \name\()_next
\name:
    \first
\name\()_next:
.endm

    program
    pair add, add a0, a1, a2
    add a3, a0, a0
    pair mul, mul a0, a1, a2
    add a3, a0, a0
    pair div, div a0, a1, a2
    add a3, a0, a0
    pair fmul, fmul.s fa0, fa1, fa2
    fadd.s fa3, fa0, fa1
    pair fadd, fadd.s fa0, fa1, fa2
    fadd.s fa3, fa1, fa0
    pair fmadd, fmadd.s fa0, fa1, fa2, fa4
    fmadd.s fa3, fa1, fa2, fa0
    pair fcvt_to_float, fcvt.s.w fa0, a1
    fadd.s fa3, fa0, fa0
    pair fcvt_to_integer, fcvt.w.s a0, fa1
    add a3, a0, a0
    pair fdiv, fdiv.s fa0, fa1, fa2
    fadd.s fa3, fa0, fa0
    pair fsqrt, fsqrt.s fa0, fa1
    fadd.s fa3, fa0, fa0
    pair fmin, fmin.s fa0, fa1, fa2
    fadd.s fa3, fa0, fa0
    pair feq, feq.s a0, fa1, fa2
    add a3, a0, a0
    pair write_after_write, fmul.s fa0, fa1, fa2
    fmin.s fa0, fa4, fa5
    pair write_after_read, fmul.s fa0, fa1, fa2
    fmin.s fa1, fa4, fa5
    pair two_fmul, fmul.s fa0, fa1, fa2
    fmul.s fa3, fa4, fa5
    pair two_fdiv, fdiv.s fa0, fa1, fa2
    fdiv.s fa3, fa4, fa5
    pair two_fsqrt, fsqrt.s fa0, fa1
    fsqrt.s fa3, fa4
    .rept 20
    addi s8, x0, 1
    .endr
    finish

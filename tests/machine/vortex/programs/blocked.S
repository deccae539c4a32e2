// SPDX-License-Identifier: Apache-2.0
// blocked.S - a sum waits for a quotient, and behind it stand instructions that could be fetched.
#include "machine.h"
    program
    .globl quotient, sum, behind
    addi a1, x0, 1
    addi a2, x0, 2
    addi a3, x0, 3
    addi a4, x0, 4
quotient:
    fdiv.s fa0, fa1, fa2
sum:
    fadd.s fa3, fa0, fa0
behind:
    .rept 24
    addi a1, x0, 1
    .endr
    finish

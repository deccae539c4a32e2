// SPDX-License-Identifier: Apache-2.0
// straight.S - forty additions that need nothing of each other: what the front end alone does.
#include "machine.h"
    program
    .globl code, code_end
code:
    .rept 8
    addi a1, x0, 1
    addi a2, x0, 2
    addi a3, x0, 3
    addi a4, x0, 4
    addi a5, x0, 5
    .endr
code_end:
    finish

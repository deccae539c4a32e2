// SPDX-License-Identifier: Apache-2.0
// wrong_miss.S - a taken branch at the end of a line: the wrong path misses, the right one
// does not.
#include "machine.h"
    program
    .globl taken, wrong, target
target:
    addi a1, x0, 1
    addi a3, a3, 1
    slti a2, a3, 2
    .rept 12
    addi a4, x0, 4
    .endr
taken:
    bne a2, x0, target
wrong:
    .rept 16
    addi a5, x0, 5
    .endr
    finish

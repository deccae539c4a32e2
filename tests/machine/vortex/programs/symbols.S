// SPDX-License-Identifier: Apache-2.0
// symbols.S - out[0..3] is what the variable `weights` holds when the program starts, and out[4] the
// word behind it. It then counts weights[0] up, so that a second launch shows who sets it when.
#include "machine.h"
    .data
    .globl weights
    .type weights, @object
    .size weights, 16
weights:
    .word 1, 2, 3, 4
    .word 5

    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    la s1, weights
    li t1, 5
1:  lw t2, 0(s1)
    sw t2, 0(s0)
    addi s0, s0, 4
    addi s1, s1, 4
    addi t1, t1, -1
    bnez t1, 1b
    lw t2, -20(s1)
    addi t2, t2, 1
    sw t2, -20(s1)
    finish

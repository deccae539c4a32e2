// SPDX-License-Identifier: Apache-2.0
// stack_word.S - a function begins with a store of its argument into an array on the stack: no caller
// wants that register back. An index from the buffer changes the array. The word says how often a
// loop runs.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    csrr t0, CSR_HART
    slli t0, t0, 13
    li sp, 0xff000000
    sub sp, sp, t0
    li a1, 1
    jal ra, counts
    finish

    .type counts, @function
counts:
    addi sp, sp, -32
    sw a1, 16(sp)
    li t1, 2000
    lw t0, 0(s0)
    andi t0, t0, 28
    add t0, t0, sp
    sw t1, 0(t0)
    lw t2, 16(sp)
again:
    addi t2, t2, -1
    bgtz t2, again
    addi sp, sp, 32
    ret
    .size counts, . - counts

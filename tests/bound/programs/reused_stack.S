// SPDX-License-Identifier: Apache-2.0
// reused_stack.S - where one function has saved a register, the next one has an array, which it
// fills at an index from the buffer. A word of it says how often a loop runs.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    csrr t0, CSR_HART
    slli t0, t0, 13
    li sp, 0xff000000
    sub sp, sp, t0
    li s1, 1
    jal ra, saves
    jal ra, fills
    finish

    .type saves, @function
saves:
    addi sp, sp, -32
    sw s1, 16(sp)
    li s1, 7
    lw s1, 16(sp)
    addi sp, sp, 32
    ret
    .size saves, . - saves

    .type fills, @function
fills:
    addi sp, sp, -32
    li t1, 2000
    lw t0, 0(s0)
    andi t0, t0, 28
    add t0, t0, sp
    sw t1, 0(t0)
    lw t2, 16(sp)
1:
    addi t2, t2, -1
    bgtz t2, 1b
    addi sp, sp, 32
    ret
    .size fills, . - fills

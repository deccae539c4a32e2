// SPDX-License-Identifier: Apache-2.0
// stack.S - what a lane keeps on its stack is known behind a fork; what an index from the buffer
// may have overwritten is not, but for the registers that a function saved.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    csrr t0, CSR_HART
    slli t0, t0, 13
    li sp, 0xff000000
    sub sp, sp, t0
    li s1, 3
    addi sp, sp, -64
    sw s1, 0(sp)
    lw t0, 0(s0)
fork:
    beqz t0, meet
    nop
meet:
    lw t1, 0(sp)
kept:
    addi t1, t1, -1
    bnez t1, kept
    jal ra, function
behind:
    finish

    .type function, @function
function:
    addi sp, sp, -32
    sw ra, 28(sp)
    li t0, 5
    sw t0, 0(sp)
    lw t1, 4(s0)
    andi t1, t1, 12
    add t1, t1, sp
    sw t0, 0(t1)
    lw t2, 0(sp)
overwritten:
    beqz t2, last
    nop
last:
    lw ra, 28(sp)
    addi sp, sp, 32
    ret
    .size function, . - function

// SPDX-License-Identifier: Apache-2.0
// stack_argument.S - the end of the stacks is an argument, and local memory begins there. An array on
// the stack is written at a place from the buffer.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw sp, 4(a0)
    csrr t0, CSR_HART
    slli t0, t0, 13
    sub sp, sp, t0
    addi sp, sp, -64
    lw t0, 0(s0)
    andi t0, t0, 15
    slli t0, t0, 2
    add t0, t0, sp
    lw t1, 0(t0)
    sw t1, 0(t0)
    finish

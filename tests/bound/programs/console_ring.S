// SPDX-License-Identifier: Apache-2.0
// console_ring.S - Vortex 3.0: out[0] becomes the write index of a ring; the host drains the ring and
// sets its read index, and a loop counts that down.
#include "machine.h"
    .equ WRITTEN, 0x40
    .equ READ, 0x40 + 4*64
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    sw x0, READ(x0)
    sw t0, WRITTEN(x0)
    li t3, 2000 /* longer than the host takes to look again */
wait:
    addi t3, t3, -1
    bnez t3, wait
    lw t2, READ(x0)
loop:
    beqz t2, done
    addi t2, t2, -1
    j loop
done:
    finish

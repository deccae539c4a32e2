// SPDX-License-Identifier: Apache-2.0
// exact_ring.S - data reach the program through the host: it drains a ring of the console up to where
// the program says, and writes that place into memory.
#include "machine.h"
#define WRITTEN 0x40
#define READ 0x140
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    li t1, READ
    sw x0, 0(t1)
    lw t0, 0(s0)
    andi t0, t0, 1
    li t1, WRITTEN
    sw t0, 0(t1)
    li t2, 20000
wait:
    addi t2, t2, -1
    bnez t2, wait
    li t1, READ
    lw t0, 0(t1)
    beqz t0, unread
    div t0, t0, t0
    div t0, t0, t0
unread:
    finish

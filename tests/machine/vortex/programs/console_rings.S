// SPDX-License-Identifier: Apache-2.0
// console_rings.S - Vortex 3.0: 64 rings of 512 bytes at 0x40: wr[64], rd[64], data[64][512]. Warp
// 0 writes 700 characters with a line end every 50 to ring 3, and waits while it is full for the
// host to drain it.
#include "machine.h"
    .equ WRITTEN, 0x40 + 4*3
    .equ READ, 0x40 + 4*64 + 4*3
    .equ DATA, 0x40 + 8*64 + 512*3
    program
    li s1, 0 /* characters so far */
next:
    li t0, WRITTEN
    lw t1, 0(t0)
    li t0, READ
full:
    lw t2, 0(t0)
    sub t2, t1, t2
    li t3, 512
    bgeu t2, t3, full
    andi t2, t1, 511
    li t3, DATA
    add t2, t2, t3
    addi s1, s1, 1
    li t3, 50
    remu t4, s1, t3
    li t5, '\n'
    beqz t4, 1f
    addi t5, t4, '0'
1:  sb t5, 0(t2)
    fence
    addi t1, t1, 1
    li t0, WRITTEN
    sw t1, 0(t0)
    li t3, 700
    bltu s1, t3, next
    li t0, 0x8348
    li t1, 17
    sw t1, 0(t0)
    finish

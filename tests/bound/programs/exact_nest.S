// SPDX-License-Identifier: Apache-2.0
// exact_nest.S - loops whose rounds are words of the buffer: with just these as bounds, the run does
// all that is predicted. The inner one loads a line of the image, combines a word of another line,
// and loads from the buffer: what = 0 at an offset that is not known, what = 1 at an address of
// which nothing is known, what = 2 not at all. Before, a function calls another one.
#include "machine.h"
    program
    all_lanes
    la s4, line
    la s5, word
    slli t6, s2, 2
    add t6, t6, s0
    lw s6, 0(t6)        // the lane's number, from the buffer
    slli s6, s6, 2
    li s8, 2
    jal ra, calls
    lw s3, 120(s0)      // 30 rounds
outer:
    lw s7, 80(s0)       // 20 rounds
inner:
    lw t1, 0(s4)
    amoadd.w t2, x0, (s5)
    add t3, s0, s6
    beqz s1, load
    or t3, s0, s6
    bne s1, s8, load
    j next
load:
    lw t4, 0(t3)
next:
    addi s7, s7, -1
    bnez s7, inner
    addi s3, s3, -1
    bnez s3, outer
    finish

    .type calls, @function
calls:
    mv s9, ra
    jal ra, called
    jr s9
    .size calls, . - calls
    .type called, @function
called:
    ret
    .size called, . - called

    .data
    .balign 64
line: .word 7
    .balign 64
word: .word 7

// SPDX-License-Identifier: Apache-2.0
// triangle.S - a loop of eight rounds that the buffer may end; its inner loop has one round more, and
// its load twice the stride, each time.
#include "machine.h"
    program
    all_lanes
    li s3, 8
    li s4, 1
outer:
    lw t0, 4(s0)
    beqz t0, behind
    mv t1, s4
inner:
    addi t1, t1, -1
    bnez t1, inner
    addi t2, s4, 1
    sll t2, s2, t2
    add t2, t2, s0
    lw t3, 0(t2)
    addi s4, s4, 1
    bgeu s3, s4, outer
behind:
    finish

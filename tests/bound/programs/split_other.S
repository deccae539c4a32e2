// SPDX-License-Identifier: Apache-2.0
// split_other.S - lanes part by a word of their own; the branch after the SPLIT asks for another
// word and goes the same way on both sides.
#include "machine.h"
    program
    all_lanes
    slli t6, s2, 2
    add t6, t6, s0
    li s8, 15
round:
    lw t0, 0(t6)
    lw t1, 512(s0)
    andi t0, t0, 1
    vx_split s5, t0
    bnez t1, long
    j meet
long:
    .rept 120
    addi s7, s7, 3
    .endr
meet:
    vx_join s5
    addi s8, s8, -1
    bnez s8, round
    finish

// SPDX-License-Identifier: Apache-2.0
// loop_of_sides.S - both sides of a SPLIT enter one loop of out[0] rounds, one after the other: with
// s1 = 0 because the branch after the SPLIT tests another value, with s1 = 1 because both sides lead
// to the loop.
#include "machine.h"
    program
    li t0, 32
    la t1, begin
    vx_wspawn t0, t1
begin:
    all_lanes
    slli t6, s2, 2
    add t6, t6, s0
    lw t0, 0(t6)
    xor t0, t0, s2
    andi t0, t0, 1
    lw t2, 0(s0)
    vx_split s5, t0
    bnez s1, paired
    beqz t2, join
first:
    addi t3, t3, 1
    addi t4, t4, 1
    addi t5, t5, 1
    addi t2, t2, -1
    bnez t2, first
    j join
paired:
    beqz t0, other
    li s6, 1
    j second
other:
    li s6, 2
second:
    add t3, t3, s6
    addi t4, t4, 1
    addi t5, t5, 1
    addi t2, t2, -1
    bnez t2, second
join:
    vx_join s5
    finish

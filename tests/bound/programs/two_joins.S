// SPDX-License-Identifier: Apache-2.0
// two_joins.S - a side of a SPLIT ends at two JOINs, with different numbers in a register by which
// the warp goes on.
#include "machine.h"
    program
    all_lanes
    lw t0, 4(s0)
    lw t1, 0(s0)
    sltu t0, x0, t0
    vx_split s5, t0
    beqz t0, second
    beqz t1, first
    li s4, 2
    vx_join s5
    j meet
first:
    li s4, 1
    vx_join s5
    j meet
second:
    mv s4, s1           // what: the number of this side
    vx_join s5
meet:
    li t2, 1
    beq s4, t2, behind
    nop
    nop
behind:
    finish

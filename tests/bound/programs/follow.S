// SPDX-License-Identifier: Apache-2.0
// follow.S - lanes disagree about a branch, and the last one decides: what holds for it does not hold
// for the others, as the SPLIT after it shows.
#include "machine.h"
    program
    all_lanes
    slli t6, s2, 2
    add t6, t6, s0
    lw t0, 0(t6)
    li s3, 4
    bltu t0, s3, behind
    sltu t1, t0, s3
    vx_split s5, t1
    beqz t1, large
    nop
    nop
large:
    vx_join s5
behind:
    finish

// SPDX-License-Identifier: Apache-2.0
// missing_lanes.S - lanes that the buffer chooses load lines, then all lanes load theirs.
#include "machine.h"
    program
    all_lanes
    slli t2, s2, 2
    add t2, t2, s0
    lw t3, 0(t2)
    snez t3, t3
    slli t4, s2, 6
    add t4, t4, s0
    li t6, -1
    vx_pred t3, t6
    nop
    j 1f
1:
    nop
    j 2f
2:
    lw t5, 1024(t4)
    add t5, t5, t5
    vx_tmc t6
    add t5, t5, t5
    .rept 10
    nop
    .endr
    lw t5, 1024(t4)
    add t5, t5, t5
    finish

// SPDX-License-Identifier: Apache-2.0
// mask.S - lanes part by what is in the buffer. If lane 0 is not among those that go on, a loop runs:
// the mask tells them.
#include "machine.h"
    program
    all_lanes
    slli t6, s2, 2
    add t6, t6, s0
    lw t0, 0(t6)
    li s4, 1000
    sltu t5, x0, t0
    vx_split s5, t5
    beqz t0, join
    csrr t1, CSR_MASK
    andi t1, t1, 1
    bnez t1, join
without_lane_0:
    addi s4, s4, -1
    bnez s4, without_lane_0
join:
    vx_join s5
    finish

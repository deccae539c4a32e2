// SPDX-License-Identifier: Apache-2.0
// speaker.S - a branch that one lane decides: half of the lanes hold a word of the buffer, the others
// a number. One way is short, the other one long.
#include "machine.h"
    program
    all_lanes
    li t1, 1
    csrr t3, CSR_LANES
    srli t3, t3, 1
    slt t2, s2, t3
    vx_split s5, t2
    bnez t2, meet
    lw t1, 0(s0)
meet:
    vx_join s5
branch:
    bnez t1, short
    li t4, 200
long:
    addi t4, t4, -1
    bnez t4, long
short:
    finish

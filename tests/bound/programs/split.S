// SPDX-License-Identifier: Apache-2.0
// split.S - lanes part by what is in the buffer; inside, lanes part by their number and by more of
// the buffer. s3 is 4 whatever way a lane took, s4 is the lane's number or more.
#include "machine.h"
    program
    all_lanes
    slli t6, s2, 2
    add t6, t6, s0
    lw t0, 0(t6)
    lw t1, 128(t6)
    sltu t5, x0, t0
    mv s4, s2
split:
    vx_split s5, t5
    beqz t0, nothing
    li s3, 4
    slti t2, s2, 16
known:
    vx_split s6, t2
    beqz t2, high
low:
    addi s4, s4, 100
    j join_known
high:
    addi s4, s4, 200
join_known:
    vx_join s6
    sltu t5, x0, t1
nested:
    vx_split s6, t5
    beqz t1, join_nested
one:
    nop
join_nested:
    vx_join s6
    j join
nothing:
    li s3, 4
join:
    vx_join s5
behind:
    addi s3, s3, -1
    bnez s3, behind
    put s4, 0
    finish

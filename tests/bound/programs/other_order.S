// SPDX-License-Identifier: Apache-2.0
// other_order.S - 16 lanes load eight lines, those of two banks by turns. The lanes that the buffer
// chooses ask for all lines of one bank first, so that the other one has to wait.
#include "machine.h"
    program
    all_lanes
    slli t2, s2, 2
    add t2, t2, s0
    lw t3, 0(t2)
    andi t3, t3, 8
    snez t3, t3
    andi t4, s2, 7
    slli t5, t4, 1
    andi t5, t5, 7
    srli t6, t4, 2
    or t5, t5, t6
    slti t6, s2, 8
    neg t6, t6
    and t4, t4, t6
    not t6, t6
    and t5, t5, t6
    or t4, t4, t5
    slli t4, t4, 6
    add t4, t4, s0
    li t5, 4096
    add t4, t4, t5
    fence
    vx_split s3, t3
    beqz t3, join
    lw t5, 0(t4)
join:
    vx_join s3
    finish

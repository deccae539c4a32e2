// SPDX-License-Identifier: Apache-2.0
// two_tables.S - loads from a table of a few words and from a large one, which begin in the same
// line of the cache; both indices depend on data.
#include "machine.h"
    program
    all_lanes
    lw t0, 0(s0)
    andi t0, t0, 12
    add t0, t0, s0
    lw t1, 0(t0)
    li s3, 1664525
    li s4, 24
1:
    add t1, t1, s2
    mul t1, t1, s3
    srli t2, t1, 14
    slli t2, t2, 2
    add t2, t2, s1
    lw t3, 0(t2)
    xor t1, t1, t3
    addi s4, s4, -1
    bnez s4, 1b
    finish

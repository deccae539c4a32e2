// SPDX-License-Identifier: Apache-2.0
// neighbour.S - loads from a large table through a pointer that begins below it, where another
// buffer is: b[i - n], compiled as (b - n) + i. The indices depend on data.
#include "machine.h"
    program
    all_lanes
    lw t1, 0(s0)
    sub s5, s1, s0 // n bytes
    sub s6, s1, s5 // the address of the small table, made from the one of the large table
    li s3, 1664525
    li s4, 24
1:
    add t1, t1, s2
    mul t1, t1, s3
    srli t2, t1, 14
    slli t2, t2, 2
    add t2, t2, s5
    add t2, t2, s6
    lw t3, 0(t2)
    xor t1, t1, t3
    addi s4, s4, -1
    bnez s4, 1b
    finish

// SPDX-License-Identifier: Apache-2.0
// disagree.S - lanes of odd and of even number want different things, and nobody parts them.
// What: 0 a branch, 1 a jump by register, 2 the mask of TMC. out[lane] = 1 or 2: the way taken.
#include "machine.h"
    program
    all_lanes
    andi s3, s2, 1
    li t0, 1
    beq s1, t0, jump
    li t0, 2
    beq s1, t0, mask
branch:
    bnez s3, odd
even:
    li t1, 1
    put t1, 0
    vx_tmc x0
odd:
    li t1, 2
    put t1, 0
    vx_tmc x0
jump:
    la t1, even
    la t2, odd
    sub t2, t2, t1
    mul t2, t2, s3
    add t1, t1, t2
    jr t1
mask:
    addi t1, s3, 3
    vx_tmc t1
    li t1, 1
    put t1, 0
    finish

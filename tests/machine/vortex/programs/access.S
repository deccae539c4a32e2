// SPDX-License-Identifier: Apache-2.0
// access.S - one access of every lane. Arguments: buffer, what, offset. Lane i goes to buffer +
// offset + 4 * i; what: 0 loads a word, 1 stores one, 2 stores to the code, 3 loads a half-word.
#include "machine.h"
    program
    all_lanes
    lw s3, 8(a0)
    add s3, s3, s0
    slli t1, s2, 2
    add s3, s3, t1
    li t0, 1
    beq s1, t0, store
    li t0, 2
    beq s1, t0, store_to_code
    li t0, 3
    beq s1, t0, load_half
    lw t2, 0(s3)
    vx_tmc x0
load_half:
    lh t2, 0(s3)
    vx_tmc x0
store:
    sw s2, 0(s3)
    vx_tmc x0
store_to_code:
    la t1, _start
    sw s2, 0(t1)
    finish

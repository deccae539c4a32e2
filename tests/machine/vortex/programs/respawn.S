// SPDX-License-Identifier: Apache-2.0
// respawn.S - warp 0 spawns all slots again as soon as the first ones are done: the last of those
// ends in the cycle in which its slot gets a new warp.
#include "machine.h"
    program
    csrr s3, CSR_WARPS
    la t1, first
    vx_wspawn s3, t1
    la t1, second
    vx_wspawn s3, t1
    vx_tmc x0
first:
    .rept 5
    addi a1, x0, 1
    .endr
    vx_tmc x0
second:
    addi a2, x0, 2
    finish

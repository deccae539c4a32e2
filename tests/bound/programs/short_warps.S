// SPDX-License-Identifier: Apache-2.0
// short_warps.S - warps that end at once, by turns in two places of the code that share sets of a
// small instruction cache. What follows in the code is fetched, but never runs.
#include "machine.h"
    program
    j 1f
    .balign 128
1:
    li t0, 2
    la t1, first
    la t2, second
    .rept 12
    vx_wspawn t0, t1
    vx_wspawn t0, t2
    .endr
    vx_tmc x0
    .balign 256
first:
    vx_tmc x0
    .rept 24
    nop
    .endr
    .balign 256
second:
    vx_tmc x0
    .rept 24
    nop
    .endr
    finish

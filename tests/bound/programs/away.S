// SPDX-License-Identifier: Apache-2.0
// away.S - 200 loads of each lane, from out + out[0] + lane * 256 KiB on, each 4 KiB further.
#include "machine.h"
    program
    all_lanes
    li s4, 200
    li s5, 0x1000
    lw t0, 0(s0)
    slli t1, s2, 18
    add t0, t0, t1
    add t0, t0, s0
next:
    lw t2, 0(t0)
    add t0, t0, s5
    addi s4, s4, -1
    bnez s4, next
    finish

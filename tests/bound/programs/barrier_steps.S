// SPDX-License-Identifier: Apache-2.0
// barrier_steps.S - two warps that meet at a barrier twenty times.
#include "machine.h"
    program
    li t0, 2
    la t1, runner
    vx_wspawn t0, t1
runner:
    li s4, 2
    .rept 20
    vx_bar x0, s4
    .endr
    finish

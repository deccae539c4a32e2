// SPDX-License-Identifier: Apache-2.0
// oracle_loop.S - all warps go round a short loop: a branch is taken every few cycles.
#include "machine.h"
    program
    .globl loop
    csrr t0, CSR_WARPS
    la t1, each
    vx_wspawn t0, t1
each:
    li a0, 6
loop:
    addi a1, a1, 1
    addi a2, a2, 1
    addi a0, a0, -1
    bnez a0, loop
    finish

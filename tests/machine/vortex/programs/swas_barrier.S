// SPDX-License-Identifier: Apache-2.0
// swas_barrier.S - all warps meet, however far apart they started.
#include "machine.h"
    program
    .globl each, meet, behind
    csrr t0, CSR_WARPS
    la t1, each
    vx_wspawn t0, t1
each:
    csrr a0, CSR_WARPS
    li a1, 0
meet:
    vx_bar a1, a0
behind:
    .rept 6
    addi a2, x0, 1
    .endr
    finish

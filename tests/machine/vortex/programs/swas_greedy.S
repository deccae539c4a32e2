// SPDX-License-Identifier: Apache-2.0
// swas_greedy.S - warp 0 starts warps 1 and 2 and ends; both run the code of table X4.
#include "machine.h"
    program
    .globl i0, i1, i2, i3
    li t0, 3
    la t1, i0
    vx_wspawn t0, t1
    vx_tmc x0
    .rept 4
    nop
    .endr
i0: addi a1, x0, 1
i1: fadd.s f1, f2, f3
i2: fmv.x.w a2, f1
i3: vx_tmc x0
    .rept 4
    nop
    .endr

// SPDX-License-Identifier: Apache-2.0
// swas_branch.S - warp 0 starts warp 1 and ends; warp 1 runs the code of table X1 alone.
#include "machine.h"
    program
    .globl i0, i1, i2, i3, i6, i8
    li t0, 2
    la t1, i0
    vx_wspawn t0, t1
    vx_tmc x0
    .rept 4
    nop
    .endr
i0: addi a1, x0, 1
i1: addi a1, x0, 1
i2: beq x0, x0, i6
i3: addi a2, x0, 2
    addi a2, x0, 2
    addi a2, x0, 2
i6: addi a3, x0, 3
    addi a3, x0, 3
i8: vx_tmc x0
    .rept 4
    nop
    .endr

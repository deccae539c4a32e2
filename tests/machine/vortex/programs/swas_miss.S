// SPDX-License-Identifier: Apache-2.0
// swas_miss.S - warp 0 starts warp 1 and ends; warp 1 runs the code of table X2: its third
// instruction is the first of a line that nobody has touched.
#include "machine.h"
    program
    .globl i0, i1, i2, i6
    .balign 64
warm:
    li t0, 2
    la t1, i0
    vx_wspawn t0, t1
    vx_tmc x0
    .fill (56 - (. - warm)) / 4, 4, 0x13
i0: addi a1, x0, 1
i1: addi a1, x0, 1
i2: addi a2, x0, 2
    addi a2, x0, 2
    addi a2, x0, 2
    addi a2, x0, 2
i6: vx_tmc x0
    .rept 4
    nop
    .endr

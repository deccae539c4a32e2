// SPDX-License-Identifier: Apache-2.0
// swas_split.S - warp 0 starts warp 1 and ends; the two lanes of warp 1 part and come together: one
// of them runs i6 and i7, then both have been there.
#include "machine.h"
    program
    .globl i0, i4, i5, i8, i9
    li t0, 2
    la t1, i0
    vx_wspawn t0, t1
    vx_tmc x0
    .rept 4
    nop
    .endr
i0: li t0, 3
    vx_tmc t0
    csrr s2, CSR_LANE
    sltiu s3, s2, 1
i4: vx_split s4, s3
i5: addi a1, a1, 1
    addi a1, a1, 1
i7: vx_join s4
i8: vx_tmc x0
    .rept 8
    nop
    .endr

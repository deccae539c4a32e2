// SPDX-License-Identifier: Apache-2.0
// rows_up.S - every lane of four warps counts up to an element: for (k = 0; k < out[item]; k++),
// where the end is found by a xor, as compilers do it.
#include "machine.h"
    program
    li t0, 4
    la t1, begin
    vx_wspawn t0, t1
begin:
    all_lanes
    csrr s3, CSR_WARP
    csrr t0, CSR_LANES
    mul s3, s3, t0
    add s3, s3, s2
    slli t6, s3, 2
    add s4, t6, s0
    lw s3, 0(s4)
    li s7, 0
    slt t0, x0, s3
    vx_split s6, t0
    bge x0, s3, over
    csrr s5, CSR_MASK
head:
    addi s7, s7, 1
    xor t0, s3, s7
    sltu t0, x0, t0
    vx_pred t0, s5
    bne s3, s7, head
over:
    vx_join s6
    finish

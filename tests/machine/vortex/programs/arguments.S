// SPDX-License-Identifier: Apache-2.0
// arguments.S - struct { i8; i64; f32; local; buffer out; } comes as a C compiler lays it out: at
// 0, 8, 16, 20, 24. Every warp copies it to out[8 * warp], by way of local memory.
#include "machine.h"
    program
    csrr t0, CSR_WARPS
    la t1, each
    vx_wspawn t0, t1
each:
    csrr a0, CSR_MSCRATCH
    lw s0, 24(a0)
    lw s3, 20(a0)
    csrr t0, CSR_WARP
    slli t0, t0, 5
    add s0, s0, t0
    add s3, s3, t0
    li t1, 8
1:  lw t2, 0(a0)
    sw t2, 0(s3)
    lw t2, 0(s3)
    sw t2, 0(s0)
    addi a0, a0, 4
    addi s0, s0, 4
    addi s3, s3, 4
    addi t1, t1, -1
    bnez t1, 1b
    finish

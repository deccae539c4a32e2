// SPDX-License-Identifier: Apache-2.0
// barrier_loop.S - two warps meet as often as a word of the buffer says.
#include "machine.h"
    program
    li t0, 2
    la t1, begin
    vx_wspawn t0, t1
begin:
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw s3, 0(s0)
    li t1, 2
head:
    vx_bar x0, t1
    addi s3, s3, -1
    bnez s3, head
    finish

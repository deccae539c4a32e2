// SPDX-License-Identifier: Apache-2.0
// exact_kept.S - a warp finds data in the registers of the warp that was in its place before.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    li t0, 2
    la t1, first
    vx_wspawn t0, t1
    li t0, 2
    la t1, second
    vx_wspawn t0, t1
    vx_tmc x0
first:
    csrr a0, CSR_MSCRATCH
    lw a1, 0(a0)
    lw s3, 0(a1)
    andi s3, s3, 1
    vx_tmc x0
second:
    beqz s3, ends
    div s3, s3, s3
    div s3, s3, s3
ends:
    finish

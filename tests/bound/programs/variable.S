// SPDX-License-Identifier: Apache-2.0
// variable.S - warp 1 stores to a variable on which warp 0 branches; nobody stores to the other.
#include "machine.h"
    program
    csrr s3, CSR_WARPS
    la t1, second
    vx_wspawn s3, t1
    la t0, kept
    lw t1, 0(t0)
on_kept:
    bnez t1, changed
    la t0, stored
    lw t1, 0(t0)
on_stored:
    bnez t1, changed
    nop
changed:
    vx_tmc x0
second:
    la t0, stored
    li t1, 1
    sw t1, 0(t0)
    finish

    .data
kept:
    .word 0
stored:
    .word 0

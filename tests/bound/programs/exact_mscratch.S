// SPDX-License-Identifier: Apache-2.0
// exact_mscratch.S - a warp gives data to the warps that it starts, in mscratch.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    andi t0, t0, 1
    csrw CSR_MSCRATCH, t0
    li t0, 2
    la t1, other
    vx_wspawn t0, t1
    vx_tmc x0
other:
    csrr t0, CSR_MSCRATCH
    beqz t0, ends
    div t0, t0, t0
    div t0, t0, t0
ends:
    finish

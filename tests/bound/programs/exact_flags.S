// SPDX-License-Identifier: Apache-2.0
// exact_flags.S - whether a sum is exact decides a branch, through the flags.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    flw fa0, 0(s0)
    li t0, 0x3f800000
    fmv.w.x fa1, t0
    fadd.s fa0, fa0, fa1
    csrr t0, fflags
    beqz t0, ends
    div t0, t0, t0
    div t0, t0, t0
ends:
    finish

// SPDX-License-Identifier: Apache-2.0
// nested_warps.S - all warps: do { do { do { } while (out[0]); } while (out[1]); } while (out[2]);
#include "machine.h"
    program
    csrr t0, CSR_WARPS
    la t1, begin
    vx_wspawn t0, t1
begin:
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
outer:
    nop
middle:
    nop
inner:
    lw t0, 0(s0)
    bnez t0, inner
    lw t0, 4(s0)
    bnez t0, middle
    lw t0, 8(s0)
    bnez t0, outer
    finish

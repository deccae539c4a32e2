// SPDX-License-Identifier: Apache-2.0
// slow_locals.S - loads of all warps from an address in local memory that is known.
#include "machine.h"
    program
    csrr t0, CSR_WARPS
    la t1, begin
    vx_wspawn t0, t1
begin:
    csrr a0, CSR_MSCRATCH
    lw s1, 4(a0)
    .rept 10
    lw t2, 0(s1)
    lw t3, 4(s1)
    lw t4, 8(s1)
    .endr
    finish

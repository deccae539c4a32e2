// SPDX-License-Identifier: Apache-2.0
// exact_return.S - mepc has data; an instruction that may trap comes between, and mret goes there.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    andi t0, t0, 4
    la t1, there
    add t0, t0, t1
    csrw mepc, t0
    fadd.s fa0, fa0, fa0
    mret
there:
    nop
    finish

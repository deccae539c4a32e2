// SPDX-License-Identifier: Apache-2.0
// two_loads.S - two loads at offsets from a buffer of which nothing is known.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    add t1, t0, s0
    nop
    lw t2, 0(t1)
    add t1, t2, s0
    lw t2, 0(t1)
    finish

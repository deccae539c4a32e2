// SPDX-License-Identifier: Apache-2.0
// one_load.S - a single load from a table of a few words, at an index that depends on data.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw s1, 4(a0)
    lw t0, 0(s1)
    andi t0, t0, 12
    add t0, t0, s0
    lw t1, 0(t0)
    finish

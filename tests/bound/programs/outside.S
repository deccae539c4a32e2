// SPDX-License-Identifier: Apache-2.0
// outside.S - loads from out + out[0], which may be anywhere.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    add t0, t0, s0
    lw t1, 0(t0)
    finish

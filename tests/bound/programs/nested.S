// SPDX-License-Identifier: Apache-2.0
// nested.S - do { do { } while (out[0]); } while (out[1]); with a continue in the inner one.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
outer:
    nop
inner:
    lw t0, 8(s0)
    beqz t0, skipped
more:
    nop
skipped:
    lw t0, 0(s0)
inner_exit:
    bnez t0, inner
between:
    lw t0, 4(s0)
outer_exit:
    bnez t0, outer
behind:
    finish

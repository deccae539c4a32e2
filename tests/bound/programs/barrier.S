// SPDX-License-Identifier: Apache-2.0
// barrier.S - a barrier on every path, and one on a path that only the buffer knows.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    li t1, 1
    vx_bar x0, t1
    lw t0, 0(s0)
    beqz t0, end
    vx_bar x0, t1
end:
    finish

// SPDX-License-Identifier: Apache-2.0
// stray.S - a store to where the buffer says.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    sw x0, 0(t0)
    finish

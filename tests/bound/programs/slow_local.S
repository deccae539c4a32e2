// SPDX-License-Identifier: Apache-2.0
// slow_local.S - a chain of loads through addresses that are not known; they are in local memory.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw s1, 4(a0)
    lw t0, 0(s0)
    li s3, 30
1:
    or t1, t0, s1
    lw t0, 0(t1)
    addi s3, s3, -1
    bnez s3, 1b
    finish

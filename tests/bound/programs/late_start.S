// SPDX-License-Identifier: Apache-2.0
// late_start.S - core 0 has the most instructions; core 1 starts all of its warps, one after
// another, which end at once.
#include "machine.h"
    program
    csrr t0, CSR_CORE
    beqz t0, busy
    csrr t0, CSR_WARPS
    la t1, started
    vx_wspawn t0, t1
started:
    vx_tmc x0
busy:
    li t1, 1500
1:
    addi t1, t1, -1
    bnez t1, 1b
    finish

// SPDX-License-Identifier: Apache-2.0
// two_cores.S - the first core has many instructions, the others a few slow ones.
#include "machine.h"
    program
    csrr t0, CSR_CORE
    bnez t0, slow
    li t1, 10
many:
    .rept 100
    addi t2, t2, 1
    .endr
    addi t1, t1, -1
    bnez t1, many
    vx_tmc x0
slow:
    .rept 10
    div t3, t0, t0
    .endr
    finish

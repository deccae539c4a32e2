// SPDX-License-Identifier: Apache-2.0
// two_paths.S - the buffer chooses between many instructions and a few slow ones.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    beqz t0, slow
    li t1, 100
many:
    .rept 100
    addi t2, t2, 1
    .endr
    addi t1, t1, -1
    bnez t1, many
    vx_tmc x0
slow:
    div t3, t0, t0
    div t4, t0, t0
    finish

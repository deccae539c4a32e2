// SPDX-License-Identifier: Apache-2.0
// fork_fetch.S - branches on data, each followed by as many instructions as a queue holds: these
// have to be fetched after the branch.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    li s3, 60
round:
    .rept 24
    bnez t0, 1f
    nop
1:
    .rept 16
    xori t1, t1, 1
    .endr
    .endr
    addi s3, s3, -1
    bnez s3, round
    finish

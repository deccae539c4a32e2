// SPDX-License-Identifier: Apache-2.0
// twice.S - a word that nobody waits for, then another one of the same line, on which the next
// address depends: the line is still in flight.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    li s3, 25
1:
    .irp unused, s4, s5, s6, s7, s8, s9, s10, s11
    lw \unused, 0(s0)
    lw t0, 8(s0)
    and t0, t0, x0
    add s0, s0, t0
    addi s0, s0, 64
    .endr
    addi s3, s3, -1
    bnez s3, 1b
    finish

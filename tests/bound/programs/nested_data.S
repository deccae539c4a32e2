// SPDX-License-Identifier: Apache-2.0
// nested_data.S - two loops in each other, as often as the buffer says, with counters and addresses
// that move on.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw s3, 0(s0)
    li s4, 0
outer:
    li s5, 0
inner:
    xor t0, s4, s5
    andi t0, t0, 252
    add t0, t0, s0
    lw t1, 0(t0)
    add s6, s6, t1
    addi s5, s5, 1
    blt s5, s3, inner
    addi s4, s4, 1
    blt s4, s3, outer
    finish

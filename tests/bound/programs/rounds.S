// SPDX-License-Identifier: Apache-2.0
// rounds.S - a loop in a loop, both tested at the top, of as many rounds as the buffer says.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw s3, 0(s0)
outer:
    beqz s3, behind
    lw s4, 0(s0)
inner:
    beqz s4, between
    addi s4, s4, -1
    j inner
between:
    addi s3, s3, -1
    j outer
behind:
    finish

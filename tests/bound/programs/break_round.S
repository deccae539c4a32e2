// SPDX-License-Identifier: Apache-2.0
// break_round.S - a loop tested at the top whose last round leaves it in the middle.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw s3, 0(s0)
    li s4, 1
head:
    beqz s3, behind
    lw t0, 4(s0)
    beq s3, s4, behind
    addi s3, s3, -1
    j head
behind:
    finish

// SPDX-License-Identifier: Apache-2.0
// continues.S - a loop of ten rounds with two ways back, which set a register differently: the next
// round does more or less by it.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    li s3, 10
    li s4, 0
    li s5, 1
head:
    beqz s4, next
    beq s4, s5, one
    nop
    nop
    j next
one:
    nop
next:
    addi s3, s3, -1
    beqz s3, behind
    lw t0, 0(s0)
    beqz t0, other
    li s4, 1
    j head
other:
    li s4, 2
    j head
behind:
    finish

// SPDX-License-Identifier: Apache-2.0
// totals.S - on each core a loop is entered eight times, for as many rounds as the square of a word of
// the buffer: on the second core many, after other work.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    csrr t0, CSR_CORE
    slli t1, t0, 5
    add s0, s0, t1      // 8 words each
    beqz t0, start
    li t1, 2000
other:
    addi t1, t1, -1
    bnez t1, other
start:
    li s3, 8
entry:
    lw t2, 0(s0)
    mul t2, t2, t2
loop:
    beqz t2, next
    addi t2, t2, -1
    j loop
next:
    addi s0, s0, 4
    addi s3, s3, -1
    bnez s3, entry
    finish

// SPDX-License-Identifier: Apache-2.0
// loop.S - while (out[0]) i++, and a loop of five rounds behind it.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    li s3, 0
head:
    lw t0, 0(s0)
exit:
    beqz t0, behind
    addi s3, s3, 1
back:
    j head
behind:
    li s3, 5
known:
    addi s3, s3, -1
    bnez s3, known
    finish

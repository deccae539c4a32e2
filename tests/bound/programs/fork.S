// SPDX-License-Identifier: Apache-2.0
// fork.S - a branch on what is in the buffer, with a call on one of its ways; both ways load 7, and
// a loop runs as often as that afterwards.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
branch:
    beqz t0, other
    li s3, 6
    jal ra, callee
    j meet
other:
    li s3, 7
meet:
    addi s3, s3, -1
    bnez s3, meet
done:
    finish

    .type callee, @function
callee:
    addi s3, s3, 1
    ret
    .size callee, . - callee

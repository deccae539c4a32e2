// SPDX-License-Identifier: Apache-2.0
// latch.S - a loop whose body ends in a call, from which control comes back to the header.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    j head
body:
    jal ra, callee
head:
    lw t0, 0(s0)
    bnez t0, body
    finish

    .type callee, @function
callee:
    nop
back:
    ret
    .size callee, . - callee

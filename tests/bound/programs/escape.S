// SPDX-License-Identifier: Apache-2.0
// escape.S - a store at an offset from the buffer, which leads out of the buffer to a variable.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    add t0, t0, s0
    li t1, 100
    sw t1, 0(t0)
    la s3, rounds
    lw t2, 0(s3)
1:
    addi t2, t2, -1
    bgtz t2, 1b
    finish
    .data
rounds: .word 2

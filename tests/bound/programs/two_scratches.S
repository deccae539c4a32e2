// SPDX-License-Identifier: Apache-2.0
// two_scratches.S - a word of the buffer decides what mscratch holds, and that says how often a loop
// runs.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    li t1, 1
    li t2, 2000
    beqz t0, few
    csrw CSR_MSCRATCH, t2
    j meet
few:
    csrw CSR_MSCRATCH, t1
meet:
    csrr t1, CSR_MSCRATCH
again:
    addi t1, t1, -1
    bnez t1, again
    finish

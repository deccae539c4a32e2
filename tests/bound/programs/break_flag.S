// SPDX-License-Identifier: Apache-2.0
// break_flag.S - for (i = 0; i < 16; i++) { if (out[i]) break; }, with one branch on a flag that both
// ends set. The register of the counter holds the loaded word after the break.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    li s3, 0
    li s4, 16
head:
    lw t1, 0(s0)
    li t0, 1
    bnez t1, latch
body:
    addi t1, s3, 1
    xor t2, t1, s4
    sltiu t0, t2, 1
latch:
    mv s3, t1
    addi s0, s0, 4
    beqz t0, head
behind:
    nop
    finish

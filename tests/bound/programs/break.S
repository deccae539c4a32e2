// SPDX-License-Identifier: Apache-2.0
// break.S - for (i = 0; i < 16; i++) { if (out[i]) break; }
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    li s3, 0
    li s4, 16
head:
    lw t0, 0(s0)
exit:
    bnez t0, behind
body:
    addi s0, s0, 4
    addi s3, s3, 1
    bne s3, s4, head
behind:
    nop
    finish

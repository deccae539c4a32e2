// SPDX-License-Identifier: Apache-2.0
// forever.S - what: the number of rounds to go, 4 instructions each; 0 goes round for ever.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s1, 4(a0)
1:  addi s1, s1, -1
    nop
    nop
    bnez s1, 1b
    finish

// SPDX-License-Identifier: Apache-2.0
// time.S - a branch on the cycle counter, and a trap on one of its ways when what is 1.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s1, 4(a0)
    csrr t0, 0xb00
    andi t0, t0, 1
    beqz t0, even
odd:
    beqz s1, even
trap:
    ecall
even:
    finish

// SPDX-License-Identifier: Apache-2.0
// console_atomic.S - an atomic leaves out[0] in the memory of the console of 2.1, and a loop counts
// it down.
#include "machine.h"
    .equ CONSOLE, 0xff004000
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    li t1, CONSOLE
    amoswap.w x0, t0, (t1)
    lw t2, 0(t1)
loop:
    beqz t2, done
    addi t2, t2, -1
    j loop
done:
    finish

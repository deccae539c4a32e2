// SPDX-License-Identifier: Apache-2.0
// recursion.S - a function that calls itself as long as the buffer says so, and works afterwards.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    csrr t0, CSR_HART
    slli t0, t0, 13
    li sp, 0xff000000
    sub sp, sp, t0
    li a1, 30
    jal ra, descend
    finish

    .type descend, @function
descend:
    addi sp, sp, -16
    sw ra, 0(sp)
    addi a1, a1, -1
    bltz a1, 1f
    lw t0, 0(s0)
    beqz t0, 1f
    jal ra, descend
    j 2f
1:
    nop
2:
    .rept 150
    addi t2, t2, 5
    .endr
    lw ra, 0(sp)
    addi sp, sp, 16
    ret
    .size descend, . - descend

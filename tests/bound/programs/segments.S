// SPDX-License-Identifier: Apache-2.0
// segments.S - after the last jump of a loop comes the code of another segment, which is fetched
// and evicts the loop (segments.ld).
#include "machine.h"
    program
    li t1, 600
    j loop
last:
    vx_tmc x0
loop:
    addi t1, t1, -1
    beqz t1, last
    j loop
    .size _start, . - _start

    .section .other, "ax", @progbits
    .type other, @function
other:
    .rept 20
    nop
    .endr
    vx_tmc x0
    .size other, . - other

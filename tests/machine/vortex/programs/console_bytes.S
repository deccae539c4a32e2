// SPDX-License-Identifier: Apache-2.0
// console_bytes.S - Vortex 2.x: a byte stored to the slot of the thread is a character. Lane 0 says
// a line; then four lanes at once say a letter and an end of line each. gp is the exit code.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s1, 4(a0) /* the console's address */
    la t1, line
1:  lbu t2, 0(t1)
    beqz t2, 2f
    sb t2, 0(s1)
    addi t1, t1, 1
    j 1b
2:  li t0, 15
    vx_tmc t0
    csrr a0, CSR_MSCRATCH
    lw s1, 4(a0)
    csrr s2, CSR_HART
    andi t1, s2, 63
    add t1, t1, s1
    addi t2, s2, 'a'
    sb t2, 0(t1)
    li t2, '\n'
    sb t2, 0(t1)
    addi t2, s2, 'A' /* no end of line: comes out at the end of the run */
    sb t2, 0(t1)
    li gp, 42
    finish

    .data
line:
    .asciz "hello from lane 0\n"

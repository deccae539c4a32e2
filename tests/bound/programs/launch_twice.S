// SPDX-License-Identifier: Apache-2.0
// launch_twice.S - a launch with 1 sets a variable; one with 0 loops as often as the variable says.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s1, 4(a0)
    la s3, rounds
    lw t0, 0(s3)
    beqz s1, 1f
    li t0, 1200
    sw t0, 0(s3)
    vx_tmc x0
1:
    addi t0, t0, -1
    bgtz t0, 1b
    finish
    .data
rounds: .word 2

// SPDX-License-Identifier: Apache-2.0
// exchange.S - all threads of a core take turns with their neighbours' words, warps meeting at a
// barrier between the steps: eight rounds of b[i] = a[i] + 3 a[i+1]; a[i] = b[i] ^ b[i+5].
// Arguments: a, b. The order in which warps run must not show.
#include "machine.h"
    program
    csrr t0, CSR_WARPS
    la t1, each
    vx_wspawn t0, t1
each:
    all_lanes
    csrr s3, CSR_HART
    csrr s4, CSR_WARPS
    csrr s5, CSR_LANES
    mul s6, s4, s5 /* threads */
    li s7, 8
    slli s8, s3, 2
round:
    addi t1, s3, 1
    remu t1, t1, s6
    slli t1, t1, 2
    add t1, t1, s0
    lw t1, 0(t1)
    slli t2, t1, 1
    add t1, t1, t2
    add t2, s8, s0
    lw t3, 0(t2)
    add t1, t1, t3
    add t2, s8, s1
    sw t1, 0(t2)
    li t0, 0
    vx_bar t0, s4
    addi t1, s3, 5
    remu t1, t1, s6
    slli t1, t1, 2
    add t1, t1, s1
    lw t1, 0(t1)
    add t2, s8, s1
    lw t3, 0(t2)
    xor t1, t1, t3
    add t2, s8, s0
    sw t1, 0(t2)
    li t0, 1
    vx_bar t0, s4
    addi s7, s7, -1
    bnez s7, round
    finish

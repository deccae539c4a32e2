// SPDX-License-Identifier: Apache-2.0
// split.S - lanes below 8 and the others part. out[lane]: which side came first (1), which second
// (2); out[32 + lane]: the mask after the join. What: 1 joins a split that is not open, 2 changes
// the mask inside, 3 parts once more in each side (lanes of odd number) and stores 10 * order.
#include "machine.h"
    .macro count_side factor
    la t1, sides
    lw t2, 0(t1)
    addi t2, t2, 1
    sw t2, 0(t1)
    li t3, \factor
    mul t2, t2, t3
    put t2, 0
    .endm
    program
    all_lanes
    sltiu s3, s2, 8
    vx_split s4, s3
    beqz s3, others
    li t0, 1
    beq s1, t0, unpaired
    li t0, 2
    beq s1, t0, widened
    li t0, 3
    beq s1, t0, again
    count_side 1
    j joined
others:
    li t0, 1
    beq s1, t0, unpaired
    li t0, 2
    beq s1, t0, widened
    li t0, 3
    beq s1, t0, again
    count_side 1
    j joined
again:
    andi s5, s2, 1
    vx_split s6, s5
    beqz s5, 1f
    count_side 10
    j 2f
1:  count_side 10
2:  vx_join s6
joined:
    vx_join s4
    csrr t1, CSR_MASK
    put t1, 32
    vx_tmc x0
unpaired:
    li t1, 7
    vx_join t1
    vx_tmc x0
widened:
    li t1, -1
    vx_tmc t1
    li t1, 0
    vx_join t1
    finish

    .data
sides:
    .word 0

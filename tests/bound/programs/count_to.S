// SPDX-License-Identifier: Apache-2.0
// count_to.S - each lane loops by n = out[lane], as compilers write it; s1 selects the loop:
//   0  if (n > 0) for (k = 0; k != n; k++)
//   1  the same without the `if`: n = 0 goes round 2^32 times
//   2  if (n > 0) do n--; while (the old n > 1)
//   3  for (i = n; i < m; i++), m = out[lane + 1]: m - n iterations, counted down to 0
//   4  the same without the guard: m < n goes round for long
//   5  if (n > 0) for (k = 0; k != n; k += 2): an odd n is never met
//   6  as 2, but n is loaded again before the test: n > 1 goes round for ever
//   7  if (n > 0) do n--; while (n - 1 != 0): n = 1 goes round for long
//   8  as 3, but n is loaded again, from out[lane + 2], after the comparison
#include "machine.h"
    program
    all_lanes
    slli t6, s2, 2
    add t6, t6, s0
    lw a0, 0(t6)
    lw a1, 4(t6)
    li a2, 0
    li a5, 0
    csrr s5, CSR_MASK
    li t0, 1
    beq s1, t0, up
    li t0, 3
    beq s1, t0, rows
    li t0, 4
    beq s1, t0, count
    li t0, 8
    beq s1, t0, other_rows
    slt t1, x0, a0
    vx_split s6, t1
    bge x0, a0, over
    csrr s5, CSR_MASK
    li t0, 2
    beq s1, t0, down
    li t0, 5
    beq s1, t0, by_two
    li t0, 6
    beq s1, t0, loaded
    li t0, 7
    beq s1, t0, next
up:
    addi a5, a5, 1
    xor t1, a0, a5
    sltu t1, x0, t1
    vx_pred t1, s5
    bne a0, a5, up
    j over
down:
    mv a3, a0
    addi a0, a3, -1
    li a4, 1
    sltu t1, a4, a3
    vx_pred t1, s5
    bltu a4, a3, down
    j over
loaded:
    mv a3, a0
    addi a0, a3, -1
    lw a0, 0(t6)
    li a4, 1
    sltu t1, a4, a3
    vx_pred t1, s5
    bltu a4, a3, loaded
    j over
next:
    addi a0, a0, -1
    addi a3, a0, -1
    sltu t1, x0, a3
    vx_pred t1, s5
    bnez a3, next
    j over
other_rows:
    slt t1, a0, a1
    vx_split s6, t1
    bge a0, a1, over
    csrr s5, CSR_MASK
    lw a0, 8(t6)
    sub a1, a1, a0
    j again
by_two:
    addi a5, a5, 2
    xor t1, a0, a5
    sltu t1, x0, t1
    vx_pred t1, s5
    bne a0, a5, by_two
    j over
rows:
    slt t1, a0, a1
    vx_split s6, t1
    bge a0, a1, over
    csrr s5, CSR_MASK
count:
    sub a1, a1, a0
again:
    addi a1, a1, -1
    sltu t1, x0, a1
    vx_pred t1, s5
    bnez a1, again
over:
    li t0, 1
    beq s1, t0, behind
    li t0, 4
    beq s1, t0, behind
    vx_join s6
behind:
    finish

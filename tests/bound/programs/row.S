// SPDX-License-Identifier: Apache-2.0
// row.S - for (i = out[0]; i < out[1]; i++), after a store that s1 chooses: 0 none, 1 to out[8],
// 2 to out[1], 3 somewhere into out, 4 somewhere, 5 to out[16] or out[17]. Cycles make the unknown:
// the store goes to out[16].
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw s1, 4(a0)
    li t1, 1
    beqz s1, begin
    beq s1, t1, other
    li t1, 2
    beq s1, t1, limit
    csrr t2, 0xb00 // mcycle
    srli t3, t2, 31 // 0 or 1
    srai t2, t2, 31 // 0, but the analysis knows nothing
    li t1, 3
    beq s1, t1, inside
    mv t2, t3
    li t1, 5
    beq s1, t1, inside
    xor t0, s0, t2
    sw t2, 64(t0)
    j begin
inside:
    slli t2, t2, 2
    add t0, s0, t2
    sw t2, 64(t0)
    j begin
limit:
    lw t2, 4(s0)
    sw t2, 4(s0)
    j begin
other:
    sw t1, 32(s0)
begin:
    lw s3, 0(s0)
    lw s4, 4(s0)
head:
    bge s3, s4, behind
body:
    addi s3, s3, 1
    j head
behind:
    nop
    finish

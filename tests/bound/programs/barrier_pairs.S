// SPDX-License-Identifier: Apache-2.0
// barrier_pairs.S - three warps at a barrier for two. The last one's first arrival is a pair with the
// second one of another, which was slow; then it is slow itself, and the third warp waits for it.
#include "machine.h"
    program
    li t0, 3
    la t1, begin
    vx_wspawn t0, t1
begin:
    csrr s3, CSR_WARP
    li s4, 2
    csrr t5, CSR_HART
    fcvt.s.w fa1, t5
    bne s3, s4, first
    jal ra, wait_a_little
first:
    vx_bar x0, s4
    jal ra, wait_long
    vx_bar x0, s4
    finish

    .type wait_a_little, @function
wait_a_little:
    fadd.s fa1, fa1, fa1
    fcvt.w.s t5, fa1
    addi t5, t5, 1
    ret
    .size wait_a_little, . - wait_a_little

    .type wait_long, @function
wait_long:
    .rept 10
    fadd.s fa1, fa1, fa1
    .endr
    fcvt.w.s t5, fa1
    addi t5, t5, 1
    ret
    .size wait_long, . - wait_long

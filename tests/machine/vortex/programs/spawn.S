// SPDX-License-Identifier: Apache-2.0
// spawn.S - warp 0 starts all others, waits until they are gone, and starts them again elsewhere.
// out[warp]: mask the warp started with; out[32 + warp]: mscratch it saw then; out[64]: warps
// active after the wait; out[65 + warp]: 1 when the second start came behind the first one's end.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    la t0, out
    sw s0, 0(t0)
    li t0, 1234
    csrw CSR_MSCRATCH, t0
    csrr s3, CSR_WARPS
    la t1, first
    vx_wspawn s3, t1
    li t0, 1
    vx_wspawn t0, x0
    csrr t1, CSR_WARPS_ACTIVE
    sw t1, 4*64(s0)
    la t1, ended
    lw s4, 0(t1)
    addi t1, s3, -1
    sub t1, t1, s4
    seqz t1, t1
    la t2, in_order
    sw t1, 0(t2)
    la t1, second
    vx_wspawn s3, t1
    vx_tmc x0
first:
    csrr t0, CSR_MASK
    csrr t1, CSR_MSCRATCH
    csrr t2, CSR_WARP
    la t3, out
    lw s0, 0(t3)
    slli t2, t2, 2
    add t2, t2, s0
    sw t0, 0(t2)
    sw t1, 4*32(t2)
    li t4, 40
1:  addi t4, t4, -1
    bnez t4, 1b
    la t3, ended
    lw t4, 0(t3)
    addi t4, t4, 1
    sw t4, 0(t3)
    vx_tmc x0
second:
    csrr t2, CSR_WARP
    la t3, out
    lw s0, 0(t3)
    la t3, in_order
    lw t4, 0(t3)
    slli t2, t2, 2
    add t2, t2, s0
    sw t4, 4*65(t2)
    finish

    .data
out:
    .word 0
ended:
    .word 0
in_order:
    .word 0

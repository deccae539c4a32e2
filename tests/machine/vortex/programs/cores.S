// SPDX-License-Identifier: Apache-2.0
// cores.S - each core writes its number + 1 to its local memory and to out[core], meets the other
// at a barrier, and then reads: out[16 + core] = its local memory, out[32 + core] = out[1 - core].
// Warp w of core c leaves a 1 in out[64 + 8c + w] before it comes, and counts all those ones behind
// the barrier: out[96 + 8c + w]. Second argument: local memory. 8 warps a core at most.
#include "machine.h"
    program
    csrr t0, CSR_WARPS
    la t1, each
    vx_wspawn t0, t1
each:
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw s1, 4(a0)
    csrr s3, CSR_CORE
    csrr s4, CSR_WARP
    addi t1, s3, 1
    slli t2, s3, 2
    add t2, t2, s0
    slli s5, s3, 3
    add s5, s5, s4
    slli s5, s5, 2
    add s5, s5, s0
    li t3, 1
    sw t3, 4*64(s5)
    bnez s4, 1f
    sw t1, 0(s1)
    sw t1, 0(t2)
1:  li t3, 1 << 31
    li t4, 2
    vx_bar t3, t4
    addi t4, s0, 4*64
    li t5, 16
    li t6, 0
3:  lw t3, 0(t4)
    add t6, t6, t3
    addi t4, t4, 4
    addi t5, t5, -1
    bnez t5, 3b
    sw t6, 4*96(s5)
    bnez s4, 2f
    lw t1, 0(s1)
    sw t1, 4*16(t2)
    li t3, 1
    sub t3, t3, s3
    slli t3, t3, 2
    add t3, t3, s0
    lw t1, 0(t3)
    sw t1, 4*32(t2)
2:  finish

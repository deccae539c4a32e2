// SPDX-License-Identifier: Apache-2.0
// cores.S - each core writes its number + 1 to its local memory and to out[core], meets the other cores
// at a barrier, and then reads: out[16 + core] = its local memory, out[32 + core] = out[1 - core].
// Second argument: local memory.
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
    bnez s4, 1f
    sw t1, 0(s1)
    sw t1, 0(t2)
1:  li t3, 1 << 31
    li t4, 2
    vx_bar t3, t4
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

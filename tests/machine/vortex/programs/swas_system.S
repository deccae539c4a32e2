// SPDX-License-Identifier: Apache-2.0
// swas_system.S - warp 0 starts warp 1 and ends; warp 1 reads the clock twice with a load and a
// fence between, stores what it read, and calls the environment, whose handler ends it.
#include "machine.h"
    program
    .globl i0, first, fence, second, call, handler
    li t0, 2
    la t1, i0
    vx_wspawn t0, t1
    vx_tmc x0
    .rept 4
    nop
    .endr
i0: csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
first:
    csrr a1, mcycle
    sw a1, 0(s0)
    lw a3, 1024(s0)
fence:
    fence
second:
    csrr a2, mcycle
    sw a2, 4(s0)
    la t0, handler
    csrw mtvec, t0
call:
    ecall
    .rept 6
    nop
    .endr
handler:
    vx_tmc x0
    .rept 4
    nop
    .endr

// SPDX-License-Identifier: Apache-2.0
// oracle_full.S - two warps with full queues whose every instruction waits for the one before it.
#include "machine.h"
    program
    .globl meet, chain, chain_end
    csrr t0, CSR_WARPS
    la t1, each
    vx_wspawn t0, t1
each:
    csrr a0, CSR_WARPS
    remu a1, x0, a0 /* 0, late: the queues fill meanwhile */
meet:
    vx_bar a1, a0
chain:
    .rept 12
    fadd.s fa0, fa0, fa1
    .endr
chain_end:
    fadd.s fa0, fa0, fa1
    finish

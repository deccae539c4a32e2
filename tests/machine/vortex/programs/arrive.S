// SPDX-License-Identifier: Apache-2.0
// arrive.S - Vortex 3.0: a warp arrives at a barrier, works on, and waits for the phase later.
// out[warp] = 1 + number; out[32 + warp] = out of the next warp, read behind the wait; twice over,
// and out[64 + warp] = phases seen, 2 * second + first.
#include "machine.h"
    program
    csrr t0, CSR_WARPS
    la t1, each
    vx_wspawn t0, t1
each:
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    csrr s3, CSR_WARP
    csrr s4, CSR_WARPS
    slli s5, s3, 2
    add s5, s5, s0
    addi s6, s3, 1
    sw s6, 0(s5)
    li s7, 3 << 8 /* barrier 3 of group 0 */
    vx_bar_arrive s8, s7, s4
    vx_bar_wait s7, s8
    remu t1, s6, s4
    slli t1, t1, 2
    add t1, t1, s0
    lw t1, 0(t1)
    sw t1, 4*32(s5)
    vx_bar_arrive s9, s7, s4
    slli t1, s9, 1
    or t1, t1, s8
    sw t1, 4*64(s5)
    vx_bar_wait s7, s9
    finish

// SPDX-License-Identifier: Apache-2.0
// oracle_held.S - a mask is set, a barrier reached and a warp ended as the last instruction of a
// line each, so that nothing is queued behind it.
#include "machine.h"
    .macro last_of_line
    .fill (60 - (. - _start) % 64) / 4, 4, 0x13
    .endm
    program
    .globl mask, meet, end
    csrr t0, CSR_WARPS
    la t1, each
    vx_wspawn t0, t1
each:
    li t0, -1
    last_of_line
mask:
    vx_tmc t0
    csrr a0, CSR_WARPS
    li a1, 0
    last_of_line
meet:
    vx_bar a1, a0
    nop
    last_of_line
end:
    finish

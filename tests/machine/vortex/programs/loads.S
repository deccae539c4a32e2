// SPDX-License-Identifier: Apache-2.0
// loads.S - one address for all lanes, one line a lane, neighbours, and local memory. s0 = out, of
// at least 2 KiB at the start of a line; local memory at a3.
#include "machine.h"
    program
    .globl broadcast, stride, neighbours, again, store, local_conflict, local_free
    .globl stride_first, stride_second, broadcast_first, broadcast_second, user
    all_lanes
    slli a1, s2, 6
    add a1, a1, s0
    slli a2, s2, 2
    add a2, a2, s0
    li a3, 0xff000000
    slli a4, s2, 7
    add a4, a4, a3
    slli a5, s2, 2
    add a5, a5, a3
    fence
broadcast:
    lw t1, 0(s0)
    fence
stride:
    lw t2, 0(a1)
    fence
neighbours:
    lw t3, 0(a2)
    fence
again:
    lw t3, 0(a2)
    fence
store:
    sw t3, 0(a2)
    fence
stride_first:
    lw t2, 0(a1)
stride_second:
    lw t3, 0(a1)
    fence
broadcast_first:
    lw t2, 0(s0)
broadcast_second:
    lw t3, 0(s0)
user:
    add t4, t3, t3
    fence
local_conflict:
    lw t4, 0(a4)
    fence
local_free:
    lw t4, 0(a5)
    fence
    finish

// SPDX-License-Identifier: Apache-2.0
// exact_atomics.S - lanes add data to one word, and their results are data; the next word they add
// ones to, and its last result decides a branch.
#include "machine.h"
    program
    all_lanes
    lw t0, 0(s0)
    addi s3, s0, 64
    addi s4, s0, 68
    sw x0, 0(s4)
    amoadd.w t1, t0, (s3)
    li t0, 1
    amoadd.w t2, t0, (s4)
    add t1, t1, t1
    lw t2, 0(s4)
    beqz t2, ends
    div t1, t1, t1
ends:
    finish

// SPDX-License-Identifier: Apache-2.0
// spawn_back.S - warp 1 starts warp 0 again: where the program begins, or where no instruction is.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s1, 4(a0)
    li t0, 2
    la t1, back
    vx_wspawn t0, t1
    vx_tmc x0
back:
    csrr a0, CSR_MSCRATCH
    lw s1, 4(a0)
    li t0, 1
    la t1, _start
    add t1, t1, s1
    vx_wspawn t0, t1
    finish

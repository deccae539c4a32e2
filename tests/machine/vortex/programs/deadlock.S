// SPDX-License-Identifier: Apache-2.0
// deadlock.S - warp 0 waits at barrier 5 for a second warp, which ends without coming.
// What: 1 makes it wait across cores instead.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s1, 4(a0)
    li t0, 2
    la t1, quitter
    vx_wspawn t0, t1
    slli s1, s1, 31
    ori s1, s1, 5
    li t1, 2
wait:
    vx_bar s1, t1
quitter:
    finish

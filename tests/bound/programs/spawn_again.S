// SPDX-License-Identifier: Apache-2.0
// spawn_again.S - a warp that ends at once, twenty times: each WSPAWN waits for the one before.
#include "machine.h"
    program
    li t0, 2
    la t1, end
    .rept 20
    vx_wspawn t0, t1
    .endr
end:
    finish

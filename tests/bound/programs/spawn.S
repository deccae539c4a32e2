// SPDX-License-Identifier: Apache-2.0
// spawn.S - slots get a warp twice; what the first one left in s4 is not known to the second.
#include "machine.h"
    program
    csrr s3, CSR_WARPS
    la t1, first
    vx_wspawn s3, t1
    la t1, second
    vx_wspawn s3, t1
    vx_tmc x0
first:
    bnez s4, first_end
    li s4, 1
first_end:
    vx_tmc x0
second:
    bnez s4, second_end
left:
    nop
second_end:
    finish

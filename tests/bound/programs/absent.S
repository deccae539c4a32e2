// SPDX-License-Identifier: Apache-2.0
// absent.S - on one way the upper lanes sleep while the others count: behind the TMC that wakes them
// it is not known whether they counted.
#include "machine.h"
    program
    all_lanes
    csrr s5, CSR_MASK
    li s3, 5
    slti t1, s2, 16
    lw t0, 0(s0)
    beqz t0, meet
    vx_pred t1, s5
meet:
    addi s3, s3, 1
    vx_tmc s5
    addi t2, s3, -6
    sltu t3, x0, t2
    vx_split s6, t3
    beqz t2, six
five:
    nop
six:
    vx_join s6
    finish

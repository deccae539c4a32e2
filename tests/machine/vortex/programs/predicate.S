// SPDX-License-Identifier: Apache-2.0
// predicate.S - lane i goes round a loop i times under PRED: out[lane] = i, out[32 + lane] = the
// mask afterwards. What: 1 gives PRED an empty mask to restore.
#include "machine.h"
    program
    all_lanes
    csrr s3, CSR_MASK
    addi t0, s1, -1
    and s3, s3, t0 /* what = 0: all of it; 1: nothing */
    li s4, 0
loop:
    sltu t1, s4, s2
    vx_pred t1, s3
    beqz t1, done
    addi s4, s4, 1
    j loop
done:
    put s4, 0
    csrr t1, CSR_MASK
    put t1, 32
    finish

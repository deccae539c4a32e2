// SPDX-License-Identifier: Apache-2.0
// exact_last_store.S - all lanes store to one word, and only the last one stores a constant: the word
// is known.
#include "machine.h"
    program
    all_lanes
    lw t0, 0(s0)
    csrr t1, CSR_LANES
    addi t1, t1, -1
    sub t1, s2, t1
    snez t1, t1
    neg t1, t1
    and t0, t0, t1
    sw t0, 64(s0)
    lw t0, 64(s0)
    finish

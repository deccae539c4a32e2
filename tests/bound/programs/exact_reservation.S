// SPDX-License-Identifier: Apache-2.0
// exact_reservation.S - sc.w succeeds where the word is as lr.w has read it: the store between them
// is of data.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw t0, 0(s0)
    andi t0, t0, 1
    addi s0, s0, 64
    sw x0, 0(s0)
    lr.w t1, (s0)
    sw t0, 0(s0)
    sc.w t2, t1, (s0)
    finish

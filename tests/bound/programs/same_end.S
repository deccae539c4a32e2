// SPDX-License-Identifier: Apache-2.0
// same_end.S - all lanes count up to the same element: k = 0; do k++; while (k != out[0]).
#include "machine.h"
    program
    all_lanes
    lw s3, 0(s0)
    li s7, 0
head:
    addi s7, s7, 1
    bne s7, s3, head
    finish

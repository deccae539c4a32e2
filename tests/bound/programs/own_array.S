// SPDX-License-Identifier: Apache-2.0
// own_array.S - the program stores to its own array at an index from the buffer and then loops as
// often as another word of the array says.
#include "machine.h"
    program
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    la s3, array
    lw t0, 0(s0)
    andi t0, t0, 3
    slli t0, t0, 2
    add t0, t0, s3
    li t1, 1500
    sw t1, 0(t0)
    lw t2, 8(s3)
1:
    addi t2, t2, -1
    bgtz t2, 1b
    finish
    .data
array: .word 1, 1, 1, 1

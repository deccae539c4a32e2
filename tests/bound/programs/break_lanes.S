// SPDX-License-Identifier: Apache-2.0
// break_lanes.S - for (i = 0; i < 10; i++) { if (out[lane + i]) break; if (out[lane + i + 32]) break; },
// lane by lane: each break sets a flag on one side of a SPLIT, by which lanes leave behind the JOINs.
#include "machine.h"
.macro vx_pred_n predicate, mask
    .insn r 0x0b, 5, 0, x1, \predicate, \mask
.endm
    program
    all_lanes
    li s3, 0
    li s4, 10
    slli t6, s2, 2
    add s6, t6, s0
    csrr s5, CSR_MASK
head:
    lw t1, 0(s6)
    lw t4, 128(s6)
    li t0, 1
    sltiu t2, t1, 1
split:
    vx_split s7, t2
    bnez t1, meet
    sltiu t3, t4, 1
    vx_split s8, t3
    bnez t4, inner
body:
    addi t1, s3, 1
    xor t3, t1, s4
    sltiu t0, t3, 1
inner:
    vx_join s8
meet:
    vx_join s7
    mv s3, t1
    addi s6, s6, 4
pred:
    vx_pred_n t0, s5
    bnez t0, behind
    j head
behind:
    nop
    finish

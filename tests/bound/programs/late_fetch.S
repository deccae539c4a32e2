// SPDX-License-Identifier: Apache-2.0
// late_fetch.S - two warps take turns through code that shares sets of the instruction cache, so
// that each instruction misses, and wait for its one miss register. The code of all others stays in
// the cache, but cannot be fetched while a miss waits.
#include "machine.h"
.macro many
    .rept 200
    fadd.s ft1, ft0, ft0
    .endr
.endm
    program
    csrr t0, CSR_WARPS
    la t1, begin
    vx_wspawn t0, t1
begin:
    csrr s3, CSR_WARP
    fmv.w.x ft0, x0
    li t1, 3
    beqz s3, first
    addi s3, s3, -1
    beqz s3, second
loop:
    many
    addi t1, t1, -1
    bnez t1, loop
    vx_tmc x0
first:
    li t1, 2
    j first_turn
second:
    li t1, 2
    j second_turn
    .balign 4096
    .skip 1024
first_turn:
    many
    j first_return
    .balign 1024
second_turn:
    many
    j second_return
    .balign 4096
    .skip 1024
first_return:
    many
    addi t1, t1, -1
    blez t1, first_end
    j first_turn
first_end:
    vx_tmc x0
    .balign 1024
second_return:
    many
    addi t1, t1, -1
    blez t1, second_end
    j second_turn
second_end:
    finish

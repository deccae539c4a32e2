// SPDX-License-Identifier: Apache-2.0
// branch.S - a branch that is not taken, one that is, a jump and a return, each with room around.
#include "machine.h"
    program
    .globl not_taken, not_taken_next, taken, taken_next, taken_target
    .globl jump, jump_next, jump_target, indirect, indirect_next, indirect_target
    .rept 6
    addi a1, x0, 1
    .endr
not_taken:
    bne x0, x0, taken_target
not_taken_next:
    .rept 6
    addi a2, x0, 2
    .endr
taken:
    beq x0, x0, taken_target
taken_next:
    .rept 6
    addi a3, x0, 3
    .endr
taken_target:
    .rept 6
    addi a4, x0, 4
    .endr
    la a6, indirect_target
jump:
    jal x0, jump_target
jump_next:
    .rept 6
    addi a3, x0, 3
    .endr
jump_target:
    .rept 6
    addi a4, x0, 4
    .endr
indirect:
    jalr x0, 0(a6)
indirect_next:
    .rept 6
    addi a3, x0, 3
    .endr
indirect_target:
    .rept 6
    addi a5, x0, 5
    .endr
    finish

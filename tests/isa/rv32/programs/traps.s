# SPDX-License-Identifier: Apache-2.0
# traps.s - ecall, ebreak, illegal words and unknown CSRs go to mtvec, mret comes back.
# Needs a machine whose traps are real (isa.traps).
.include "test.inc"

# One trap: the word must trap with that cause, mepc must name it, and mtval hold that value.
# A jump by register leads to it: words that are reached by name are refused before a run.
.macro traps number, cause, value, word:vararg
    li gp, \number
    li a1, 0
    la t0, 9f
    jr t0
9:  \word
    want a1, 1
    want s0, \cause
    la t0, 9b
    bne s1, t0, fail
    want s2, \value
.endm

    program
    la t0, handler
    csrw mtvec, t0

    traps 2, 11, 0, ecall
    traps 3, 3, 0, ebreak
    traps 4, 2, 0xffffffff, .word 0xffffffff
    traps 5, 2, 0x7c002573, .word 0x7c002573
    traps 6, 2, 0xcc001073, .word 0xcc001073
    traps 7, 2, 0x02c5d553, .word 0x02c5d553

    # a dynamic rounding mode that does not exist
    fsrmi 5
    traps 8, 2, 0x00c5f553, fadd.s fa0, fa1, fa2
    fsrmi 0

    # mret goes where mepc says
    li gp, 10
    la t0, 1f
    csrw mepc, t0
    mret
    j fail
1:  li a0, 3
    csrs mstatus, a0
    csrr a0, mstatus
    andi a0, a0, 3
    want a0, 3
    csrw mcause, a0
    csrr a0, mcause
    want a0, 3
    wfi

    finish

    # Counts in a1, keeps what happened in s0-s2, and goes on behind the word.
    .text
    .balign 4
    .type handler, @function
handler:
    addi a1, a1, 1
    csrr s0, mcause
    csrr s1, mepc
    csrr s2, mtval
    addi t0, s1, 4
    csrw mepc, t0
    mret
    .size handler, . - handler

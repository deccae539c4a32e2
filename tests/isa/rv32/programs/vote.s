# SPDX-License-Identifier: Apache-2.0
# vote.s - votes and shuffles with all lanes active.
# Needs isa.vote, and lanes that are a power of two, 4 to 32.
.include "test.inc"

.macro vote kind, rd, rs1
    .insn r 0x0b, \kind, 1, \rd, \rs1, x0
.endm
.equ all, 0
.equ any, 1
.equ uni, 2
.equ ballot, 3

.macro shuffle kind, rd, rs1, rs2
    .insn r 0x0b, \kind, 1, \rd, \rs1, \rs2
.endm
.equ up, 4
.equ down, 5
.equ butterfly, 6
.equ index, 7

# Every lane must hold 1 in the register.
.macro want_all register
    vote all, t1, \register
    beqz t1, fail
.endm

    program
    li t0, -1
    vx_tmc t0
    li gp, 2
    num_threads s0
    active_threads s1
    thread_id s2
    andi s3, s2, 1

    # votes on odd lanes, on all, on none
    vote ballot, a0, s3
    li t0, 0xaaaaaaaa
    and t0, t0, s1
    bne a0, t0, fail
    vote all, a0, s3
    want a0, 0
    vote any, a0, s3
    want a0, 1
    vote uni, a0, s3
    want a0, 0
    li gp, 3
    li a1, 3
    vote all, a0, a1
    want a0, 1
    vote uni, a0, a1
    want a0, 1
    vote ballot, a0, a1
    bne a0, s1, fail
    li gp, 4
    li a1, 2
    vote any, a0, a1
    want a0, 0
    vote uni, a0, a1
    want a0, 1

    # only active lanes vote
    li gp, 5
    vx_split s4, s3
    beqz s3, 1f
    vote all, a0, s3
    vote ballot, a1, s3
    j 2f
1:  vote any, a0, s3
    xori a0, a0, 1
    vote ballot, a1, s3
2:  vx_join s4
    want_all a0

    # s5: control word with clamp = lanes - 1 and one segment
    addi s5, s0, -1
    slli s5, s5, 6
    addi s6, s2, 500

    li gp, 10
    addi a1, s5, 1
    shuffle up, a0, s6, a1
    addi t2, s2, -1
    seqz t0, s2
    add t2, t2, t0
    addi t2, t2, 500
    xor t2, t2, a0
    seqz t2, t2
    want_all t2

    li gp, 11
    shuffle down, a0, s6, a1
    addi t2, s2, 1
    xor t0, t2, s0
    seqz t0, t0
    sub t2, t2, t0
    addi t2, t2, 500
    xor t2, t2, a0
    seqz t2, t2
    want_all t2

    li gp, 12
    shuffle butterfly, a0, s6, a1
    xori t2, s2, 1
    addi t2, t2, 500
    xor t2, t2, a0
    seqz t2, t2
    want_all t2

    li gp, 13
    addi a1, s5, 2
    shuffle index, s6, s6, a1
    xori t2, s6, 502
    seqz t2, t2
    want_all t2

    # segments of two lanes: the mask keeps all lane bits but the lowest
    li gp, 14
    addi s6, s2, 500
    li a1, (62 << 12) + (1 << 6) + 1
    shuffle index, a0, s6, a1
    ori t2, s2, 1
    addi t2, t2, 500
    xor t2, t2, a0
    seqz t2, t2
    want_all t2

    li t0, 1
    vx_tmc t0
    finish

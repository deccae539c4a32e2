# SPDX-License-Identifier: Apache-2.0
# vortex3.s - what Vortex 3.0 added: wsync, barriers that do not block, gather, packed loads.
# Needs isa.v3, and four lanes or more.
.include "test.inc"

    program

    # wsync waits, and changes nothing
    li gp, 2
    li a0, 4
    .insn r 0x0b, 7, 0, x0, x0, x0
    want a0, 4

    # a barrier of one warp: each arrival ends a phase
    li gp, 3
    li a1, 0
    li a2, 1
    .insn r 0x0b, 6, 0, a0, a1, a2
    want a0, 0
    .insn r 0x0b, 6, 0, x0, a1, a0
    .insn r 0x0b, 6, 0, a0, a1, a2
    want a0, 1
    .insn r 0x0b, 6, 0, x0, a1, a0

    # packed loads: bytes and half-words at a step
    li gp, 4
    la a1, bytes
    li a2, 3
    .insn r 0x0b, 1, 4, fa0, a1, a2
    fmv.x.w a0, fa0
    want a0, 0x0a070401
    li a2, 6
    .insn r 0x0b, 2, 4, fa0, a1, a2
    fmv.x.w a0, fa0
    want a0, 0x08070201

    # gather: in each four lanes, lane 1 hands three values to lanes 2, 3, 0
    li gp, 5
    li t0, 15
    vx_tmc t0
    thread_id s2
    addi a1, s2, 10
    addi a2, s2, 20
    addi a3, s2, 30
    li a0, 99
    .insn r4 0x2b, 0, 1, a0, a1, a2, a3
    la t0, lanes
    slli t1, s2, 2
    add t0, t0, t1
    sw a0, 0(t0)
    li t0, 1
    vx_tmc t0
    la a1, lanes
    lw a0, 0(a1)
    want a0, 31
    lw a0, 4(a1)
    want a0, 99
    lw a0, 8(a1)
    want a0, 11
    lw a0, 12(a1)
    want a0, 21

    finish

    .data
    .balign 4
bytes:
    .byte 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
lanes:
    .zero 16

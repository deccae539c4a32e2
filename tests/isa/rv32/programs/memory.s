# SPDX-License-Identifier: Apache-2.0
# memory.s - loads and stores of all widths, fences, code that waits for its own stores.
.include "test.inc"

.macro load number, op, result, offset, base
    li gp, \number
    la a1, \base
    \op a0, \offset(a1)
    want a0, \result
    \op a1, \offset(a1)
    want a1, \result
.endm

.macro store number, op, result, value, offset
    li gp, \number
    la a1, scratch
    li a2, 0xa5a5a5a5
    sw a2, 4(a1)
    li a2, \value
    \op a2, \offset(a1)
    lw a0, 4(a1)
    want a0, \result
    lw a0, 0(a1)
    want a0, 0x5a5a5a5a
    lw a0, 8(a1)
    want a0, 0x5a5a5a5a
.endm

    program

    load 2, lb, 0xffffffff, 0, table
    load 3, lb, 0x0000007f, 1, table
    load 4, lb, 0xffffff80, 2, table
    load 5, lbu, 0x000000ff, 0, table
    load 6, lbu, 0x00000080, 2, table
    load 7, lh, 0x00007fff, 0, table
    load 8, lh, 0xffff8180, 2, table
    load 9, lhu, 0x00008180, 2, table
    load 10, lw, 0x81807fff, 0, table
    load 11, lw, 0x01234567, 4, table
    load 12, lw, 0x01234567, -4, table_end
    load 13, lbu, 0x00000001, -1, table_end
    load 14, lw, 0x81807fff, -2048, table + 2048
    load 15, lw, 0x81807fff, 2044, table - 2044

    store 20, sb, 0xa5a5a578, 0x12345678, 4
    store 21, sb, 0xa5a578a5, 0x12345678, 5
    store 22, sb, 0x78a5a5a5, 0x12345678, 7
    store 23, sh, 0xa5a55678, 0x12345678, 4
    store 24, sh, 0x5678a5a5, 0x12345678, 6
    store 25, sw, 0x12345678, 0x12345678, 4

    # a load into x0 gives nothing
    li gp, 30
    la a1, table
    lw x0, 0(a1)
    want x0, 0

    # fences order, and change nothing
    li gp, 31
    li a0, 9
    sw a0, 4(a1)
    fence
    fence r, w
    fence.tso
    fence.i
    lw a0, 4(a1)
    want a0, 9

    finish

    .data
    .balign 4
table:
    .byte 0xff, 0x7f, 0x80, 0x81
    .word 0x01234567
table_end:
scratch:
    .word 0x5a5a5a5a, 0, 0x5a5a5a5a

# SPDX-License-Identifier: Apache-2.0
# control.s - branches both ways, jumps, links.
.include "test.inc"

    program

    # beq
    taken 2, beq, 0x00000000, 0x00000000
    untaken 3, beq, 0x00000001, 0x00000000
    untaken 4, beq, 0x00000000, 0x00000001
    untaken 5, beq, 0xffffffff, 0x00000000
    untaken 6, beq, 0x00000000, 0xffffffff
    taken 7, beq, 0xffffffff, 0xffffffff
    untaken 8, beq, 0x80000000, 0x7fffffff
    untaken 9, beq, 0x7fffffff, 0x80000000
    untaken 10, beq, 0xffffffff, 0xfffffffe

    # bne
    untaken 11, bne, 0x00000000, 0x00000000
    taken 12, bne, 0x00000001, 0x00000000
    taken 13, bne, 0x00000000, 0x00000001
    taken 14, bne, 0xffffffff, 0x00000000
    taken 15, bne, 0x00000000, 0xffffffff
    untaken 16, bne, 0xffffffff, 0xffffffff
    taken 17, bne, 0x80000000, 0x7fffffff
    taken 18, bne, 0x7fffffff, 0x80000000
    taken 19, bne, 0xffffffff, 0xfffffffe

    # blt
    untaken 20, blt, 0x00000000, 0x00000000
    untaken 21, blt, 0x00000001, 0x00000000
    taken 22, blt, 0x00000000, 0x00000001
    taken 23, blt, 0xffffffff, 0x00000000
    untaken 24, blt, 0x00000000, 0xffffffff
    untaken 25, blt, 0xffffffff, 0xffffffff
    taken 26, blt, 0x80000000, 0x7fffffff
    untaken 27, blt, 0x7fffffff, 0x80000000
    untaken 28, blt, 0xffffffff, 0xfffffffe

    # bge
    taken 29, bge, 0x00000000, 0x00000000
    taken 30, bge, 0x00000001, 0x00000000
    untaken 31, bge, 0x00000000, 0x00000001
    untaken 32, bge, 0xffffffff, 0x00000000
    taken 33, bge, 0x00000000, 0xffffffff
    taken 34, bge, 0xffffffff, 0xffffffff
    untaken 35, bge, 0x80000000, 0x7fffffff
    taken 36, bge, 0x7fffffff, 0x80000000
    taken 37, bge, 0xffffffff, 0xfffffffe

    # bltu
    untaken 38, bltu, 0x00000000, 0x00000000
    untaken 39, bltu, 0x00000001, 0x00000000
    taken 40, bltu, 0x00000000, 0x00000001
    untaken 41, bltu, 0xffffffff, 0x00000000
    taken 42, bltu, 0x00000000, 0xffffffff
    untaken 43, bltu, 0xffffffff, 0xffffffff
    untaken 44, bltu, 0x80000000, 0x7fffffff
    taken 45, bltu, 0x7fffffff, 0x80000000
    untaken 46, bltu, 0xffffffff, 0xfffffffe

    # bgeu
    taken 47, bgeu, 0x00000000, 0x00000000
    taken 48, bgeu, 0x00000001, 0x00000000
    untaken 49, bgeu, 0x00000000, 0x00000001
    taken 50, bgeu, 0xffffffff, 0x00000000
    untaken 51, bgeu, 0x00000000, 0xffffffff
    taken 52, bgeu, 0xffffffff, 0xffffffff
    taken 53, bgeu, 0x80000000, 0x7fffffff
    untaken 54, bgeu, 0x7fffffff, 0x80000000
    taken 55, bgeu, 0xffffffff, 0xfffffffe

    # jal links, forwards and backwards
    li gp, 56
    li ra, 0
    jal ra, 2f
1:  j 3f
2:  la t0, 1b
    bne ra, t0, fail
    jal t1, 1b
    j fail
3:  la t0, 2b
    addi t0, t0, 16
    bne t1, t0, fail

    # jalr: offset added, bit 0 cleared, rd may be rs1
    li gp, 57
    la a0, 4f
    jalr a0, 1(a0)
    j fail
4:  la t0, 4b
    addi t0, t0, -4
    bne a0, t0, fail
    la a0, 5f
    addi a0, a0, 100
    jalr ra, -100(a0)
    j fail
5:

    # a call and its return
    li gp, 58
    li a0, 1
    call twice
    call twice
    want a0, 4

    finish

    .text
    .type twice, @function
twice:
    slli a0, a0, 1
    ret
    .size twice, . - twice

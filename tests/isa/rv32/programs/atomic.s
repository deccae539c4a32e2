# SPDX-License-Identifier: Apache-2.0
# atomic.s - the A extension. Needs isa.a.
.include "test.inc"

    program

.macro amo number, op, result, memory, operand
    li gp, \number
    la a1, word
    li a2, \memory
    sw a2, 0(a1)
    li a2, \operand
    \op a0, a2, (a1)
    want a0, \memory
    want a2, \operand
    lw a0, 0(a1)
    want a0, \result
    li a2, \memory
    sw a2, 0(a1)
    li a2, \operand
    \op a2, a2, (a1)
    want a2, \memory
    lw a0, 0(a1)
    want a0, \result
.endm

    # amoswap.w
    amo 2, amoswap.w, 0xfffff800, 0x80000000, 0xfffff800
    amo 3, amoswap.w, 0xffffffff, 0x00000001, 0xffffffff
    amo 4, amoswap.w, 0x80000000, 0x7fffffff, 0x80000000
    amo 5, amoswap.w, 0x0ff00ff0, 0x12345678, 0x0ff00ff0

    # amoadd.w
    amo 6, amoadd.w, 0x7ffff800, 0x80000000, 0xfffff800
    amo 7, amoadd.w, 0x00000000, 0x00000001, 0xffffffff
    amo 8, amoadd.w, 0xffffffff, 0x7fffffff, 0x80000000
    amo 9, amoadd.w, 0x22246668, 0x12345678, 0x0ff00ff0

    # amoxor.w
    amo 10, amoxor.w, 0x7ffff800, 0x80000000, 0xfffff800
    amo 11, amoxor.w, 0xfffffffe, 0x00000001, 0xffffffff
    amo 12, amoxor.w, 0xffffffff, 0x7fffffff, 0x80000000
    amo 13, amoxor.w, 0x1dc45988, 0x12345678, 0x0ff00ff0

    # amoand.w
    amo 14, amoand.w, 0x80000000, 0x80000000, 0xfffff800
    amo 15, amoand.w, 0x00000001, 0x00000001, 0xffffffff
    amo 16, amoand.w, 0x00000000, 0x7fffffff, 0x80000000
    amo 17, amoand.w, 0x02300670, 0x12345678, 0x0ff00ff0

    # amoor.w
    amo 18, amoor.w, 0xfffff800, 0x80000000, 0xfffff800
    amo 19, amoor.w, 0xffffffff, 0x00000001, 0xffffffff
    amo 20, amoor.w, 0xffffffff, 0x7fffffff, 0x80000000
    amo 21, amoor.w, 0x1ff45ff8, 0x12345678, 0x0ff00ff0

    # amomin.w
    amo 22, amomin.w, 0x80000000, 0x80000000, 0xfffff800
    amo 23, amomin.w, 0xffffffff, 0x00000001, 0xffffffff
    amo 24, amomin.w, 0x80000000, 0x7fffffff, 0x80000000
    amo 25, amomin.w, 0x0ff00ff0, 0x12345678, 0x0ff00ff0

    # amomax.w
    amo 26, amomax.w, 0xfffff800, 0x80000000, 0xfffff800
    amo 27, amomax.w, 0x00000001, 0x00000001, 0xffffffff
    amo 28, amomax.w, 0x7fffffff, 0x7fffffff, 0x80000000
    amo 29, amomax.w, 0x12345678, 0x12345678, 0x0ff00ff0

    # amominu.w
    amo 30, amominu.w, 0x80000000, 0x80000000, 0xfffff800
    amo 31, amominu.w, 0x00000001, 0x00000001, 0xffffffff
    amo 32, amominu.w, 0x7fffffff, 0x7fffffff, 0x80000000
    amo 33, amominu.w, 0x0ff00ff0, 0x12345678, 0x0ff00ff0

    # amomaxu.w
    amo 34, amomaxu.w, 0xfffff800, 0x80000000, 0xfffff800
    amo 35, amomaxu.w, 0xffffffff, 0x00000001, 0xffffffff
    amo 36, amomaxu.w, 0x80000000, 0x7fffffff, 0x80000000
    amo 37, amomaxu.w, 0x12345678, 0x12345678, 0x0ff00ff0

    # aq and rl do not change the result
    amo 38, amoadd.w.aqrl, 0x00000003, 0x00000001, 0x00000002

    # sc.w fails without a reservation, and leaves memory alone
    li gp, 39
    la a1, word
    li a2, 77
    sw x0, 0(a1)
    sc.w a0, a2, (a1)
    beqz a0, fail
    lw a0, 0(a1)
    want a0, 0

    # lr.w, sc.w: succeeds once
    li gp, 40
    lr.w a0, (a1)
    want a0, 0
    sc.w a0, a2, (a1)
    want a0, 0
    lw a0, 0(a1)
    want a0, 77
    sc.w a0, x0, (a1)
    beqz a0, fail
    lw a0, 0(a1)
    want a0, 77

    # all lanes add their number to one word: nothing is lost
    li gp, 41
    sw x0, 0(a1)
    num_threads t1
    li t0, -1
    vx_tmc t0
    la a1, word
    thread_id a2
    amoadd.w x0, a2, (a1)
    li t0, 1
    vx_tmc t0
    addi t2, t1, -1
    mul t2, t2, t1
    srli t2, t2, 1
    lw a0, 0(a1)
    bne a0, t2, fail

    finish

    .data
    .balign 4
word:
    .word 0

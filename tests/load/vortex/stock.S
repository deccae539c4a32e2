# SPDX-License-Identifier: Apache-2.0
# stock.S - a program in the shape of stock Vortex programs: start-up code that gives each warp a
# stack and thread-local memory after _end, a kernel that all warps run, profile counters stored at
# the end, and an exit code. It adds up what thread-local variables and data beside the code have.
#
# Arguments: {u32 *out; u32 exit code}, at the address in mscratch.
    .section .text.start, "ax"
    .globl _start
_start:
    li a0, 2
    la a1, warps
    .insn r 0x0b, 1, 0, x0, a0, a1          # wspawn 2, warps
warps:
    li a0, 3
    .insn r 0x0b, 0, 0, x0, a0, x0          # tmc 3
    csrr a1, 0xf14                          # mhartid
    slli a2, a1, 13
    lui sp, %hi(0xFF000000)
    sub sp, sp, a2
    la a3, _end
    la a4, __tls_bytes
    mul a4, a4, a1
    add tp, a3, a4
    sw a1, 0(tp)                            # a thread-local variable
    sw a1, -4(sp)
    lw a5, 0(tp)
    csrr a0, mscratch
    lw a1, 0(a0)                            # out
    csrr a2, 0xf14
    slli a2, a2, 2
    add a1, a1, a2
    la a3, bias
    lw a4, 0(a3)
    add a5, a5, a4
    sw a5, 0(a1)
    csrr a2, 0xcc1                          # warp id
    bnez a2, others
    li a0, 1
    .insn r 0x0b, 0, 0, x0, a0, x0          # tmc 1
    li a0, 1
    .insn r 0x0b, 1, 0, x0, a0, x0          # wspawn 1: wait for the other warp
    la a3, bias
    lw a4, 0(a3)
    addi a4, a4, 1
    sw a4, 0(a3)                            # data in the segment of the code
    csrr a4, 0xb00                          # counters, as stock programs dump them
    lui a5, %hi(0xFF004000)
    addi a5, a5, 0x40
    sw a4, 0(a5)
    sw a4, 248(a5)
    csrr a0, mscratch
    lw gp, 4(a0)                            # exit code
others:
    .insn r 0x0b, 0, 0, x0, x0, x0          # tmc 0

    .section .data, "aw"
    .word 0xffffffff                        # no instruction
bias:
    .word 100

    .section .text, "ax"
unused:
    ret

    .section .tdata, "awT", @progbits
    .globl counter
counter:
    .word 0
    .word 0

# SPDX-License-Identifier: Apache-2.0
# zicond.s - czero.eqz and czero.nez, which the assembler does not know yet. Needs isa.zicond.
.include "test.inc"

.macro czero_eqz rd, rs1, rs2
    .insn r 0x33, 5, 7, \rd, \rs1, \rs2
.endm
.macro czero_nez rd, rs1, rs2
    .insn r 0x33, 7, 7, \rd, \rs1, \rs2
.endm

    program

    rr 2, czero_eqz, 0x00000000, 0x12345678, 0x00000000
    rr 3, czero_eqz, 0x12345678, 0x12345678, 0x00000001
    rr 4, czero_eqz, 0x12345678, 0x12345678, 0x80000000
    rr 5, czero_eqz, 0x00000000, 0x00000000, 0xffffffff
    rr 6, czero_nez, 0x12345678, 0x12345678, 0x00000000
    rr 7, czero_nez, 0x00000000, 0x12345678, 0x00000001
    rr 8, czero_nez, 0x00000000, 0x12345678, 0x80000000
    rr 9, czero_nez, 0xffffffff, 0xffffffff, 0x00000000

    finish

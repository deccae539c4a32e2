// SPDX-License-Identifier: Apache-2.0
// machine.h - what the programs of the whole-machine tests share.
//
// A program starts on warp 0, lane 0 of every core. Its arguments are the structure that mscratch
// points to; by habit the first one is the buffer `out`, kept in s0, and the second one says what
// to do, kept in s1.

#define CSR_MSCRATCH 0x340
#define CSR_LANE 0xcc0
#define CSR_WARP 0xcc1
#define CSR_CORE 0xcc2
#define CSR_WARPS_ACTIVE 0xcc3
#define CSR_MASK 0xcc4
#define CSR_LANES 0xfc0
#define CSR_WARPS 0xfc1
#define CSR_HART 0xf14

.macro vx_tmc mask
    .insn r 0x0b, 0, 0, x0, \mask, x0
.endm
.macro vx_wspawn count, place
    .insn r 0x0b, 1, 0, x0, \count, \place
.endm
.macro vx_split depth, predicate
    .insn r 0x0b, 2, 0, \depth, \predicate, x0
.endm
.macro vx_join depth
    .insn r 0x0b, 3, 0, x0, \depth, x0
.endm
.macro vx_bar number, warps
    .insn r 0x0b, 4, 0, x0, \number, \warps
.endm
.macro vx_pred predicate, mask
    .insn r 0x0b, 5, 0, x0, \predicate, \mask
.endm
.macro vx_bar_arrive phase, number, warps
    .insn r 0x0b, 6, 0, \phase, \number, \warps
.endm
.macro vx_bar_wait number, phase
    .insn r 0x0b, 6, 0, x0, \number, \phase
.endm
.macro vx_vote kind, result, predicate
    .insn r 0x0b, \kind, 1, \result, \predicate, x0
.endm
.macro vx_shuffle kind, result, value, control
    .insn r 0x0b, \kind, 1, \result, \value, \control
.endm

// The entry, with lane 0 only.
.macro program
    .section .text.start, "ax", @progbits
    .globl _start
    .type _start, @function
_start:
.endm

// All lanes on; s0 = out, s1 = what to do, s2 = lane. Any warp may do this.
.macro all_lanes
    li t0, -1
    vx_tmc t0
    csrr a0, CSR_MSCRATCH
    lw s0, 0(a0)
    lw s1, 4(a0)
    csrr s2, CSR_LANE
.endm

// Stores a register to out[index + lane].
.macro put value, index
    slli t6, s2, 2
    add t6, t6, s0
    sw \value, 4*(\index)(t6)
.endm

// The warp ends, and with it the text.
.macro finish
    vx_tmc x0
    .size _start, . - _start
.endm

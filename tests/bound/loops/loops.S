/* SPDX-License-Identifier: Apache-2.0 */
/* loops.S - loops in the shapes that compilers give them, with the lines of a source file that
 * needs not exist; see build.sh. Each function stands where its first .loc says. */
    .file 1 "loops.cl"

    .macro function name
    .globl \name
    .type \name, @function
\name:
    .endm

    .macro end_function name
    .loc 1 1000
    ret
    .size \name, . - \name
    .endm

    .text
    .globl _start
    .type _start, @function
_start: /* without a line */
1:  addi a0, a0, -1
    bnez a0, 1b
    .size _start, . - _start

/* for (10) { body (11) }: tested at the bottom, the header carries the body's line. */
function rotated
    .loc 1 9
    li a0, 8
    .loc 1 11
1:  lw a1, 0(a2)
    .loc 1 10
    addi a0, a0, -1
    bnez a0, 1b
end_function rotated

/* for (20) for (21) */
function nested
    .loc 1 19
    li a0, 8
    .loc 1 21
1:  li a1, 4
2:  addi a1, a1, -1
    bnez a1, 2b
    .loc 1 20
    addi a0, a0, -1
    bnez a0, 1b
end_function nested

/* for (30), unrolled by two, and the rest one by one */
function unrolled
    .loc 1 29
    li a0, 8
    .loc 1 30
1:  addi a0, a0, -2
    bgtz a0, 1b
2:  addi a1, a1, -1
    bnez a1, 2b
end_function unrolled

/* for (40) { if (42) break; }: one flag for both ways out, asked by a branch of the body's line */
function flag
    .loc 1 39
    li a0, 8
    .loc 1 42
1:  li a5, 1
    bnez a2, 2f
    .loc 1 40
    addi a0, a0, -1
    seqz a5, a0
    .loc 1 42
2:  beqz a5, 1b
end_function flag

/* do { do { } while (52) } while (53), both with the same first instruction */
function shared_header
    .loc 1 50
    li a0, 8
    .loc 1 51
1:  lw a1, 0(a2)
    .loc 1 52
    bnez a1, 1b
    .loc 1 53
    bnez a2, 1b
end_function shared_header

/* a loop of a function that stands above, at line 5 */
function inlined
    .loc 1 60
    li a0, 8
    .loc 1 5
1:  addi a0, a0, -1
    bnez a0, 1b
end_function inlined

/* for (70) { for (71) if (..) goto out; }, the inner one unrolled: its tests leave the outer one */
function swallowed
    .loc 1 69
    li a0, 8
    .loc 1 71
1:  lw a1, 0(a2)
    beqz a1, 2f
    lw a1, 4(a2)
    beqz a1, 2f
    .loc 1 70
    addi a0, a0, -1
    bnez a0, 1b
2:
end_function swallowed

/* do { (81) } while (82); */
function do_while
    .loc 1 80
    li a0, 8
    .loc 1 81
1:  lw a0, 0(a2)
    .loc 1 82
    bnez a0, 1b
end_function do_while

/* for (;;) { (91) } */
function endless
    .loc 1 90
    li a0, 8
    .loc 1 91
1:  lw a0, 0(a2)
    j 1b
end_function endless

/* for (100) for (100) */
function one_line
    .loc 1 99
    li a0, 8
    .loc 1 100
1:  li a1, 4
2:  addi a1, a1, -1
    bnez a1, 2b
    addi a0, a0, -1
    bnez a0, 1b
end_function one_line

/* do { do { } while (111) } while (112), both conditions in one flag: a failed one may go on */
function joined
    .loc 1 110
    li a0, 8
1:  lw a1, 0(a2)
    .loc 1 111
    li a5, 0
    bnez a1, 2f
    .loc 1 112
    seqz a5, a2
2:  beqz a5, 1b
end_function joined

/* the same without a branch */
function either
    .loc 1 120
    li a0, 8
1:  lw a1, 0(a2)
    .loc 1 121
    slt a3, a1, a4
    .loc 1 122
    slt a5, a1, a6
    or a5, a5, a3
    bnez a5, 1b
end_function either

/* while (131 && 132) */
function both
    .loc 1 130
    li a0, 8
1:  lw a1, 0(a2)
    .loc 1 131
    slt a3, a1, a4
    .loc 1 132
    slt a5, a1, a6
    and a5, a5, a3
    bnez a5, 1b
end_function both

/* for (141) { if (..) break; (142) }: the first instruction is one of line 143, moved up */
function moved_up
    .loc 1 140
    .loc 1 143
    li a0, 8
    .loc 1 142
1:  lw a1, 0(a2)
    beqz a1, 2f
    .loc 1 141
    addi a0, a0, -1
    bnez a0, 1b
2:
end_function moved_up

/* a loop of a function that was called in line 151 and has no lines of its own */
function hidden
    .loc 1 150 0
    li a0, 8
    .loc 1 151 9
1:  addi a0, a0, -1
    bnez a0, 1b
end_function hidden

/* for (161), told with columns */
function columns
    .loc 1 160 0
    li a0, 8
    .loc 1 161 30
1:  addi a0, a0, -1
    .loc 1 161 5
    bnez a0, 1b
end_function columns

/* while (171) { (172) }: the compiler has lost the branch's line, it seems to be 172 */
function lost
    .loc 1 170
    li a0, 8
    .loc 1 171
1:  slli a3, a1, 9
    .loc 1 172
    addi a1, a1, -1
    bgez a3, 1b
end_function lost

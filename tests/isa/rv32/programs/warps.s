# SPDX-License-Identifier: Apache-2.0
# warps.s - lanes that part and meet, warps that start, wait for each other and end.
#
# Runs with any number of lanes and warps. Lanes leave what they computed in `lanes`, one word each;
# lane 0 then compares, alone.
.include "test.inc"

# s0: number of lanes, s1: mask of all lanes, for every lane
.macro all_lanes
    li t0, -1
    vx_tmc t0
    num_threads s0
    active_threads s1
    thread_id s2
.endm

.macro one_lane
    li t0, 1
    vx_tmc t0
.endm

# Each lane leaves a0.
.macro leave
    la t0, lanes
    slli t1, s2, 2
    add t0, t0, t1
    sw a0, 0(t0)
.endm

# Lane 0 calls `model` with a lane number in a0 and compares what it gives with what that lane left.
.macro compare model
    one_lane
    li s3, 0
1:  mv a0, s3
    call \model
    la t0, lanes
    slli t1, s3, 2
    add t0, t0, t1
    lw t1, 0(t0)
    bne a0, t1, fail
    addi s3, s3, 1
    blt s3, s0, 1b
.endm

    program

    # tmc: all lanes there are, and each knows its number
    li gp, 2
    all_lanes
    mv a0, s2
    leave
    compare same
    li t0, -1
    sll t0, t0, s0
    li t1, 32
    bne s0, t1, 1f
    li t0, 0
1:  not t0, t0
    bne t0, s1, fail

    # lanes that are not active keep their registers and write nothing
    li gp, 3
    all_lanes
    li a0, 5
    one_lane
    li a0, 6
    all_lanes
    leave
    compare six_then_five

    # split and join: odd lanes one way, even lanes the other; all are back behind the join
    li gp, 4
    all_lanes
    andi a1, s2, 1
    vx_split s4, a1
    beqz a1, 2f
    addi a0, s2, 100
    j 3f
2:  addi a0, s2, 200
3:  vx_join s4
    leave
    active_threads t0
    bne t0, s1, fail
    bnez s4, fail
    compare odd_100_even_200

    # the negated form
    li gp, 5
    all_lanes
    andi a1, s2, 1
    vx_split_n s4, a1
    beqz a1, 2f
    addi a0, s2, 100
    j 3f
2:  addi a0, s2, 200
3:  vx_join s4
    leave
    active_threads t0
    bne t0, s1, fail
    compare odd_100_even_200

    # a split on which all lanes agree parts nobody
    li gp, 6
    all_lanes
    li a1, 1
    vx_split s4, a1
    active_threads t0
    bne t0, s1, fail
    beqz a1, fail
    vx_join s4
    active_threads t0
    bne t0, s1, fail
    one_lane

    # splits inside of splits: a0 = lane % 4, by two branches
    li gp, 7
    all_lanes
    andi a1, s2, 2
    srli a1, a1, 1
    andi a2, s2, 1
    vx_split s4, a1
    beqz a1, 4f
    vx_split s5, a2
    beqz a2, 2f
    li a0, 3
    j 3f
2:  li a0, 2
3:  vx_join s5
    j 6f
4:  vx_split s5, a2
    beqz a2, 2f
    li a0, 1
    j 5f
2:  li a0, 0
5:  vx_join s5
6:  vx_join s4
    leave
    active_threads t0
    bne t0, s1, fail
    compare modulo_4

    # pred: lane n goes round n + 1 times; the mask is back when the last one is done
    li gp, 8
    all_lanes
    li a0, 0
    active_threads s4
1:  addi a0, a0, 1
    sltu a1, s2, a0
    xori a1, a1, 1
    vx_pred a1, s4
    bnez a1, 1b
    active_threads t0
    bne t0, s1, fail
    leave
    compare one_more

    # the negated form: the predicate says who leaves
    li gp, 9
    all_lanes
    li a0, 0
    active_threads s4
1:  addi a0, a0, 1
    sltu a1, s2, a0
    vx_pred_n a1, s4
    beqz a1, 1b
    active_threads t0
    bne t0, s1, fail
    leave
    compare one_more

    # wspawn: every warp leaves its mark, with lane 0 only, then ends
    li gp, 10
    num_warps s5
    la a1, marks_and_ends
    vx_wspawn s5, a1
    li t0, 1
    vx_wspawn t0, x0
    la a1, marks
    li a0, 1
1:  bge a0, s5, 2f
    slli t0, a0, 2
    add t0, t0, a1
    lw t1, 0(t0)
    addi t2, a0, 1000
    bne t1, t2, fail
    addi a0, a0, 1
    j 1b
2:

    # bar: what a warp stored before it is there for all others behind it
    li gp, 11
    la a1, meets_and_ends
    vx_wspawn s5, a1
    call meet
    li t0, 1
    vx_wspawn t0, x0
    la a1, marks
    li a0, 0
1:  slli t0, a0, 2
    add t0, t0, a1
    lw t1, 256(t0)
    addi t2, a0, 2001
    addi t0, a0, 1
    bne t0, s5, 2f
    li t2, 2000
2:  bne t1, t2, fail
    addi a0, a0, 1
    blt a0, s5, 1b

    finish

    .text
    .balign 4
same:
    ret
six_then_five:
    li t0, 5
    beqz a0, 1f
    mv a0, t0
    ret
1:  li a0, 6
    ret
odd_100_even_200:
    andi t0, a0, 1
    addi a0, a0, 100
    bnez t0, 1f
    addi a0, a0, 100
1:  ret
modulo_4:
    andi a0, a0, 3
    ret
one_more:
    addi a0, a0, 1
    ret

marks_and_ends:
    warp_id a0
    la a1, marks
    slli t0, a0, 2
    add t0, t0, a1
    active_threads t1
    addi t1, t1, 999
    add t1, t1, a0
    sw t1, 0(t0)
    vx_tmc x0

# Warp w stores 2000 + w, waits for all, and hands on what its neighbour stored.
meet:
    warp_id a0
    num_warps a2
    la a1, marks
    slli t0, a0, 2
    add t0, t0, a1
    li t1, 2000
    add t1, t1, a0
    sw t1, 0(t0)
    vx_bar x0, a2
    addi t1, a0, 1
    bne t1, a2, 1f
    li t1, 0
1:  slli t1, t1, 2
    add t1, t1, a1
    lw t2, 0(t1)
    sw t2, 256(t0)
    ret

meets_and_ends:
    call meet
    vx_tmc x0

    .data
    .balign 4
lanes:
    .zero 256
marks:
    .zero 512

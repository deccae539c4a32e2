/* SPDX-License-Identifier: Apache-2.0 */
/* start.S - start-up and grid walker for Vortex: every warp takes work-groups until none is left.
 *
 * The machine starts one thread (warp 0, lane 0) at _start. It spawns the other warps; then each
 * warp turns on all its lanes and walks the grid. Warp w belongs to the resident group w /
 * warps_per_group; the core's residents take the groups core*resident + slot, stepping by
 * cores*resident.
 *
 * No branch here depends on the lane: lanes of a warp hold equal values in every register but sp
 * and gp, so neither SPLIT nor JOIN is needed. Instructions and CSRs: Vortex 2.1, valid up to 3.0.
 *
 * Kept over a kernel: sp, gp, tp. It may change every other register, so that it has nothing to
 * save on the stack, where 32 lanes are 32 cache lines. Behind a kernel the group's number is made
 * from its ids, and the mask of the lanes that have a work-item is the active one.
 *
 * The machine divides slowly, one warp after the other: a remainder is a product and a difference,
 * and what can only be 0 is not divided.
 */
#include "../launch.h"

#define CSR_LANE        0xCC0
#define CSR_WARP        0xCC1
#define CSR_CORE        0xCC2
#define CSR_THREADS     0xFC0 /* lanes of a warp */
#define CSR_WARPS       0xFC1 /* warps of a core */
#define CSR_CORES       0xFC2
#define CSR_ACTIVE      0xCC4 /* mask of the active lanes */
#define CSR_HART        0xF14

#define STACK_SHIFT     13 /* 8 KiB of stack a thread */
#define STACK_ARGUMENTS (4 * LAUNCH_STACK_LIMIT)

    .macro tmc mask
    .insn r 0x0B, 0, 0, x0, \mask, x0
    .endm

    .macro wspawn count, pc
    .insn r 0x0B, 1, 0, x0, \count, \pc
    .endm

    .macro barrier number, warps
    .insn r 0x0B, 4, 0, x0, \number, \warps
    .endm

    /* Adds the group's local base (tp) to an argument if its bit in t0 is set; moves t0 on. */
    .macro place_local argument
    andi    t2, t0, 1
    neg     t2, t2
    and     t2, t2, tp
    add     \argument, \argument, t2
    srli    t0, t0, 1
    .endm

    /* Splits a linear number into x, y, z by the extents in x and y; `number` becomes z. The
     * extents in y and z (the latter in `depth`) are often 1, and then nothing is divided. */
    .macro unfold number, x, y, width, height, depth, scratch
    or      \scratch, \height, \depth
    addi    \scratch, \scratch, -1
    mv      \x, \number
    li      \y, 0
    li      \number, 0
    beqz    \scratch, 1f
    divu    \y, \x, \width
    mul     \scratch, \y, \width
    sub     \x, \x, \scratch
    addi    \scratch, \depth, -1
    beqz    \scratch, 1f
    divu    \number, \y, \height
    mul     \scratch, \number, \height
    sub     \y, \y, \scratch
1:
    .endm

    .section .text.start, "ax", @progbits
    .globl  _start
    .type   _start, @function
_start:
    csrr    t0, CSR_WARPS
    la      t1, walk
    wspawn  t0, t1

walk:
    li      t0, -1
    tmc     t0
    la      a7, __warpclock_launch

    /* The stack; its upper end stays reserved for the kernel's stack arguments. */
    csrr    t0, CSR_HART
    slli    t0, t0, STACK_SHIFT
    la      t1, __warpclock_stack_top
    lw      t1, 0(t1)
    sub     sp, t1, t0
    addi    sp, sp, -STACK_ARGUMENTS

    /* t2 = slot of the group in this core, t3 = first linear local id of the warp */
    csrr    t0, CSR_WARP
    lw      t1, LAUNCH_WARPS_PER_GROUP(a7)
    li      t2, 0
    mv      t3, t0
    bltu    t0, t1, 1f
    mv      t2, t0
    li      t3, 0
    addi    t4, t1, -1
    beqz    t4, 1f
    divu    t2, t0, t1
    mul     t3, t2, t1
    sub     t3, t0, t3
1:
    lw      t4, LAUNCH_GROUPS_RESIDENT(a7)
    bgeu    t2, t4, finish
    csrr    t5, CSR_THREADS
    mul     t3, t3, t5

    /* gp = local id x, y, z, packed */
    csrr    a0, CSR_LANE
    add     a0, a0, t3
    lw      a1, LAUNCH_BLOCK(a7)
    lw      a2, LAUNCH_BLOCK+4(a7)
    lw      a3, LAUNCH_BLOCK+8(a7)
    unfold  a0, gp, a4, a1, a2, a3, a5
    slli    a4, a4, LOCAL_ID_Y_SHIFT
    slli    a0, a0, LOCAL_ID_Z_SHIFT
    or      gp, gp, a4
    or      gp, gp, a0

    /* s1 = mask of the lanes below the group's size */
    mul     a1, a1, a2
    mul     a1, a1, a3
    sub     a1, a1, t3
    li      s1, -1
    bgeu    a1, t5, 1f
    sll     s1, s1, a1
    not     s1, s1
1:
    /* tp = local memory of the group, behind its group block */
    lw      a0, LAUNCH_LOCAL_BYTES(a7)
    mul     a0, a0, t2
    la      a1, __warpclock_local_base
    lw      a1, 0(a1)
    add     tp, a0, a1
    addi    tp, tp, GROUP_BLOCK_BYTES

    /* s0 = first group: core*resident + slot */
    csrr    a0, CSR_CORE
    mul     a0, a0, t4
    add     s0, a0, t2
    lw      a0, LAUNCH_GRID(a7)
    lw      a1, LAUNCH_GRID+4(a7)
    lw      a2, LAUNCH_GRID+8(a7)
    mul     a2, a2, a1
    mul     a2, a2, a0
    bgeu    s0, a2, finish

    /* The slot never changes. Each warp writes it and the ids below for itself (all the same
     * values), so that no barrier is needed behind the writes. One lane does it: 32 would collide.
     * */
    li      a3, 1
    tmc     a3
    sw      t2, GROUP_SLOT(tp)

next_group:
    /* In: s0 = number of the group, s1 = mask of the lanes with a work-item, lane 0 active, a7 =
     * record. */
    lw      a0, LAUNCH_GRID(a7)
    lw      a1, LAUNCH_GRID+4(a7)
    lw      a2, LAUNCH_GRID+8(a7)
    unfold  s0, a3, a4, a0, a1, a2, a5
    sw      a3, GROUP_ID(tp)
    sw      a4, GROUP_ID+4(tp)
    sw      s0, GROUP_ID+8(tp)
    tmc     s1

    la      t1, __warpclock_launch
    lw      t0, LAUNCH_LOCAL_ARGS(t1)
    lw      t3, LAUNCH_STACK_WORDS(t1)
    lw      a0, LAUNCH_A(t1)
    lw      a1, LAUNCH_A+4(t1)
    lw      a2, LAUNCH_A+8(t1)
    lw      a3, LAUNCH_A+12(t1)
    lw      a4, LAUNCH_A+16(t1)
    lw      a5, LAUNCH_A+20(t1)
    lw      a6, LAUNCH_A+24(t1)
    lw      a7, LAUNCH_A+28(t1)
    flw     fa0, LAUNCH_FA(t1)
    flw     fa1, LAUNCH_FA+4(t1)
    flw     fa2, LAUNCH_FA+8(t1)
    flw     fa3, LAUNCH_FA+12(t1)
    flw     fa4, LAUNCH_FA+16(t1)
    flw     fa5, LAUNCH_FA+20(t1)
    flw     fa6, LAUNCH_FA+24(t1)
    flw     fa7, LAUNCH_FA+28(t1)
    beqz    t0, 1f
    place_local a0
    place_local a1
    place_local a2
    place_local a3
    place_local a4
    place_local a5
    place_local a6
    place_local a7
1:
    beqz    t3, 3f
    addi    t4, t1, LAUNCH_STACK
    mv      t5, sp
2:
    lw      t6, 0(t4)
    place_local t6
    sw      t6, 0(t5)
    addi    t4, t4, 4
    addi    t5, t5, 4
    addi    t3, t3, -1
    bnez    t3, 2b
3:
    lw      t1, LAUNCH_ENTRY(t1)
    jalr    t1

    /* s0 = number of the group + cores*resident; the warp ends behind the last group */
    csrr    s1, CSR_ACTIVE
    la      a7, __warpclock_launch
    lw      a0, LAUNCH_GRID(a7)
    lw      a1, LAUNCH_GRID+4(a7)
    lw      a2, LAUNCH_GRID+8(a7)
    lw      t0, GROUP_ID(tp)
    lw      t1, GROUP_ID+4(tp)
    lw      s0, GROUP_ID+8(tp)
    mul     s0, s0, a1
    add     s0, s0, t1
    mul     s0, s0, a0
    add     s0, s0, t0
    csrr    t0, CSR_CORES
    lw      t1, LAUNCH_GROUPS_RESIDENT(a7)
    mul     t0, t0, t1
    add     s0, s0, t0
    mul     a0, a0, a1
    mul     a0, a0, a2
    bgeu    s0, a0, finish

    /* The group's warps meet before its ids and local memory are used again (one warp: no-op). */
    lw      a0, GROUP_SLOT(tp)
    lw      a1, LAUNCH_WARPS_PER_GROUP(a7)
    barrier a0, a1
    li      a0, 1
    tmc     a0
    j       next_group

finish:
    tmc     x0
    .size   _start, . - _start

    .data
    .balign 16
    .globl  __warpclock_launch
    .type   __warpclock_launch, @object
    .size   __warpclock_launch, LAUNCH_BYTES
__warpclock_launch:
    .zero   LAUNCH_BYTES
    .globl  __warpclock_stack_top
    .type   __warpclock_stack_top, @object
    .size   __warpclock_stack_top, 4
__warpclock_stack_top:
    .word   0
    .globl  __warpclock_local_base
    .type   __warpclock_local_base, @object
    .size   __warpclock_local_base, 4
__warpclock_local_base:
    .word   0

// SPDX-License-Identifier: Apache-2.0
// oracle_kernel.S - all warps, with all lanes, call the kernel that the launch record names: one of
// eight instructions, or one that returns at once. Code around it stands for start-up code.
#include "machine.h"
#include "../../../../kernels/runtime/launch.h"
    program
    .globl call, after, work, work_end, empty
    .globl __warpclock_launch, __warpclock_stack_top, __warpclock_local_base
    csrr t0, CSR_WARPS
    la t1, each
    vx_wspawn t0, t1
each:
    li t0, -1
    vx_tmc t0
    la t1, __warpclock_launch
    lw t2, LAUNCH_ENTRY(t1)
    .rept 20
    addi a1, a1, 1
    .endr
call:
    jalr ra, 0(t2)
after:
    .rept 20
    addi a1, a1, 1
    .endr
    finish
work:
    .rept 7
    addi a2, a2, 1
    .endr
work_end:
empty:
    ret

    .data
__warpclock_launch:
    .zero LAUNCH_BYTES
__warpclock_stack_top:
    .word 0
__warpclock_local_base:
    .word 0

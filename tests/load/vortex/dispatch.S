# SPDX-License-Identifier: Apache-2.0
# dispatch.S - a program in the shape of those for the hardware dispatcher of Vortex 3.0: a common
# entry that sets up a warp's registers, five instructions that call the kernel and end the warp, and
# two kernels. The dispatcher enters these five again when it uses a warp slot again.
#
# Arguments: {u32 *out; u32 *harts}, at the address in mscratch.
    .section .text.start, "ax"
    .globl _start, __vx_cta_entry
    .type __vx_cta_entry, @function
_start:
__vx_cta_entry:
    lui sp, %hi(0xFFFF0000)
    csrr t0, 0xf14                          # mhartid
    slli t1, t0, 13
    sub sp, sp, t1
    csrr a0, mscratch
    lw a1, 4(a0)
    slli t0, t0, 2
    add a1, a1, t0
    lw a2, 0(a1)
    addi a2, a2, 1
    sw a2, 0(a1)                            # harts[hart]++: once per slot
    csrr s11, 0xce1                         # the window: entry of the kernel,
    csrr a0, mscratch                       # its arguments,
    jalr ra, s11
    .insn r 0x0b, 7, 0, x0, x0, x0          # wsync
    .insn r 0x0b, 0, 0, x0, x0, x0          # tmc 0

# out[global thread] = block.x + 100 block.y + 10000 * the thread index of the neighbour, which comes
# through local memory. The block has one row.
    .text
    .globl neighbour, __vx_kentry_neighbour
    .type neighbour, @function
neighbour:
__vx_kentry_neighbour:
    csrr t0, 0xcd3                          # thread x
    csrr t1, 0xcdf                          # local memory
    slli t2, t0, 2
    add t2, t1, t2
    sw t0, 0(t2)
    csrr a2, 0xcd0                          # place of the group
    csrr a3, 0xcd2                          # its warps
    .insn r 0x0b, 4, 0, x0, a2, a3          # bar
    xori t3, t0, 1
    slli t3, t3, 2
    add t3, t1, t3
    lw t3, 0(t3)
    li t4, 10000
    mul t3, t3, t4
    csrr t4, 0xcd6                          # block x
    add t3, t3, t4
    csrr t5, 0xcd7                          # block y
    li t6, 100
    mul t6, t5, t6
    add t3, t3, t6
    csrr t6, 0xcdc                          # grid x
    mul t5, t5, t6
    add t5, t5, t4                          # group
    csrr t6, 0xcd9                          # block size x
    mul t5, t5, t6
    add t5, t5, t0
    lw a0, 0(a0)
    slli t5, t5, 2
    add a0, a0, t5
    sw t3, 0(a0)
    ret

# out[thread] = x + 10 y + 100 z of the thread, in one group.
    .globl place, __vx_kentry_place
    .type place, @function
place:
__vx_kentry_place:
    csrr t0, 0xcd3
    csrr t1, 0xcd4
    csrr t2, 0xcd5
    csrr t3, 0xcda                          # block size y
    mul t4, t2, t3
    add t4, t4, t1
    csrr t3, 0xcd9
    mul t4, t4, t3
    add t4, t4, t0
    li t5, 10
    mul t1, t1, t5
    li t5, 100
    mul t2, t2, t5
    add t0, t0, t1
    add t0, t0, t2
    lw a0, 0(a0)
    slli t4, t4, 2
    add a0, a0, t4
    sw t0, 0(a0)
    ret

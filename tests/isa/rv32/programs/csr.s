# SPDX-License-Identifier: Apache-2.0
# csr.s - Zicsr on mscratch and fcsr, and the registers that tell what the machine is.
.include "test.inc"

    program

    # csrrw, csrrs, csrrc give the old value and change the register
    li gp, 2
    li a1, 0x12345678
    csrw mscratch, a1
    li a2, 0x0f0f0f0f
    csrrs a0, mscratch, a2
    want a0, 0x12345678
    csrrc a0, mscratch, a2
    want a0, 0x1f3f5f7f
    csrr a0, mscratch
    want a0, 0x10305070
    li gp, 3
    li a0, 7
    csrrw a0, mscratch, a0
    want a0, 0x10305070
    csrr a0, mscratch
    want a0, 7

    # immediate forms
    li gp, 4
    csrrwi a0, mscratch, 31
    want a0, 7
    csrrci a0, mscratch, 5
    want a0, 31
    csrrsi a0, mscratch, 1
    want a0, 26
    csrr a0, mscratch
    want a0, 27

    # set and clear with x0 or 0 read only, even where nothing can be written
    li gp, 5
    csrrs a0, mhartid, x0
    want a0, 0
    csrrci a0, mvendorid, 0
    want a0, 0
    csrr a0, marchid
    want a0, 0
    csrr a0, mimpid
    want a0, 0

    # fflags and frm are fcsr
    li gp, 6
    li a1, 0xffffffff
    csrw fcsr, a1
    csrr a0, fcsr
    want a0, 0xff
    csrr a0, fflags
    want a0, 0x1f
    csrr a0, frm
    want a0, 7
    fsrmi a0, 2
    want a0, 7
    fsflagsi a0, 1
    want a0, 0x1f
    csrr a0, fcsr
    want a0, 0x41
    csrw fcsr, x0

    # the first lane of the first warp of the first core
    li gp, 7
    thread_id a0
    want a0, 0
    warp_id a0
    want a0, 0
    csrr a0, 0xcc2
    want a0, 0
    csrr a0, 0xcc3
    want a0, 1
    active_threads a0
    want a0, 1
    num_threads a0
    beqz a0, fail
    num_warps a0
    beqz a0, fail
    csrr a0, 0xfc2
    beqz a0, fail

    # what start-up code of other tests writes is accepted
    li gp, 8
    csrw satp, x0
    csrw medeleg, x0
    csrw mideleg, x0
    csrw mie, x0
    csrw pmpaddr0, x0
    csrw pmpcfg0, x0
    csrr a0, misa
    csrr a0, mcycle
    csrr a0, minstreth

    finish

/* SPDX-License-Identifier: Apache-2.0 */
/* sample_start.S - an entry without .type, and the kernels' description. */
    .section .text.start, "ax", @progbits
    .globl _start
_start:
    call scale
local_label:
    call count
    j local_label

    .section .warpclock.kernels, "", @progbits
    .asciz "source sample.c sha256=0123abcd"
    .asciz "runtime sha256=4567ef"
    .asciz "toolchain clang 16.0.6"
    .asciz "kernel scale local=96 reqd=16,4,1"
    .asciz "arg out global float*"
    .asciz "arg in constant float*"
    .asciz "arg factor value float 4"
    .asciz "arg n value int 4"
    .asciz "kernel count"
    .asciz "arg out global int*"
    .asciz "arg which value unsigned int 4"

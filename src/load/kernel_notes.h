/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_notes.h - the section .warpclock.kernels: descriptions of the kernels of an ELF file.
 *
 * RISC-V has no standard place for a kernel's parameters, so the suite's build writes them as text,
 * one item per line, each terminated by NUL or newline:
 *
 *     source sgemm.cl sha256=...
 *     runtime sha256=...
 *     toolchain clang 16.0.6
 *     statement sgemm.cl:14 13 14 17 1 top
 *     loop sgemm.cl:14 128
 *     kernel sgemm local=4096 reqd=16,16,1 registers=40
 *     arg A global float*
 *     arg n value int 4
 *
 * `arg` lines belong to the preceding `kernel` line: name, kind (value, global, local, constant),
 * type, bytes. The bytes of a pointer and all attributes of `kernel` are optional. `statement`
 * describes a loop of the source: its line, the first and last line of its head, its last line,
 * the number of loops around it, where it is tested (top, bottom, endless), and the flags calls,
 * outer, shared (struct loop_statement). `loop` is the maximum number of iterations of the loop at
 * a source line (#pragma warpclock loop_bound).
 *
 * A cubin has sizes and offsets of its kernels' parameters, but neither names nor kinds: there
 * `arg` lines add these. */
#ifndef WARPCLOCK_LOAD_KERNEL_NOTES_H
#define WARPCLOCK_LOAD_KERNEL_NOTES_H

#include "load/image.h"

#define KERNEL_NOTES_SECTION ".warpclock.kernels"

/* Adds the kernels to an image whose symbols are loaded: a kernel starts at the function with its
 * name. Errors name the line of the section. */
enum wc_status kernel_notes_read(struct error *err, struct image *image, const uint8_t *bytes,
                                 uint64_t size);

#endif

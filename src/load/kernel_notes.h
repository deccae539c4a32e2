/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_notes.h - the section .warpclock.kernels: what an ELF file says about its kernels.
 *
 * RISC-V has no standard place for a kernel's parameters, so the suite's build writes them as text,
 * one line after the other, each ended by NUL or newline:
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
 * `arg` lines belong to the `kernel` line above them: name, kind (value, global, local, constant),
 * type, bytes. A pointer may leave the bytes out. Attributes of `kernel` may all be left out.
 * `statement` tells a loop of the source: the line it is called by, the first and the last one of its
 * head, the last one of all, the loops around it, where it is tested (top, bottom, endless), and if
 * that is so: calls, outer, shared (struct loop_statement). `loop` tells the most iterations of
 * the loop at a source line (#pragma warpclock loop_bound).
 * A cubin tells its kernels' parameters itself, but neither names nor kinds: there `arg` lines name
 * what the file has already told the size and place of. */
#ifndef WARPCLOCK_LOAD_KERNEL_NOTES_H
#define WARPCLOCK_LOAD_KERNEL_NOTES_H

#include "load/image.h"

#define KERNEL_NOTES_SECTION ".warpclock.kernels"

/* Adds the kernels to an image whose symbols are loaded: a kernel starts at the function of its
 * name. Errors name the line of the section. */
enum wc_status kernel_notes_read(struct error *err, struct image *image, const uint8_t *bytes,
                                 uint64_t size);

#endif

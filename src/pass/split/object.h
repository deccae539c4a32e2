/* SPDX-License-Identifier: Apache-2.0 */
/* object.h - a code object whose kernels have new code.
 *
 * The new code is a section `.text.split` in a segment of its own, after everything else; so is a
 * copy of the program headers, which have one entry more. All other bytes stay where they are.
 * Symbols and kernel descriptors lead to the new code, and line tables describe it (lines.h). */
#ifndef WARPCLOCK_PASS_SPLIT_OBJECT_H
#define WARPCLOCK_PASS_SPLIT_OBJECT_H

#include "load/image.h"
#include "pass/split/rewrite.h"

/* A kernel and its new code. */
struct moved {
    const struct kernel *kernel;
    uint64_t address;       /* of the new code */
    struct rewritten code;
};

/* Where the new code of a file begins: what split_rewrite must know. Kernels follow each other at
 * multiples of SPLIT_ALIGNMENT. */
enum { SPLIT_ALIGNMENT = 256 };
enum wc_status split_object_base(struct error *err, const struct image *image, uint64_t *base);

/* The file with the new code of all these kernels; *out is allocated with malloc. */
enum wc_status split_object_make(struct error *err, const struct program *program,
                                 const struct moved *moved, uint32_t count, uint8_t **out,
                                 uint64_t *size);

#endif

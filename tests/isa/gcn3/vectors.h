/* SPDX-License-Identifier: Apache-2.0 */
/* vectors.h - the stored words and LLVM's text of them, one by one. */
#ifndef WARPCLOCK_TESTS_GCN3_VECTORS_H
#define WARPCLOCK_TESTS_GCN3_VECTORS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include "isa/gcn3/table.h"
#include "load/image.h" /* before cmocka, which has a macro fail() */

#include <cmocka.h>

struct vector {
    uint32_t words[2];
    unsigned bytes;
    enum gcn3_version version; /* of gfx803 or of gfx906 */
    char text[200];
};

/* Calls `see` for each vector of tests/isa/gcn3, of vectors.txt and then of vectors-gcn5.txt;
 * returns how many there are. */
unsigned for_each_vector(void (*see)(const struct vector *vector, void *user), void *user);

/* One instruction on its own. */
struct decoded {
    struct insn insn;
    struct gcn3_insn own;
};
/* `bytes` of the two words are there. */
void decode_words(struct decoded *out, uint32_t first, uint32_t second, unsigned bytes);
/* The same for a vector, of its chip; words that are not among the bytes are 0. */
void decode_vector(struct decoded *out, const struct vector *vector, unsigned bytes);

/* The text of an instruction; the buffer is the caller's. */
const char *text_of(const struct insn *insn, char *buffer, size_t size);

#endif

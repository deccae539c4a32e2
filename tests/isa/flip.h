/* SPDX-License-Identifier: Apache-2.0 */
/* flip.h - proves the list of isa->dependence() for one instruction after the other.
 *
 * The claim of a list, as isa/dependence.h makes it: choose any names, lanes of names and bytes of
 * memory, and call them different. The list says what they decide, and otherwise which lanes of
 * which names may differ after the instruction; the labels of memory say which bytes may. So the
 * driver flips what it has chosen, runs the instruction again and requires that the effect and
 * everything else are equal. Names that the list leaves out are among those chosen, and names that
 * are called "written as a whole".
 *
 * The rule that makes differences from a list is in flip_rule.c a second time, on purpose: the
 * first one is in machine/common/taint.c. */
#ifndef WARPCLOCK_TESTS_ISA_FLIP_H
#define WARPCLOCK_TESTS_ISA_FLIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/warp.h"

enum { FLIP_PARTS_MAX = 12, FLIP_PLACES_MAX = 8, FLIP_NAMES_MAX = 640 };

/* Bytes that an instruction may read or write. */
struct flip_part {
    void *bytes;
    size_t size;
    uint8_t *labels; /* of memory: one per byte, as in struct allocation. NULL: registers and other
                      * state, of which every bit that can change belongs to a name */
    const char *name;
};

/* Some bits of a word of 1, 4 or 8 bytes inside a part. */
struct flip_place {
    void *at;
    uint8_t bytes;
    uint64_t bits;
};

struct flip {
    const struct isa *isa;
    struct warp *warp; /* its memory port is there, without a shadow */
    uint64_t dice;
    struct flip_part part[FLIP_PARTS_MAX];
    unsigned parts;
    /* Decodes a random word of row `row` (any numbering: rows, forms). False: this word is none, or
     * cannot run here; another one is rolled. */
    bool (*decode)(struct flip *flip, size_t row, struct insn *insn);
    /* New contents of all parts and a new mask, such that the instruction mostly does not fault. */
    void (*shuffle)(struct flip *flip, const struct insn *insn);
    /* Where a name is in a lane (of names without lanes: lane 0). Returns how many places; 0: the
     * warp of this test does not have it. */
    unsigned (*places)(struct flip *flip, uint32_t name, unsigned lane, struct flip_place *out);
    /* Makes the warp's mask consistent with the parts; NULL: it does not depend on them. */
    void (*settle)(struct flip *flip);
    /* Does what a machine does to registers because of an effect (the phase of an arrival); NULL:
     * nothing. */
    void (*apply)(struct flip *flip, const struct insn *insn, const struct effect *effect);
    /* Clears the members of an effect that no machine's time depends on; NULL: there are none. */
    void (*hide)(const struct insn *insn, struct effect *effect);
    void *user;
};

/* What was done; the reverse of the test, reads that never mattered, is no error. */
struct flip_count {
    uint64_t words; /* instructions tried */
    uint64_t flips; /* ... and run again with something flipped */
    uint64_t values, values_matter; /* flips of single values, and those that changed a result */
    unsigned idle;  /* rows whose listed values never changed anything */
    unsigned mild;  /* rows whose deciding registers never changed the effect */
};

/* Tries `words` random words of each of the first `rows` rows, several flips for each; fails the
 * cmocka test at the first list that is wrong, with the name flipped and the one that differs. */
struct flip_count flip_rows(struct flip *flip, size_t rows, unsigned words);

#endif

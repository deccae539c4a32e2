/* SPDX-License-Identifier: Apache-2.0 */
/* sass_code.h - words of Maxwell and Pascal, three behind each control word, and their cubin.
 *
 * Scheduling is simple and safe: what takes a time that is not known sets a barrier, and whoever
 * needs it waits. */
#ifndef WARPCLOCK_CAMPAIGN_SASS_CODE_H
#define WARPCLOCK_CAMPAIGN_SASS_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { SASS_WORDS_MAX = 16384, SASS_RZ = 255, SASS_PT = 7 };
/* Barriers: for loads, for other results, for operands that stores still read. */
enum { SASS_LOADS, SASS_RESULTS, SASS_READS };

struct sass_code {
    uint64_t words[SASS_WORDS_MAX];
    uint32_t controls[SASS_WORDS_MAX];
    uint32_t count;
    uint32_t waits;    /* barriers that the next word waits for */
    const char *wrong; /* what the first word does not fit; NULL: all is well */
};

/* Kinds of scheduling. */
enum sass_timing {
    SASS_FIXED,  /* a result after a few cycles */
    SASS_SLOW,   /* ... after more */
    SASS_LOAD,   /* whoever needs it waits for SASS_LOADS; the next word as for a store */
    SASS_RESULT, /* the next word waits for it */
    SASS_STORE,  /* the next word waits until it has read its operands */
};

/* The guard of an instruction: a predicate, perhaps negated. */
struct sass_guard {
    uint32_t predicate;
    bool negated;
};
extern const struct sass_guard sass_always;

/* Appends bits | d | a << 8 | b << 20; returns the number of the word. */
uint32_t sass_put(struct sass_code *code, uint64_t bits, uint32_t d, uint32_t a, uint64_t b,
                  enum sass_timing timing);
/* Branches and their like: under a guard, with a target that sass_target() tells. */
uint32_t sass_flow(struct sass_code *code, uint64_t bits, struct sass_guard guard);
void sass_target(struct sass_code *code, uint32_t at, uint32_t target);

/* A cubin for sm_62 with the kernel "kernel", of two pointers and a number; `shared`: bytes of
 * shared memory. */
void sass_write_cubin(struct sass_code *code, uint32_t registers, uint32_t shared,
                      struct text *bytes);

#endif

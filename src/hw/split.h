/* SPDX-License-Identifier: Apache-2.0 */
/* split.h - threads of one warp that share a program counter: an entry of the heap of contexts.
 *
 * Splits are ordered by a key, the lowest first: lanes that can run before lanes that wait at a
 * barrier, deeper calls before their callers, then the priority of the instruction, by default its
 * place in the program (SBI-16, SBI-18). Equal keys mean the same instruction at the same depth:
 * such splits merge. */
#ifndef WARPCLOCK_HW_SPLIT_H
#define WARPCLOCK_HW_SPLIT_H

#include <stdbool.h>

#include "hw/cycle.h"

enum { SPLIT_DEPTH_MAX = (1 << 20) - 1 };

struct split {
    uint64_t mask;  /* lanes; none: the entry is not valid */
    uint64_t key;   /* split_key() of the members below */
    cycle_t ready;  /* first cycle in which it can be fetched */
    uint32_t pc;    /* index of its next instruction */
    uint32_t depth; /* calls that its lanes have entered */
    bool waits;     /* at a barrier; pc is the instruction after it */
    bool busy;      /* its branch is under way: it neither merges nor goes cold */
    uint8_t none[6]; /* not left to the compiler: checkpoints have no stray bytes */
};

/* The order of splits. `priority` is the rank of the instruction at the split's pc; no two
 * instructions have the same. */
static inline uint64_t split_key(bool waits, uint32_t depth, uint32_t priority)
{
    return (uint64_t)waits << 63 | (uint64_t)(SPLIT_DEPTH_MAX - depth) << 32 | priority;
}

static inline uint32_t split_priority(const struct split *split)
{
    return (uint32_t)split->key;
}

#endif

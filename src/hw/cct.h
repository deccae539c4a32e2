/* SPDX-License-Identifier: Apache-2.0 */
/* cct.h - the cold context table: a pool of nodes, one list per warp, one free list.
 *
 * A state machine next to the pipeline inserts a split at its place in the warp's list, one
 * insertion at a time; a split that finds it busy goes to the head of the list, which then works
 * like a stack (SBI-23, SBI-29, SBI-30). Splits that have no node left can be spilled to memory:
 * they are in the same lists, but cost time to fetch back (SBI-32). */
#ifndef WARPCLOCK_HW_CCT_H
#define WARPCLOCK_HW_CCT_H

#include "hw/split.h"

#define CCT_NONE UINT32_MAX

struct cct_node {
    struct split split;
    uint32_t next; /* CCT_NONE: last */
};

struct cct_numbers {
    uint32_t nodes;    /* in the table */
    uint32_t spilled;  /* contexts for which memory has space */
    cycle_t sort_min, sort_max; /* of an insertion, which takes the nodes walked + 1 otherwise */
    cycle_t spill;     /* to fetch a spilled context back */
    bool instant;      /* insertions take no time: the ideal table */
};

struct cct {
    const struct cct_numbers *numbers;
    struct cct_node *nodes;    /* the table, then memory */
    uint32_t free, free_spill; /* first node of each free list */
    uint32_t used, spilled;    /* nodes in lists of warps */
    cycle_t sorter_free;
    uint64_t inserts, degraded_inserts, walked; /* counters; nodes walked */
    uint64_t spills;
};

void cct_build(struct cct *cct, const struct cct_numbers *numbers, struct cct_node *nodes);
void cct_reset(struct cct *cct);

enum cct_outcome {
    CCT_FULL,   /* no node is free, and `spill` is not allowed: nothing was changed */
    CCT_ADDED,
    CCT_MERGED, /* a split of the list with the same key took its lanes up */
};

/* Adds a split to a list. Only a free sorter finds one with the same key. */
enum cct_outcome cct_insert(struct cct *cct, uint32_t *list, const struct split *split, bool spill,
                            cycle_t now);
/* Takes a node out of its list: *link is what refers to it. */
struct split cct_take(struct cct *cct, uint32_t *link, cycle_t now);

static inline uint32_t cct_free_nodes(const struct cct *cct)
{
    return cct->numbers->nodes - cct->used;
}

#endif

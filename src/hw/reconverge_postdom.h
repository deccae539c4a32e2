/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_postdom.h - the stack that reconverges lanes of plain code at post-dominators.
 *
 * For code without markers: a table gives the place where the sides of each branch meet (SBI-12).
 * A divergent branch leaves its entry waiting at that place and pushes one entry per side; an entry
 * that arrives where its lanes meet is popped. A call pushes an entry that meets after the call, so
 * that lanes which return early wait for the others; a branch without a meeting place in its
 * function uses the one of its entry.
 *
 * Compilers that know nothing of lanes may put a barrier into both sides of a branch. Lanes that
 * wait there let another entry run whose lanes are in no entry above it. */
#ifndef WARPCLOCK_HW_RECONVERGE_POSTDOM_H
#define WARPCLOCK_HW_RECONVERGE_POSTDOM_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/reconverge.h"

enum { POSTDOM_LANES_MAX = 64 };

struct postdom_entry {
    uint64_t mask;
    uint32_t pc;  /* where its lanes are */
    int32_t meet; /* where it is popped; -1: its lanes end before */
    bool waits;   /* at a barrier */
};

/* The uppermost entry runs. */
struct postdom_stack {
    struct postdom_entry *entries;
    uint32_t depth, size; /* entries in use, and capacity */
    uint32_t depth_max;   /* since it was built */
    const struct insn *first; /* the program's instructions ... */
    const int32_t *meet;      /* ... and where the sides of each one meet, or -1 */
};

/* Lanes that wait at a barrier continue; then postdom_now() has the lanes that run. */
void postdom_release(struct postdom_stack *stack, uint64_t lanes);
/* The lanes that run, none if all wait. Their entry becomes the uppermost. */
struct reconverge postdom_now(struct postdom_stack *stack);

#endif

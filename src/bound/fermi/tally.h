/* SPDX-License-Identifier: Apache-2.0 */
/* tally.h - the work of a launch: what its instructions take from what warps share. */
#ifndef WARPCLOCK_BOUND_FERMI_TALLY_H
#define WARPCLOCK_BOUND_FERMI_TALLY_H

#include "bound/fermi/alone.h"

enum fermi_work {
    WORK_ISSUES,       /* instructions that issue */
    WORK_FETCHES,      /* instructions that are fetched */
    WORK_ROWS,         /* cycles of rows beyond the first of each instruction */
    WORK_TRANSACTIONS, /* of L1 and of memory behind it */
    WORK_SHARED,       /* accesses of shared memory */
    WORK_LOADS,        /* lines that loads ask L1 for */
    WORK_ATOMICS,      /* blocks that atomics ask memory for */
    WORK_STORED,       /* bytes that stores write */
    FERMI_WORKS
};

/* Terms that instructions cause. */
enum fermi_share {
    SHARE_ISSUE, SHARE_FETCH, SHARE_ROWS, SHARE_L1, SHARE_MEMORY, SHARE_WAITING, FERMI_SHARES
};

/* What the executions of an instruction add to the sums behind the terms. */
struct fermi_shares {
    uint64_t of[FERMI_SHARES];
    uint64_t visits;  /* of the walk, lanes that are scattered once */
    uint64_t entries; /* ... those that enter the loop that begins there */
};

struct fermi_tally {
    const struct fermi *fermi;
    uint64_t work[FERMI_WORKS];
    uint64_t repeats; /* what is counted happens so many times */
    struct fermi_shares *shares; /* by instruction */
    uint64_t together; /* instructions issued while all lanes were together */
    struct cached_lines lines;
};

void fermi_tally_make(struct fermi_tally *tally, struct arena *arena, const struct fermi *fermi);
/* The walk comes to an instruction that waits so long; enters the loop that begins there. */
void fermi_tally_visit(struct fermi_tally *tally, uint32_t index, uint64_t waiting);
void fermi_tally_enter(struct fermi_tally *tally, uint32_t header);
/* Counts an instruction that issues `times` times. */
void fermi_tally_issue(struct fermi_tally *tally, uint32_t index, const struct walk_access *access,
                       const struct fermi_asked *asked, enum fermi_together how, uint64_t times);
/* So many instructions that were counted as FERMI_APART are FERMI_SCATTERED, and wait that long,
 * because of this one. */
void fermi_tally_disorder(struct fermi_tally *tally, uint32_t index, uint64_t times,
                          uint64_t waiting);
/* Loads that L1 has to fetch, once the lines have been counted. */
uint64_t fermi_tally_misses(const struct fermi_tally *tally);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* contexts.h - the heap of contexts: where the lanes of all warps of a core are, and which of them
 * run next (thread frontiers; Brunie, Collange, Diamos, section 3.4).
 *
 * The lanes of a warp that share a program counter are a split. The splits of lowest key are hot:
 * hot[0] is the primary, hot[1] the secondary; the others wait in lists of a cold context table
 * shared by all warps. A machine runs a hot split and reports where its lanes go; the heap merges
 * splits that meet. The order changes how long lanes stay apart, never a result (SBI-20).
 *
 * The exact model always knows the two lowest splits. The hardware model has a limited table, a
 * sorter that takes time, and one exchange with the head of the list per warp and cycle. Without a
 * clock, `now` may count instructions. */
#ifndef WARPCLOCK_HW_CONTEXTS_H
#define WARPCLOCK_HW_CONTEXTS_H

#include <stddef.h>

#include "hw/cct.h"
#include "hw/transition.h"

enum { CONTEXTS_LANES_MAX = 64, CONTEXTS_HOT_MAX = 2, CONTEXTS_WARPS_MAX = 64 };

enum contexts_model { CONTEXTS_EXACT, CONTEXTS_HARDWARE };

struct contexts_numbers {
    enum contexts_model model;
    uint32_t warps;    /* at most CONTEXTS_WARPS_MAX */
    uint32_t hot;      /* hot splits per warp: 2 for SBI, 1 for SWI alone */
    uint32_t cold_max; /* cold splits per warp; 0: only the table limits them */
    bool literal;      /* the paper's words: a hot split is never compared with the head of the list
                        * ignored with one hot split, which would never merge (SBI-31) */
    uint32_t random;   /* not 0: order by a random priority with this seed (SBI-20) */
    struct cct_numbers cct; /* of the hardware model */
};

struct contexts_warp {
    struct split hot[CONTEXTS_HOT_MAX]; /* sorted; no lanes: empty */
    uint64_t cold;         /* lanes of all cold splits */
    uint32_t list;         /* first cold split: a node of the table */
    uint32_t cold_count;
    transition change;     /* since contexts_take_change() */
};

struct contexts {
    struct contexts_numbers numbers;
    struct contexts_warp *warps;
    struct cct cct;
    const uint32_t *priority; /* per instruction, no two alike; NULL: its index */
    uint64_t unsettled;       /* warps with an exchange to make: contexts_settle() */
    /* counters */
    uint64_t histogram[CONTEXTS_LANES_MAX + 1]; /* moves, by the warp's number of splits (SBI-33) */
    uint64_t divergences, merges, swaps, exchanges, full_stalls;
    uint64_t rescues; /* exchanges of a warp in which no hot split could run */
    uint64_t out_of_order; /* moves of the hardware model that leave a warp not in order (SBI-16) */
};

/* What happens to the lanes of one hot split. Lanes not in `taken` or `ends` go to `next`. */
struct contexts_move {
    bool moves;      /* false: the split stays as it is, and nothing below counts */
    uint64_t taken;  /* lanes that go to `target` */
    uint64_t ends;   /* lanes that end */
    uint32_t next, target;
    int32_t call;    /* +1: `taken` lanes enter a function, -1: they return from one */
    bool waits;      /* lanes at `next` wait at a barrier until contexts_release() */
    bool spill;      /* a split without a node goes to memory instead of being refused */
};

enum contexts_outcome {
    CONTEXTS_MOVED,
    CONTEXTS_FULL, /* no node for a new split: nothing was changed, try again later (SBI-32) */
};

/* The memory that the caller provides: numbers->warps warps and so many nodes. */
uint32_t contexts_node_count(const struct contexts_numbers *numbers);
void contexts_build(struct contexts *contexts, const struct contexts_numbers *numbers,
                    struct contexts_warp *warps, struct cct_node *nodes);
/* No warp runs; counters are 0. */
void contexts_reset(struct contexts *contexts, const uint32_t *priority);
/* A warp starts at `pc` with lanes `mask`. It must have ended before. */
void contexts_start(struct contexts *contexts, uint32_t warp, uint32_t pc, uint64_t mask);

/* Both hot splits at once: move[i] is of hot[i]. With one hot split only move[0] is read. */
enum contexts_outcome contexts_step(struct contexts *contexts, uint32_t warp,
                                    const struct contexts_move *move, cycle_t now);
/* One exchange with the head of the list for every warp that needs it: once per cycle. */
void contexts_settle(struct contexts *contexts, cycle_t now);

/* ---- one split at a time; `slot` is 0 or 1 ---- */

/* Its lanes of `taken` go to `target`, the others to `next`. */
enum contexts_outcome contexts_branch(struct contexts *contexts, uint32_t warp, uint32_t slot,
                                      uint64_t taken, uint32_t target, uint32_t next,
                                      cycle_t now);
/* Lanes of `taken` go to target[lane], the others to `next`; `call` is as in struct contexts_move.
 * As many splits as there are targets. Refused as a whole when they do not fit, unless `spill`. */
enum contexts_outcome contexts_branch_each(struct contexts *contexts, uint32_t warp, uint32_t slot,
                                           uint64_t taken, const uint32_t *target, uint32_t next,
                                           int32_t call, bool spill, cycle_t now);
/* Hardware makes one split per cycle (SBI-26): the lanes of `taken` whose target comes first in
 * the order. They go, and the others stay at the branch and issue it again. */
uint64_t contexts_first_target(const struct contexts *contexts, uint64_t taken,
                               const uint32_t *target);
/* Its lanes of `lanes` end, the others go to `next`. */
void contexts_exit(struct contexts *contexts, uint32_t warp, uint32_t slot, uint64_t lanes,
                   uint32_t next, cycle_t now);
/* It waits at a barrier and continues at `next`. */
void contexts_wait(struct contexts *contexts, uint32_t warp, uint32_t slot, uint32_t next,
                   cycle_t now);
/* The waiting lanes of `lanes` continue (SBI-40). */
void contexts_release(struct contexts *contexts, uint32_t warp, uint64_t lanes, cycle_t now);
/* All lanes of the warp end. */
void contexts_end(struct contexts *contexts, uint32_t warp);
/* Its branch is under way: it keeps its place and does not merge until its next move. */
void contexts_set_busy(struct contexts *contexts, uint32_t warp, uint32_t slot);
/* Orders all warps by another random priority, or by the program's again (0). A watchdog can do
 * this when lanes wait for a lock whose holder is cold or suspended. */
void contexts_reorder(struct contexts *contexts, uint32_t random, cycle_t now);

/* ---- questions ---- */

/* The split that runs next without a clock, or NULL: all lanes have ended, or wait. */
static inline const struct split *contexts_next(const struct contexts *contexts, uint32_t warp)
{
    const struct split *primary = &contexts->warps[warp].hot[0];
    return primary->mask && !primary->waits ? primary : NULL;
}

/* Lanes that have not ended. */
static inline uint64_t contexts_live(const struct contexts *contexts, uint32_t warp)
{
    const struct contexts_warp *w = &contexts->warps[warp];
    return w->hot[0].mask | w->hot[1].mask | w->cold;
}

/* Live lanes that wait at a barrier. */
uint64_t contexts_waiting(const struct contexts *contexts, uint32_t warp);

/* Splits of the warp, hot and cold. */
static inline uint32_t contexts_count(const struct contexts *contexts, uint32_t warp)
{
    const struct contexts_warp *w = &contexts->warps[warp];
    return w->cold_count + (w->hot[0].mask != 0) + (w->hot[1].mask != 0);
}

/* How lanes moved between primary, secondary and cold since the last call, for the scoreboard. */
static inline transition contexts_take_change(struct contexts *contexts, uint32_t warp)
{
    transition change = contexts->warps[warp].change;
    contexts->warps[warp].change = TRANSITION_SAME;
    return change;
}

/* CPC1 < CPC2 < every other split (SBI-16): always so in the exact model while none is busy. */
bool contexts_in_order(const struct contexts *contexts, uint32_t warp);

/* The key of an instruction at a depth, as the heap orders it. */
uint64_t contexts_key(const struct contexts *contexts, bool waits, uint32_t depth, uint32_t pc);

#endif

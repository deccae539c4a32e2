/* SPDX-License-Identifier: Apache-2.0 */
/* alone.h - the time of a wavefront by itself, and what it takes from what all share.
 *
 * Times follow the rules of the clock (machine/gcn3/front.c, issue.c), with every latency as long
 * as it can be while nothing else is busy. All rules are maxima of sums, so the times of two ways
 * that meet are the larger ones of both. A barrier begins a new segment. */
#ifndef WARPCLOCK_BOUND_GCN3_ALONE_H
#define WARPCLOCK_BOUND_GCN3_ALONE_H

#include "bound/gcn3/step.h"

/* The longest way up to each barrier. */
struct gcn3_segments {
    uint64_t *length;
    uint32_t count, room;
    bool uneven; /* ways with different numbers of barriers have met */
    uint64_t repeated; /* ... and the longest ways between all barriers that turns of loops were
                        * not walked for */
};

struct gcn3_alone {
    uint64_t now;      /* the next instruction can issue, as far as the previous one decides */
    uint64_t issued;   /* the previous one */
    uint64_t resume;   /* released by others */
    uint64_t free;     /* the vector ALU, as far as its own instructions keep it busy */
    uint64_t drained;  /* everything is complete */
    uint64_t done[GCN3_COUNTERS];    /* accesses are complete */
    uint32_t under_way[GCN3_COUNTERS];
    uint64_t first;    /* piece of code in the buffer, and those after it: */
    uint64_t decoded[CODEBUFFER_MAX];
    uint32_t segment;
    uint64_t ready[GCN3_NAMES];
    uint64_t quantity[QUANTITIES];
};

/* A wavefront starts so many cycles after its group is dispatched. */
void gcn3_alone_start(const struct gcn3_costs *costs, struct gcn3_alone *alone, uint64_t delay,
                      const struct insn *first);
void gcn3_alone_merge(struct gcn3_alone *into, const struct gcn3_alone *other,
                      struct gcn3_segments *segments);
/* An instruction issues. */
void gcn3_alone_issue(const struct gcn3_costs *costs, const struct gcn3_program *p,
                      struct gcn3_alone *alone, uint32_t index, const struct gcn3_asked *asked);
/* ... and `next` follows. */
void gcn3_alone_follow(const struct gcn3_costs *costs, struct gcn3_alone *alone,
                       const struct insn *next);
/* After a barrier. False: no memory. */
void gcn3_alone_barrier(const struct gcn3_costs *costs, struct arena *arena,
                        struct gcn3_alone *alone, struct gcn3_segments *segments);
/* The wavefront has ended. */
void gcn3_alone_end(const struct gcn3_costs *costs, const struct gcn3_program *p,
                    struct arena *arena, const struct gcn3_alone *alone,
                    struct gcn3_segments *segments);

/* Splits: both parts continue, the child with an empty buffer. */
void gcn3_alone_split(const struct gcn3_costs *costs, struct gcn3_alone *alone);
void gcn3_alone_refill(const struct gcn3_costs *costs, struct gcn3_alone *alone,
                       const struct insn *next);
/* Both parts have arrived at their merge: *parent continues. */
void gcn3_alone_join(const struct gcn3_costs *costs, struct gcn3_alone *parent,
                     const struct gcn3_alone *child, const struct gcn3_alone *before);
/* A branch at which the wavefront may split by itself, with so many pieces of code that both parts
 * run, and the end of such splits (PWS-28). */
void gcn3_alone_dynamic_split(const struct gcn3_costs *costs, struct gcn3_alone *alone,
                              uint32_t pieces);
void gcn3_alone_dynamic_join(const struct gcn3_costs *costs, struct gcn3_alone *alone);

/* Times and counts beyond this stay there, and there is no bound. */
static const uint64_t GCN3_ALONE_LIMIT = 1ull << 50;
bool gcn3_alone_is_too_long(const struct gcn3_alone *alone, const struct gcn3_segments *segments);

/* The ways between some barriers are gone so many times more, and what `repeated` has become more
 * by meanwhile. */
void gcn3_segments_repeat(struct gcn3_segments *segments, uint32_t first, uint32_t end,
                          uint64_t repeated, uint64_t times);

/* How much longer `after` is than `before` at most, of all times; and adds that so many times. */
uint64_t gcn3_alone_growth(const struct gcn3_alone *before, const struct gcn3_alone *after);
void gcn3_alone_repeat(struct gcn3_alone *after, const struct gcn3_alone *before, uint64_t growth,
                       uint64_t times);

#endif

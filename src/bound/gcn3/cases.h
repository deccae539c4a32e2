/* SPDX-License-Identifier: Apache-2.0 */
/* cases.h - what the bits of lane masks may be together, lane by lane.
 *
 * The marks of a view (view.h) are for each bit alone. The code of a loop that a `break` may end
 * needs more: a lane that has left is off in EXEC *and* on in the mask of those that have left; a
 * lane is on in the mask of those that leave in this turn whether it takes the `break`, or stays
 * and the counter is at its end. So a view may have, for each lane, a few cases. A case has all
 * scalar bits of the lane: bit i of an even register belongs to lane i, of an odd one to lane
 * 32 + i.
 *
 * What holds: in every run that the view stands for, the scalar bits of each lane are those of at
 * least one of the lane's cases, bits aside that this case does not know. Lanes choose their cases
 * independently of each other. By induction over instructions:
 *
 * - One that works bit by bit on registers of one alignment makes each result
 *   bit from bits of the same lane: run on a case, it makes a case. Before it, a case in which a
 *   source bit is not known is split into one with 0 and one with 1: the bit is one of them.
 * - A comparison or a carry writes 0 in lanes that are off, and in lanes that are on what it makes
 *   of its sources: where these are known, that is known in a case whose bit of EXEC is.
 * - After any other instruction its results in all cases are what the view's marks say.
 * - A branch that is taken if a mask is 0 excludes all cases with a 1 in this mask.
 * - Where ways meet, a lane has the cases of both. If it has no room for another one, two become
 *   one, with what both know.
 *
 * Nothing is assumed about the form of the code: that lanes which have left stay away, for example,
 * is not a premise. Where EXEC is restored from a mask that has them, they are on again in that
 * case.
 *
 * A view without cases (`count` 0) knows its marks only; that is always sound. So is a view whose
 * marks know what all cases of a lane agree on (gcn3_cases_refine). */
#ifndef WARPCLOCK_BOUND_GCN3_CASES_H
#define WARPCLOCK_BOUND_GCN3_CASES_H

#include "bound/gcn3/view.h"

enum { GCN3_CASES = 16 };

struct gcn3_cases {
    uint32_t count;
    uint64_t lanes[GCN3_CASES]; /* that may be in it */
    uint32_t value[GCN3_CASES][GCN3_SCALARS];
    uint32_t loose[GCN3_CASES][GCN3_SCALARS];
};

static inline bool gcn3_has_cases(const struct gcn3_view *view)
{
    return view->cases && view->cases->count;
}

/* A turn of a loop begins: each case knows EXEC; and a lane has only two, off and on, if it is to
 * have few, or has many. Makes cases of the marks if there are none. */
void gcn3_cases_settle(struct gcn3_view *view, bool few);
/* Nothing is known beyond the marks. */
void gcn3_cases_drop(struct gcn3_view *view);

/* Around an instruction that works bit by bit: `run` runs it on the marks. */
typedef void gcn3_bitwise_fn(struct gcn3_view *view, const struct insn *insn,
                             const struct dependence *list, struct effect *effect);
void gcn3_cases_run(struct gcn3_view *view, const struct insn *insn,
                    const struct dependence *list, gcn3_bitwise_fn *run);
/* After it has run on the marks, too: these learn what all cases agree on. */
void gcn3_cases_refine(struct gcn3_view *view, const struct dependence *list);
/* After any other instruction: its results are what the marks say. */
void gcn3_cases_take(struct gcn3_view *view, const struct insn *insn,
                     const struct dependence *list);
/* ... and a lane mask that it wrote is known in lanes that are on, except in `open` ones. */
void gcn3_cases_take_mask(struct gcn3_view *view, const struct insn *insn, uint64_t open);

/* Nothing is known of a scalar beyond the marks. */
void gcn3_cases_forget(struct gcn3_view *view, uint32_t scalar);
/* A pair of scalars is 0. */
void gcn3_cases_exclude(struct gcn3_view *view, uint32_t pair);

void gcn3_cases_merge(struct gcn3_view *into, const struct gcn3_view *other);
bool gcn3_cases_equal(const struct gcn3_view *a, const struct gcn3_view *b);

#endif

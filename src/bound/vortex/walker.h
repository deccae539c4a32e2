/* SPDX-License-Identifier: Apache-2.0 */
/* walker.h - what the parts of the walk over a Vortex launch share.
 *
 * walk.c        cores, starts of warps, the machine's part of states
 * walk_split.c  SPLIT and JOIN
 * walk_pred.c   PRED and TMC
 * walk_pair.c   a branch that repeats the predicate of the SPLIT or PRED before it */
#ifndef WARPCLOCK_BOUND_VORTEX_WALKER_H
#define WARPCLOCK_BOUND_VORTEX_WALKER_H

#include "bound/engine/walk_scope.h"
#include "bound/rv32/walk.h"
#include "machine/vortex/model.h"

/* A WSPAWN that takes effect: who starts, where, with what. */
struct vortex_spawn {
    uint32_t warps, spawner, entry, mscratch;
};

struct vortex_walk {
    struct walk walk; /* first */
    struct vortex *vortex;
    /* The core that is walked. */
    struct vortex_spawn *spawns; /* in the walk's own arena */
    uint32_t spawn_count;
    uint64_t used; /* slots that had a warp already: what it left in the registers is not known */
};

/* The machine's part of a state. */
struct vortex_walk_state {
    struct rv32_state isa;
    struct ipdom_stack ipdom;
    struct ipdom_entry entries[WALK_SPLITS_MAX];
};

static inline struct vortex_walk_state *vortex_own(const struct walk_state *state)
{
    return state->own;
}

static inline const struct vortex_numbers *vortex_numbers_of(const struct walk *walk)
{
    return &((const struct vortex_walk *)walk)->vortex->numbers;
}

/* On the known path: *known is cleared, and nothing done, when a region begins here. */
enum wc_status vortex_known_split(struct walk *walk, struct walk_state *state, uint32_t index,
                                  bool *known);
enum wc_status vortex_known_join(struct walk *walk, struct walk_state *state, uint32_t index);
enum wc_status vortex_known_pred(struct walk *walk, struct walk_state *state, uint32_t index,
                                 bool *known);
enum wc_status vortex_known_mask(struct walk *walk, struct walk_state *state, uint32_t index,
                                 bool *ends);

/* The PRED that control comes to straight from an instruction (struct walk_machine). */
bool vortex_flag_ahead(const struct walk *walk, uint32_t index, uint32_t *row, bool *stays);

/* In a region; they take the state over. */
enum wc_status vortex_ways_of_split(struct scope *scope, struct walk_state *state, uint32_t index);
enum wc_status vortex_ways_of_join(struct scope *scope, struct walk_state *state, uint32_t index);
enum wc_status vortex_ways_of_pred(struct scope *scope, struct walk_state *state, uint32_t index);
enum wc_status vortex_ways_of_mask(struct scope *scope, struct walk_state *state, uint32_t index);

/* A branch directly after a SPLIT or PRED that the same predicate decides. OUTCOME_TARGET: it is
 * taken where the predicate is 1; OUTCOME_NEXT: where it is 0; OUTCOME_EITHER: no such branch. */
enum walk_outcome vortex_pair(const struct walk *walk, const struct walk_state *state,
                              const struct walk_function *function, uint32_t index);

#endif

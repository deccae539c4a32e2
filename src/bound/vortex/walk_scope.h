/* SPDX-License-Identifier: Apache-2.0 */
/* walk_scope.h - one activation of a function, or one side of a SPLIT in it, where not all
 * of control is known.
 *
 * walk_scope.c  states that wait, edges, calls, branches; regions
 * walk_split.c  SPLIT and JOIN, PRED and TMC
 * walk_loops.c  iterations and bounds */
#ifndef WARPCLOCK_BOUND_VORTEX_WALK_SCOPE_H
#define WARPCLOCK_BOUND_VORTEX_WALK_SCOPE_H

#include "bound/vortex/walk.h"

struct pending {
    uint32_t index, order;
    struct walk_state *state;
    bool is_join; /* of results: waits in front of a JOIN, and has not returned */
};

/* A loop under way. */
struct active {
    uint32_t loop, header;
    uint64_t taken; /* back edges so far */
    uint64_t limit; /* of them; UINT64_MAX: none known */
    bool decided;   /* an exit was passed whose outcome the buffers have no part in */
    int64_t doubt;  /* a branch out of it that is not known, or -1 */
    bool marked;    /* this iteration stands for `times` more */
    uint64_t times;
    struct walk_state *next;  /* at the header, for the next iteration */
    struct walk_state *start; /* at the header of this one */
};

struct scope {
    struct walk *walk;
    const struct walk_function *function;
    uint32_t nesting;
    bool is_region, is_side;
    bool ended;          /* the warp has, on some way */
    uint32_t start;      /* instruction */
    enum walk_outcome forced; /* of the branch there */
    struct pending pending[WALK_PENDING_MAX];
    uint32_t pending_count;
    struct pending results[WALK_RESULTS_MAX];
    uint32_t result_count;
    struct active active[WALK_LOOPS_MAX];
    uint32_t active_count;
};

static inline bool scope_has(const struct scope *scope, uint32_t index)
{
    return index - scope->function->first < scope->function->count;
}

static inline uint32_t scope_block(const struct scope *scope, uint32_t index)
{
    return scope->function->block_of[index - scope->function->first];
}

static inline const struct loops *scope_loops(const struct scope *scope)
{
    return &scope->function->cfg.loops;
}

/* ---- walk_scope.c; those that take a state take it over ---- */
enum wc_status scope_arrive(struct scope *scope, struct walk_state *state, uint32_t index);
enum wc_status scope_finish(struct scope *scope, struct walk_state *state, uint32_t index,
                            bool is_join);
enum wc_status scope_go(struct scope *scope, struct walk_state *state, uint32_t from, int32_t to);
/* The ways of a branch; a state that is NULL: that way cannot be. */
enum wc_status scope_both_ways(struct scope *scope, uint32_t index, struct walk_state *taken,
                               struct walk_state *next);
/* Prepares an inner scope. */
enum wc_status scope_enter(struct scope *inner, const struct scope *outer,
                           struct walk_state *state);
/* Until nothing waits any more, or, in a region, one state only. */
enum wc_status scope_run(struct scope *scope);

/* ---- walk_split.c ---- */
enum wc_status scope_split(struct scope *scope, struct walk_state *state, uint32_t index);
enum wc_status scope_join(struct scope *scope, struct walk_state *state, uint32_t index);
enum wc_status scope_pred(struct scope *scope, struct walk_state *state, uint32_t index);
enum wc_status scope_mask(struct scope *scope, struct walk_state *state, uint32_t index);

/* ---- walk_loops.c ---- */
struct active *scope_active(struct scope *scope, uint32_t loop);
bool scope_leaves(const struct scope *scope, const struct active *active, int32_t to);
/* Remembers what loops end by. */
void scope_note_exit(struct scope *scope, const struct insn *insn, uint32_t index, bool decided);
/* The loops around a block that are not under way yet. */
enum wc_status scope_begin_loops(struct scope *scope, const struct walk_state *state,
                                 uint32_t block);
/* The iteration is over everywhere: the next one, or the loop is done. */
enum wc_status scope_turn(struct scope *scope);
/* The bound that was given for this loop, if any, has ended it. */
void scope_note_use(const struct walk *walk, uint32_t header);
void scope_close_loop(struct scope *scope);

#endif

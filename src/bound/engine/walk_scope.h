/* SPDX-License-Identifier: Apache-2.0 */
/* walk_scope.h - one activation of a function, or of one side of parted lanes in it, where not all
 * of control is known.
 *
 * walk_scope.c  states that wait, edges, calls, branches; regions
 * walk_sides.c  lanes that part and meet again
 * walk_loops.c  iterations and bounds */
#ifndef WARPCLOCK_BOUND_ENGINE_WALK_SCOPE_H
#define WARPCLOCK_BOUND_ENGINE_WALK_SCOPE_H

#include "bound/engine/walker.h"

enum {
    WALK_SCOPES_MAX = 96,   /* sides and calls inside of each other */
    WALK_PENDING_MAX = 64,  /* places in one function where ways wait for others */
    WALK_LOOPS_MAX = 24,    /* around each other */
    WALK_RESULTS_MAX = 8,
};

struct pending {
    uint32_t index, order;
    struct walk_state *state;
    bool is_meeting; /* of results: waits for the other side, and has not returned */
};

/* A loop under way. */
struct active {
    uint32_t loop, header;
    uint64_t taken; /* back edges so far */
    uint64_t limit; /* of them; UINT64_MAX: none known */
    bool decided;   /* an exit was passed whose outcome the buffers have no part in */
    bool narrowed;  /* a branch left less of some range than there was */
    int64_t doubt;  /* a branch out of it that is not known, or -1 */
    bool ranged;    /* ... but of which the operands have had ranges */
    bool marked;    /* this iteration stands for `times` more */
    uint64_t times;
    struct walk_state *next;  /* at the header, for the next iteration */
    struct walk_state *start; /* at the header of this one */
};

struct scope {
    struct walk *walk;
    const struct scope *outer; /* that this one is inside of; NULL: a region's own */
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
                            bool is_meeting);
enum wc_status scope_go(struct scope *scope, struct walk_state *state, uint32_t from, int32_t to);
/* The ways of a branch; a state that is NULL: that way cannot be. */
enum wc_status scope_both_ways(struct scope *scope, uint32_t index, struct walk_state *taken,
                               struct walk_state *next);
/* Prepares an inner scope. */
enum wc_status scope_enter(struct scope *inner, const struct scope *outer,
                           struct walk_state *state);
/* Until nothing waits any more, or, in a region, one state only. */
enum wc_status scope_run(struct scope *scope);

/* The warp has ended on this way. */
void scope_end(struct scope *scope, struct walk_state *state);

/* ---- walk_sides.c ---- */
static inline enum walk_outcome walk_opposite(enum walk_outcome outcome)
{
    if (outcome == OUTCOME_EITHER)
        return outcome;
    return outcome == OUTCOME_TARGET ? OUTCOME_NEXT : OUTCOME_TARGET;
}

/* Lanes part at `index`: both sides begin at its successor and meet where scope_finish() was called
 * with `is_meeting`. The side of `choice->one` is walked first. `when_one`: where the branch after
 * `index` goes for that side; for the other side it is the opposite. Takes the state over. */
enum wc_status scope_part(struct scope *scope, struct walk_state *state, uint32_t index,
                          const struct walk_choice *choice, enum walk_outcome when_one);

/* ---- walk_loops.c ---- */
struct active *scope_active(struct scope *scope, uint32_t loop);
bool scope_leaves(const struct scope *scope, const struct active *active, int32_t to);
/* Remembers what loops end by. */
void scope_note_exit(struct scope *scope, const struct walk_state *state, uint32_t index,
                     bool decided);
/* A branch has narrowed a range, which may end loops. */
void scope_note_narrowed(struct scope *scope);
/* The loops around a block that are not under way yet. */
enum wc_status scope_begin_loops(struct scope *scope, const struct walk_state *state,
                                 uint32_t block);
/* The iteration is over everywhere: the next one, or the loop is done. */
enum wc_status scope_turn(struct scope *scope);
/* The bound that was given for this loop, if any, has ended it. */
void scope_note_use(const struct walk *walk, uint32_t header);
void scope_close_loop(struct scope *scope);

#endif

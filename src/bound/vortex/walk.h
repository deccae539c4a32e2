/* SPDX-License-Identifier: Apache-2.0 */
/* walk.h - what the parts of the walk over a Vortex launch share.
 *
 * walk.c         cores, activations, the known path, where regions begin and end
 * walk_state.c   the abstract state of a warp: copies, merges, parked lanes
 * walk_step.c    one instruction on a state
 * walk_memory.c  loads and stores: the image, private stacks, everything else
 * walk_decide.c  what is known about a branch, a SPLIT, a PRED, a mask
 * walk_scope.h   all ways through a function when control is not known
 *
 * A state describes every run at once. For a lane that may be active, a known value is what the
 * lane holds if it is. The mask holds the lanes that may be active; when it is `certain` they are.
 * A lane that may have left a divergent loop is parked: `parked` keeps what it held when it left,
 * until PRED or TMC wakes it. */
#ifndef WARPCLOCK_BOUND_VORTEX_WALK_H
#define WARPCLOCK_BOUND_VORTEX_WALK_H

#include "bound/engine/walk.h"
#include "flow/cfg.h"
#include "machine/vortex/model.h"

enum {
    WALK_SPLITS_MAX = 96,   /* open at the same time */
    WALK_SCOPES_MAX = 96,   /* sides of SPLITs and calls inside of each other */
    WALK_PENDING_MAX = 64,  /* places in one function where ways wait for others */
    WALK_LOOPS_MAX = 24,    /* around each other */
    WALK_RESULTS_MAX = 8,
    WALK_PARKED_MAX = 64,   /* sets of lanes that left loops */
    WALK_GROUP_WORDS = 4,
    WALK_NOWHERE = -1,
};
/* A program that never ends is told by this. */
static const uint64_t WALK_STEPS_MAX = 1ull << 32;

/* What a row holds when that is no number known before the run: the depth that a SPLIT wrote, or
 * the mask that was read at one moment. JOIN, PRED and TMC understand these. */
enum walk_tag_kind { TAG_NONE, TAG_DEPTH, TAG_MASK };

struct walk_tag {
    uint8_t kind;
    bool certain;   /* the mask was */
    uint8_t splits; /* open then; of TAG_DEPTH: the depth */
    uint8_t parked; /* sets of parked lanes then */
    uint64_t mask;
};

struct walk_facts {
    uint64_t known;   /* lanes */
    uint64_t boolean; /* lanes not known that hold 0 or 1 */
    struct walk_tag tag;
    const struct allocation *object; /* lanes that are not known hold an address in it; or NULL */
    bool points; /* a lane that is not known may hold an address in its stack */
    bool saved;  /* a stack word that a prologue saved a register in: no object of the program */
};

/* Registers, then words of the lanes' own stacks from the top down. Stack words behind `count` are
 * not known. */
struct walk_rows {
    uint32_t *value; /* [row][stride] */
    struct walk_facts *facts;
    uint32_t count, room, stride;
};

struct walk_parked {
    struct walk_rows rows;
    uint64_t mask;
};

struct walk_state {
    struct warp warp; /* first: instructions see only this */
    struct rv32_state isa;
    struct walk_rows rows;
    bool certain;
    struct ipdom_stack ipdom;
    struct ipdom_entry entries[WALK_SPLITS_MAX];
    bool open[WALK_SPLITS_MAX]; /* by entry: its lanes are not known */
    uint32_t group_word[WALK_GROUP_WORDS]; /* of the run time's group block */
    uint32_t group_known;                  /* bits */
    struct walk_parked *parked;
    uint32_t parked_count, parked_room;
    uint32_t newest; /* most sets at any reading of the mask: each PRED wakes this set, too */
    struct walk_state *next_free, *next_made;
};

enum walk_class {
    CLASS_LANES, /* each lane by itself */
    CLASS_CROSS, /* lanes look at each other */
    CLASS_LOAD, CLASS_STORE, CLASS_ATOMIC, CLASS_ODD_LOAD,
    CLASS_CSR,
    CLASS_STRAIGHT_LAST = CLASS_CSR,
    CLASS_BARRIER,
    CLASS_BRANCH, CLASS_JUMP, CLASS_JUMP_REGISTER,
    CLASS_MASK, CLASS_SPLIT, CLASS_JOIN, CLASS_PRED, CLASS_SPAWN,
    CLASS_STOP, /* traps and what no row matches */
};

/* A stretch of the image, and which of its bytes some warp stores to. */
struct walk_image {
    const struct allocation *allocation;
    uint8_t *stored; /* by byte; NULL: cannot be written */
};

struct walk_function {
    struct cfg cfg;
    uint32_t first, count; /* instructions */
    uint32_t *block_of;    /* by instruction from first */
    struct walk_function *next; /* in a list */
};

struct walk {
    struct error *err;
    struct vortex *vortex;
    const struct launch *launch;
    const struct insn *insns;
    const struct walk_bounds *bounds;
    struct walk_sink *sink; /* NULL: nothing is told */
    struct arena *arena;    /* the caller's, for `missing` */
    struct walk_missing *missing;
    size_t missing_count;

    struct arena own;
    uint8_t *classes; /* by instruction */
    uint8_t *saves;   /* by instruction: a store of a prologue that saves a register */
    uint8_t *rules;   /* by instruction: when its result is 0 or 1 */
    struct walk_function **functions; /* by function of the program, made when needed */
    struct walk_function *spawned;    /* parts of functions in which warps start */
    uint32_t entry;                   /* of the warp that is walked */
    struct walk_state *free, *made;

    struct walk_image *images;
    uint32_t image_count;
    const struct allocation *recent;
    bool may_learn;      /* a first silent pass: marking bytes as stored is allowed */
    uint64_t learned;    /* ... and has happened that often: the pass must be done again */
    uint32_t stack_low;  /* of the last stack */
    bool stacks_shared;  /* a warp stores to a stack that is not its own */
    uint64_t group_base; /* the group block of the warp that is walked; 0: none */

    uint64_t steps;
    struct effect effect;
    struct walk_access access;
    alignas(64) uint64_t address[LANES_MAX];
};

static inline bool walk_is_interrupted(const struct walk *walk)
{
    return walk->bounds->interrupt && *walk->bounds->interrupt;
}

static inline struct walk_facts *walk_facts(struct walk_state *state, uint32_t row)
{
    return &state->rows.facts[row];
}

/* Of any lane of any warp. */
/* The buffer or local memory that holds an address, or NULL. */
const struct allocation *walk_object_at(struct walk *walk, uint32_t address);

static inline bool walk_in_stacks(const struct walk *walk, uint32_t address)
{
    return address >= walk->stack_low && address < walk->vortex->numbers.stack_top;
}

/* ---- walk_state.c ---- */
/* Lanes that hold less than a limit. */
uint64_t walk_lanes_below(const uint32_t *row, uint32_t limit, uint32_t stride);
struct walk_state *walk_state_new(struct walk *walk);
struct walk_state *walk_state_copy(struct walk *walk, const struct walk_state *from);
void walk_state_drop(struct walk *walk, struct walk_state *state);
void walk_states_free(struct walk *walk);
void walk_state_extend(struct walk_state *state, uint32_t rows);
/* Either one happened: what both know alike is known. */
enum wc_status walk_state_merge(struct walk *walk, struct walk_state *into,
                                struct walk_state *other);
/* Both happened, to other lanes: those of `mine` and of `theirs` at most. */
enum wc_status walk_state_gather(struct walk *walk, struct walk_state *into, uint64_t mine,
                                 struct walk_state *other, uint64_t theirs);
bool walk_state_equal(const struct walk_state *a, const struct walk_state *b);
/* Lanes that may go to sleep here, into the set number `set`. */
enum wc_status walk_park(struct walk *walk, struct walk_state *state, uint32_t set,
                         uint64_t lanes);
/* The mask becomes what `tag` says; whoever was parked since then wakes. */
enum wc_status walk_wake(struct walk *walk, struct walk_state *state,
                         const struct walk_tag *tag);

/* ---- walk_step.c ---- */
void walk_classify(struct walk *walk);
/* An instruction of a class up to CLASS_STRAIGHT_LAST; tells the node, leaves the pc. */
enum wc_status walk_step(struct walk *walk, struct walk_state *state, uint32_t index);
/* The barrier instructions, likewise. */
enum wc_status walk_step_barrier(struct walk *walk, struct walk_state *state, uint32_t index,
                                 bool certain);
void walk_forget(struct walk_state *state, uint32_t row);
void walk_tell_node(struct walk *walk, uint32_t index, const struct walk_access *access);
void walk_tell_edge(struct walk *walk, uint32_t from, uint32_t to);
enum wc_status walk_fail(struct walk *walk, const struct walk_state *state, uint32_t index,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));

/* ---- walk_memory.c ---- */
void walk_load(struct walk *walk, struct walk_state *state, const struct insn *insn);
enum wc_status walk_store(struct walk *walk, struct walk_state *state, const struct insn *insn);
/* Atomics: like a store of something unknown, and rd is not known. */
enum wc_status walk_atomic(struct walk *walk, struct walk_state *state, const struct insn *insn);
void walk_collect_images(struct walk *walk);

/* ---- walk_decide.c ---- */
enum walk_outcome { OUTCOME_NEXT, OUTCOME_TARGET, OUTCOME_EITHER };

/* Where a branch goes. *decided: nothing that the buffers hold has to do with it, even if lanes
 * whose activity is not known make it OUTCOME_EITHER. */
enum wc_status walk_branch(struct walk *walk, struct walk_state *state, uint32_t index,
                           enum walk_outcome *outcome, bool *decided);

/* Lanes of the mask whose bit 0 of a row may be 1, and may be 0. */
struct walk_choice {
    uint64_t one, zero;
    bool known; /* of all lanes */
};
struct walk_choice walk_choice(const struct walk_state *state, uint32_t row);

/* One value for all lanes, as the hardware reads it. */
bool walk_uniform(const struct walk *walk, const struct walk_state *state, uint32_t row,
                  uint32_t *value);
bool walk_jump_target(const struct walk *walk, const struct walk_state *state,
                      const struct insn *insn, int32_t *target);

/* A branch directly behind a SPLIT or PRED that its predicate decides: OUTCOME_TARGET when it is
 * taken where the predicate is 1, OUTCOME_NEXT when where it is 0, OUTCOME_EITHER: no such
 * branch. */
enum walk_outcome walk_pair(const struct walk *walk, const struct walk_state *state,
                            const struct walk_function *function, uint32_t index);

/* What a JOIN does: OUTCOME_NEXT nothing, OUTCOME_TARGET ends the innermost open SPLIT. */
enum wc_status walk_join(struct walk *walk, struct walk_state *state, uint32_t index,
                         enum walk_outcome *outcome);
/* rd of a SPLIT. */
void walk_split_depth(struct walk_state *state, const struct insn *insn);

/* What a PRED can do: stay in the loop with some lanes, or leave it with the restored mask. */
struct walk_pred {
    uint64_t stay, leave; /* lanes that may */
    bool may_stay, may_leave, known;
    struct walk_tag restore;
};
enum wc_status walk_pred(struct walk *walk, struct walk_state *state, uint32_t index,
                         struct walk_pred *pred);
/* The state becomes that of the lanes that stay. */
enum wc_status walk_pred_stay(struct walk *walk, struct walk_state *state,
                              const struct walk_pred *pred);
enum wc_status walk_mask(struct walk *walk, struct walk_state *state, uint32_t index, bool *ends);

/* ---- walk_scope.c ---- */
/* All ways from the state's instruction to where they are one again. *state is then that one, or
 * NULL when the warp has ended. */
enum wc_status walk_region(struct walk *walk, struct walk_state **state);

#endif

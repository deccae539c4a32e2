/* SPDX-License-Identifier: Apache-2.0 */
/* walk_state.h - what is known of a warp: its lanes, registers, stack words.
 *
 * A state describes every run at once. For a lane that may be active, a known value is what the
 * lane holds if it is. The mask holds the lanes that may be active; when it is `certain` they are.
 * A lane that may have left a divergent loop is parked: `parked` keeps what it held when it left,
 * until the machine wakes it. */
#ifndef WARPCLOCK_BOUND_ENGINE_WALK_STATE_H
#define WARPCLOCK_BOUND_ENGINE_WALK_STATE_H

#include "base/error.h"
#include "bound/engine/walk_range.h"
#include "isa/warp.h"
#include "memory/memory.h"

enum {
    WALK_SPLITS_MAX = 96, /* open at the same time */
    WALK_PARKED_MAX = 64, /* sets of lanes that left loops */
    WALK_WORDS_MAX = 4,
};

struct walk;

/* What a row holds when that is no number known before the run: the depth of the stack of
 * divergence, or the active mask, at one moment. Instructions of divergence understand these. */
enum walk_tag_kind { TAG_NONE, TAG_DEPTH, TAG_MASK };

struct walk_tag {
    uint8_t kind;
    bool certain;   /* the mask was */
    uint8_t depth;  /* of the stack then */
    uint8_t parked; /* sets of parked lanes then */
    uint64_t mask;
};

/* What the branch before says of two rows, in all active lanes: the first is less than the second,
 * or not larger. It holds up to the next instruction of control, or a merge. */
struct walk_order {
    uint8_t test; /* enum test: TEST_LESS or TEST_BELOW: less; TEST_NOT_LESS or TEST_NOT_BELOW: not
                   * larger; TEST_OTHER: nothing is said */
    uint32_t low, high; /* rows */
};

struct walk_facts {
    uint64_t known;   /* lanes */
    uint64_t boolean; /* lanes not known that hold 0 or 1 */
    struct walk_tag tag;
    const struct allocation *object; /* a pointer into it and offsets, known or not, have made the
                                      * value of these lanes; a known address may be outside */
    uint64_t made;    /* lanes; without an object none */
    uint64_t ranged;         /* lanes not known that hold a value in `range` */
    struct walk_range range;
    bool points; /* a lane that is not known may hold an address in its stack */
    uint64_t saved; /* lanes: a stack word in which a function that has not returned yet saved a
                     * register: no object of the program */
};

/* Registers, then words of the lanes' own stacks from the top down. Stack words beyond `count` are
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

/* Words of memory that belong to the warp as a whole (struct walk: `words_base`). */
struct walk_words {
    uint32_t value[WALK_WORDS_MAX];
    uint32_t known; /* bits */
};

struct walk_state {
    struct warp warp; /* first: instructions see only this */
    struct walk_rows rows;
    bool certain;
    bool open[WALK_SPLITS_MAX]; /* by level of divergence (warp.depth): its lanes are not known */
    struct walk_words words;
    struct walk_order order;
    uint32_t straight; /* instruction: from there on the warp has run all up to its pc */
    struct walk_parked *parked;
    uint32_t parked_count, parked_room;
    uint32_t newest; /* most sets at any reading of the mask: each waking wakes this set, too */
    void *own;       /* the machine's part, warp.state included */
    struct walk_state *stayed; /* what lanes hold for which `flag` is `flag_is`, known better than
                                * here; or NULL. It goes along up to the instruction that asks for
                                * the flag. */
    uint32_t flag;   /* row */
    bool flag_is;
    struct walk_state *next_free, *next_made;
};

static inline struct walk_facts *walk_facts(struct walk_state *state, uint32_t row)
{
    return &state->rows.facts[row];
}

/* Lanes that hold less than a limit. */
uint64_t walk_lanes_below(const uint32_t *row, uint32_t limit, uint32_t stride);

struct walk_state *walk_state_new(struct walk *walk);
/* The state of a warp that starts: its registers hold 0, or anything. The machine's part is left
 * to the machine. */
struct walk_state *walk_state_start(struct walk *walk, const struct warp *warp, bool zeroed);
struct walk_state *walk_state_copy(struct walk *walk, const struct walk_state *from);
void walk_state_drop(struct walk *walk, struct walk_state *state);
void walk_states_free(struct walk *walk);
void walk_state_extend(struct walk_state *state, uint32_t rows);

/* Forgets `stayed`. */
void walk_state_forget_flag(struct walk *walk, struct walk_state *state);
/* Lanes hold what `from` says, if they are these. */
void walk_state_take(struct walk *walk, struct walk_state *state, const struct walk_state *from,
                     uint64_t lanes);

/* Either one happened: what both know alike is known. */
enum wc_status walk_state_merge(struct walk *walk, struct walk_state *into,
                                struct walk_state *other);
/* Both happened, to other lanes: those of `mine` and of `theirs` at most. */
enum wc_status walk_state_gather(struct walk *walk, struct walk_state *into, uint64_t mine,
                                 struct walk_state *other, uint64_t theirs);
bool walk_state_equal(const struct walk *walk, const struct walk_state *a,
                      const struct walk_state *b);

/* The active lanes of a row were made from a pointer into this object; NULL: from none. */
void walk_make(struct walk_state *state, uint32_t row, uint64_t lanes,
               const struct allocation *object);
/* The object of all these lanes, or NULL. */
static inline const struct allocation *walk_made(const struct walk_facts *facts, uint64_t lanes)
{
    return lanes & ~facts->made ? NULL : facts->object;
}

/* The active lanes of a row are not known any more. */
void walk_forget(struct walk_state *state, uint32_t row);
/* ... or are known, as the warp's row has them. */
void walk_know(struct walk_state *state, uint32_t row);
/* ... or, as far as they are not known, are in this range. */
void walk_limit(struct walk_state *state, uint32_t row, struct walk_range range);
/* A range that holds what these lanes of a row hold. */
struct walk_range walk_range_of(const struct walk_state *state, uint32_t row, uint64_t lanes);
/* These lanes of one row become those of another one. */
void walk_copy_range(struct walk_facts *to, const struct walk_facts *from, uint64_t lanes);
/* Ranges in `next` that hold more values than at the start of the iteration are forgotten; with
 * `all`, those that hold other values. So a loop has no endless sequence of them. */
void walk_state_calm(struct walk_state *next, const struct walk_state *start, bool all);

/* On some level of divergence it is not known which lanes are on this side. */
bool walk_any_open(const struct walk_state *state);

/* Lanes that may go to sleep here, into the set number `set`. */
enum wc_status walk_park(struct walk *walk, struct walk_state *state, uint32_t set,
                         uint64_t lanes);
/* The mask becomes what `tag` says; whoever was parked since then wakes. */
enum wc_status walk_wake(struct walk *walk, struct walk_state *state,
                         const struct walk_tag *tag);

#endif

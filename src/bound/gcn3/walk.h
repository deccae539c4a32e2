/* SPDX-License-Identifier: Apache-2.0 */
/* walk.h - all ways of a wavefront through its kernel, and the most that any of them takes.
 *
 * States go from block to block in reverse post order; where ways meet, states merge: what is known
 * is what both know, and times and counts are the larger ones. A loop is walked turn by turn, each
 * from what the one before leaves, so that its counter stays known; it ends when no way goes round,
 * or when a given bound says so. Of many turns, most are like another one (walk_loops.c). While
 * every branch is decided there is one state, and the walk follows the one path.
 *
 * At a split both parts are walked up to their merge (walk_split.c). */
#ifndef WARPCLOCK_BOUND_GCN3_WALK_H
#define WARPCLOCK_BOUND_GCN3_WALK_H

#include "bound/engine/bound.h"
#include "bound/engine/exact_turns.h"
#include "bound/gcn3/alone.h"

enum { GCN3_FORCED_MAX = 2 * GCN3_SPLITS_MAX };
/* Ways that wait apart at a block of a loop. */
enum { GCN3_WAYS_MAX = 8 };

/* A wavefront, or one of its parts, on its way. */
struct gcn3_wave_state {
    struct gcn3_view view;
    struct gcn3_alone alone;
    uint64_t *runs; /* by instruction of the kernel; after those, how often control then goes to
                     * its target */
    uint32_t at;    /* the next instruction */
    uint32_t forced[GCN3_FORCED_MAX]; /* branches over sides of the other part: always taken */
    uint32_t forced_count;
    struct gcn3_wave_state *next; /* of unused ones, and of those that wait at a block */
};

/* What accesses of an instruction ask for at most, each; of a branch, that data may decide it. */
struct gcn3_widest {
    uint32_t lines, transactions;
    bool open;
};

struct gcn3_frame;

struct gcn3_walk {
    struct error *err;
    const struct gcn3_program *program;
    const struct gcn3_costs *costs;
    const struct walk_bounds *bounds;
    struct bound *out; /* `missing`, `regions` */
    struct arena arena;
    struct gcn3_wave_state *unused;
    struct gcn3_widest *widest; /* by instruction */
    struct gcn3_frame *frames;  /* unused ones */
    uint64_t steps, certain;    /* instructions; those before ways part */
    bool parted;                /* the wavefront's way is not known any more */
    bool by_cases;              /* cases.h; ways of a turn stay apart */
    struct exact_turns exact;   /* places: loops */
    uint32_t open_loops;        /* under way, that may have ended in a turn before */
    struct gcn3_wave_state *ended; /* the most of all ends of the wavefront */
    struct gcn3_segments segments; /* of the wavefront */
};

/* The blocks that wait for a state, of a wavefront or of a part. */
struct gcn3_frame {
    struct gcn3_wave_state **pending; /* by block: a list */
    struct gcn3_wave_state **back;    /* by loop: what goes round */
    bool *left;                       /* by loop: a way out in this iteration */
    /* Of a part: where it stops. */
    bool is_part;
    uint32_t loop;                  /* around the split; it may not leave that */
    uint32_t merge;                 /* instruction, or NO_INSN */
    struct gcn3_wave_state *merged;
    struct gcn3_frame *next; /* of unused ones */
};

/* Walks a wavefront from its first state, which it takes over: walk->ended and ->segments. */
enum wc_status gcn3_walk_wave(struct gcn3_walk *walk, struct gcn3_wave_state *state);

/* Of `runs`. */
static inline uint32_t gcn3_run_counts(const struct gcn3_program *p)
{
    return 2 * p->count;
}

struct gcn3_wave_state *gcn3_state_new(struct gcn3_walk *walk, uint32_t rows);
void gcn3_state_free(struct gcn3_walk *walk, struct gcn3_wave_state *state);
struct gcn3_wave_state *gcn3_state_copy(struct gcn3_walk *walk,
                                        const struct gcn3_wave_state *state);
/* Takes `more` over; *into may be NULL. */
void gcn3_state_merge(struct gcn3_walk *walk, struct gcn3_wave_state **into,
                      struct gcn3_wave_state *more);

/* walk.c: from the state's instruction on, up to where ways part. Takes the state over. */
enum wc_status gcn3_walk_run(struct gcn3_walk *walk, struct gcn3_frame *frame,
                             struct gcn3_wave_state *state);
/* All blocks that wait, from a position of the order on. */
enum wc_status gcn3_walk_blocks(struct gcn3_walk *walk, struct gcn3_frame *frame, uint32_t loop,
                                uint32_t from, uint32_t to);
/* walk_loops.c: all turns of a loop, from the state at its header. Takes the state over. */
enum wc_status gcn3_walk_loop(struct gcn3_walk *walk, struct gcn3_frame *frame, uint32_t loop,
                              struct gcn3_wave_state *state);
struct gcn3_frame *gcn3_frame_new(struct gcn3_walk *walk);
void gcn3_frame_free(struct gcn3_walk *walk, struct gcn3_frame *frame);

/* walk_split.c: both parts, up to their merge. *state then continues after that instruction. */
enum wc_status gcn3_walk_split(struct gcn3_walk *walk, uint32_t split,
                               struct gcn3_wave_state **state, uint32_t *merge);

enum wc_status gcn3_walk_fail(struct gcn3_walk *walk, uint32_t index, const char *why);

#endif

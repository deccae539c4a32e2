/* SPDX-License-Identifier: Apache-2.0 */
/* loop_turns.h - how often warps come back to the headers of loops in one entry of each loop.
 *
 * The walk of a bound and the observer of a run use the same counter: one knows the instructions
 * of a warp before the run, the other sees them issue. */
#ifndef WARPCLOCK_BOUND_ENGINE_LOOP_TURNS_H
#define WARPCLOCK_BOUND_ENGINE_LOOP_TURNS_H

#include "base/arena.h"
#include "isa/insn.h"

struct turning_loop {
    uint32_t header; /* instruction */
    uint32_t parent; /* NO_NODE: none */
    uint64_t max;    /* most turns in one entry */
};

struct loop_turns {
    const struct program *program;
    struct turning_loop *loops;
    uint32_t loop_count;
    uint32_t *innermost; /* by instruction: loop around it, or NO_NODE */
    uint32_t *group;     /* by instruction: its function, or NO_NODE */
    uint32_t group_count;
};

/* A warp on its way. */
struct warp_turns {
    uint32_t *last;  /* by function: the loop of the last instruction there */
    uint64_t *taken; /* by loop: turns since it was entered */
};

void loop_turns_make(struct loop_turns *turns, struct arena *arena, const struct program *program);
struct warp_turns warp_turns_make(const struct loop_turns *turns, struct arena *arena);
/* The warp starts: it is in no loop. */
void warp_turns_start(const struct loop_turns *turns, struct warp_turns *warp);
/* The warp runs an instruction. */
void loop_turns_run(struct loop_turns *turns, struct warp_turns *warp, uint32_t index);

/* In a region that began at `from`, the loop of that header turns so often in each entry. */
void loop_turns_told(struct loop_turns *turns, struct warp_turns *warp, uint32_t from,
                     uint32_t header, uint64_t iterations);
/* The region ends: the warp goes on at `to`; `back`: over a back edge, if that is a header. */
void loop_turns_go_on(const struct loop_turns *turns, struct warp_turns *warp, uint32_t to,
                      bool back);
/* An edge to the header of a loop from inside of it. */
bool loop_turns_is_back(const struct loop_turns *turns, uint32_t from, uint32_t to);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* walk_loops.c - turns of loops, and bounds.
 *
 * A turn ends when all ways through it are back at the header or outside. If the next one begins
 * with the same knowledge, it takes no longer, and so do all others: they are not walked. */
#include "bound/gcn3/walk.h"

#include <string.h>

#include "bound/gcn3/cases.h"

/* Iterations that may or may not be the last; a loop with more needs a bound. With cases each takes
 * longer. */
enum { UNDECIDED_MAX = 1 << 16, UNDECIDED_BY_CASES_MAX = 1 << 13 };

/* ---- bounds ---- */

static const struct walk_bound *given(const struct gcn3_walk *walk, uint32_t header,
                                      size_t *number)
{
    for (size_t i = 0; i < walk->bounds->count; i++) {
        if (walk->bounds->list[i].header == header) {
            *number = i;
            return &walk->bounds->list[i];
        }
    }
    return NULL;
}

/* The last branch of the loop that may leave it, for the message. */
static uint32_t exit_of(const struct gcn3_walk *walk, uint32_t loop)
{
    const struct cfg *cfg = &walk->program->cfg;
    uint32_t found = cfg->blocks[cfg->loops.loop[loop].header].first;
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        for (uint32_t e = cfg->graph.succ_first[b];
             loop_contains(&cfg->loops, loop, b) && e < cfg->graph.succ_first[b + 1]; e++) {
            if (!loop_contains(&cfg->loops, loop, cfg->graph.succ[e]))
                found = cfg->blocks[b].end - 1;
        }
    }
    return found;
}

static uint32_t header_of(const struct gcn3_walk *walk, uint32_t loop)
{
    const struct cfg *cfg = &walk->program->cfg;
    return cfg->blocks[cfg->loops.loop[loop].header].first;
}

static bool is_missing(const struct gcn3_walk *walk, uint32_t loop)
{
    const struct bound *out = walk->out;
    for (size_t i = 0; i < out->missing_count; i++) {
        if (out->missing[i].header == header_of(walk, loop))
            return true;
    }
    return false;
}

/* The walk goes on without it: the message has all of them. */
static void miss_bound(struct gcn3_walk *walk, uint32_t loop)
{
    struct bound *out = walk->out;
    if (!is_missing(walk, loop) && out->missing_count < BOUND_MISSING_MAX)
        out->missing[out->missing_count++] =
            (struct walk_missing){.header = header_of(walk, loop), .branch = exit_of(walk, loop)};
}

static void drop(struct gcn3_walk *walk, struct gcn3_wave_state **state)
{
    gcn3_state_free(walk, *state);
    *state = NULL;
}

/* ---- turns ---- */

struct iteration {
    uint32_t loop;
    uint64_t turns, undecided;
    const struct walk_bound *bound; /* NULL: none is given */
    size_t number;
    bool open; /* in some turn a way left and another one went round */
    struct gcn3_wave_state *before; /* the iteration's first state, after one that may have been
                                     * the last */
    uint64_t repeated;              /* walk->segments.repeated, then */
};

/* A turn from the same knowledge takes no longer than this one did. Times count from the last
 * barrier: if there was one in this turn, they must not have grown. */
static bool is_steady(const struct gcn3_wave_state *before, const struct gcn3_wave_state *after)
{
    const struct gcn3_alone *a = &before->alone, *b = &after->alone;
    return (a->segment == b->segment || gcn3_alone_growth(a, b) == 0) &&
           memcmp(a->under_way, b->under_way, sizeof a->under_way) == 0 &&
           gcn3_view_equal(&before->view, &after->view);
}

/* What both know; so a loop has no endless sequence of states. */
static void forget_what_moves(struct gcn3_walk *walk, struct gcn3_wave_state *after,
                              const struct gcn3_wave_state *before)
{
    gcn3_view_merge(&after->view, &before->view);
    gcn3_cases_settle(&after->view, true);
    gcn3_alone_merge(&after->alone, &before->alone, &walk->segments);
}

/* The turn is made so many times more. */
static void repeat(struct gcn3_walk *walk, const struct iteration *it,
                   struct gcn3_wave_state *after, uint64_t times)
{
    const struct gcn3_wave_state *before = it->before;
    gcn3_segments_repeat(&walk->segments, before->alone.segment, after->alone.segment,
                         it->repeated, times);
    gcn3_alone_repeat(&after->alone, &before->alone,
                      gcn3_alone_growth(&before->alone, &after->alone), times);
    for (uint32_t i = 0; i < gcn3_run_counts(walk->program); i++)
        after->runs[i] = count_add(after->runs[i],
                                   count_times(after->runs[i] - before->runs[i], times));
}

/* It cannot go round as often as this. */
static void use_bound(struct gcn3_walk *walk, const struct iteration *it,
                      struct gcn3_wave_state **state)
{
    drop(walk, state);
    if (walk->bounds->used)
        walk->bounds->used[it->number] = true;
    if (walk->bounds->assumed)
        walk->bounds->assumed[it->bound->header] |= 1u << ASSUME_LOOP;
}

/* A way went round although another one may have ended. *state becomes NULL if it was the last
 * time. */
static void undecided(struct gcn3_walk *walk, struct iteration *it, struct gcn3_wave_state **state)
{
    const uint64_t limit = it->bound ? it->bound->iterations : 0;
    exact_turns_count(&walk->exact);
    walk->open_loops += !it->open;
    it->open = true;
    if (it->before && it->turns < limit &&
        exact_turns_are_over(&walk->exact, it->turns, limit - it->turns))
        forget_what_moves(walk, *state, it->before);
    const bool steady = it->before && is_steady(it->before, *state);
    const uint64_t most = walk->by_cases ? UNDECIDED_BY_CASES_MAX : UNDECIDED_MAX;
    if (!it->bound && (steady || ++it->undecided > most || is_missing(walk, it->loop))) {
        miss_bound(walk, it->loop);
        drop(walk, state);
    } else if (it->bound && it->turns > limit) {
        use_bound(walk, it, state);
    } else if (steady && it->turns < limit) {
        repeat(walk, it, *state, limit - it->turns);
        it->turns = limit;
    }
}

static enum wc_status iterate(struct gcn3_walk *walk, struct gcn3_frame *frame,
                              struct iteration *it, struct gcn3_wave_state **state)
{
    const struct cfg *cfg = &walk->program->cfg;
    const uint32_t header = cfg->loops.loop[it->loop].header;
    const uint32_t first = cfg->order.position[header];
    if (it->before)
        gcn3_state_free(walk, it->before);
    it->before = frame->left[it->loop] ? gcn3_state_copy(walk, *state) : NULL;
    it->repeated = walk->segments.repeated;
    frame->left[it->loop] = false;
    enum wc_status status = gcn3_walk_run(walk, frame, *state);
    if (status == WC_OK)
        status = gcn3_walk_blocks(walk, frame, it->loop, first + 1,
                                  walk->program->last[it->loop] + 1);
    *state = frame->back[it->loop];
    frame->back[it->loop] = NULL;
    it->turns++;
    if (*state)
        gcn3_cases_settle(&(*state)->view, false);
    return status;
}

/* As long as every loop around is decided, the turns of this one have no others to share theirs
 * with. */
enum wc_status gcn3_walk_loop(struct gcn3_walk *walk, struct gcn3_frame *frame, uint32_t loop,
                              struct gcn3_wave_state *state)
{
    struct iteration it = {.loop = loop};
    const bool begins = !walk->open_loops;
    const struct exact_turns around =
        begins ? exact_turns_begin(&walk->exact, loop) : walk->exact;
    it.bound = given(walk, header_of(walk, loop), &it.number);
    frame->left[loop] = false;
    gcn3_cases_settle(&state->view, false);
    enum wc_status status = WC_OK;
    while (status == WC_OK && state) {
        status = iterate(walk, frame, &it, &state);
        if (status == WC_OK && state && frame->left[loop])
            undecided(walk, &it, &state);
    }
    if (it.before)
        gcn3_state_free(walk, it.before);
    walk->open_loops -= it.open;
    if (begins)
        exact_turns_end(&walk->exact, loop, around);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* walk.c - blocks, branches and loops. */
#include "bound/gcn3/walk.h"

#include <inttypes.h>
#include <string.h>

/* Iterations that may or may not be the last; a loop with more needs a bound. */
enum { UNDECIDED_MAX = 1 << 16 };
/* More instructions are taken for a program that never ends. */
static const uint64_t STEPS_MAX = 1ull << 32;

/* ---- states ---- */

/* Rows of lanes are vectors of the host. */
static void *take_aligned(struct arena *arena, size_t bytes)
{
    enum { ALIGNMENT = 64 };
    uint8_t *storage = arena_alloc(arena, bytes + ALIGNMENT);
    return storage + -(uintptr_t)storage % ALIGNMENT;
}

struct gcn3_wave_state *gcn3_state_new(struct gcn3_walk *walk, uint32_t rows)
{
    struct gcn3_wave_state *state = walk->unused;
    if (state) {
        walk->unused = state->next;
        return state;
    }
    state = take_aligned(&walk->arena, sizeof *state);
    gcn3_view_place(&state->view, rows, take_aligned(&walk->arena, gcn3_view_bytes(rows)));
    state->runs = arena_array(&walk->arena, gcn3_run_counts(walk->program),
                              sizeof *state->runs);
    return state;
}

void gcn3_state_free(struct gcn3_walk *walk, struct gcn3_wave_state *state)
{
    state->next = walk->unused;
    walk->unused = state;
}

struct gcn3_wave_state *gcn3_state_copy(struct gcn3_walk *walk,
                                        const struct gcn3_wave_state *state)
{
    struct gcn3_wave_state *copy = gcn3_state_new(walk, state->view.rows);
    gcn3_view_copy(&copy->view, &state->view);
    copy->alone = state->alone;
    memcpy(copy->runs, state->runs,
           gcn3_run_counts(walk->program) * sizeof *copy->runs);
    copy->at = state->at;
    copy->forced_count = state->forced_count;
    memcpy(copy->forced, state->forced, sizeof copy->forced);
    return copy;
}

static void merge_counts(struct gcn3_walk *walk, struct gcn3_wave_state *into,
                         const struct gcn3_wave_state *more)
{
    gcn3_alone_merge(&into->alone, &more->alone, &walk->segments);
    for (uint32_t i = 0; i < gcn3_run_counts(walk->program); i++)
        into->runs[i] = into->runs[i] > more->runs[i] ? into->runs[i] : more->runs[i];
}

void gcn3_state_merge(struct gcn3_walk *walk, struct gcn3_wave_state **into,
                      struct gcn3_wave_state *more)
{
    if (!*into) {
        *into = more;
        return;
    }
    gcn3_view_merge(&(*into)->view, &more->view);
    merge_counts(walk, *into, more);
    gcn3_state_free(walk, more);
}

static struct gcn3_frame *make_frame(struct gcn3_walk *walk)
{
    const struct cfg *cfg = &walk->program->cfg;
    struct gcn3_frame *frame = arena_alloc(&walk->arena, sizeof *frame);
    frame->pending = arena_array(&walk->arena, cfg->block_count, sizeof(void *));
    frame->back = arena_array(&walk->arena, cfg->loops.count + 1, sizeof(void *));
    frame->left = arena_array(&walk->arena, cfg->loops.count + 1, sizeof *frame->left);
    return frame;
}

struct gcn3_frame *gcn3_frame_new(struct gcn3_walk *walk)
{
    struct gcn3_frame *frame = walk->frames;
    if (frame)
        walk->frames = frame->next;
    else
        frame = make_frame(walk);
    frame->is_part = false;
    frame->loop = NO_NODE;
    frame->merge = NO_INSN;
    frame->merged = NULL;
    return frame;
}

void gcn3_frame_free(struct gcn3_walk *walk, struct gcn3_frame *frame)
{
    frame->next = walk->frames;
    walk->frames = frame;
}

enum wc_status gcn3_walk_fail(struct gcn3_walk *walk, uint32_t index, const char *why)
{
    return fail(walk->err, WC_BAD_INPUT, "no bound: %s at %s", why,
                bound_place(&walk->arena, walk->program->program, index));
}

/* ---- from block to block ---- */

/* A way leaves the loops that do not contain its next block. */
static void leave_loops(const struct gcn3_walk *walk, struct gcn3_frame *frame, uint32_t from,
                        uint32_t to)
{
    const struct loops *loops = &walk->program->cfg.loops;
    uint32_t loop = loops->of[from];
    for (; loop != NO_NODE && (to == NO_NODE || !loop_contains(loops, loop, to));
         loop = loops->loop[loop].parent)
        frame->left[loop] = true;
}

/* The loop whose header this is, if the way comes from inside of it. */
static uint32_t loop_back(const struct gcn3_walk *walk, uint32_t from, uint32_t to)
{
    const struct loops *loops = &walk->program->cfg.loops;
    const uint32_t loop = loops->of[to];
    if (loop == NO_NODE || loops->loop[loop].header != to || !loop_contains(loops, loop, from))
        return NO_NODE;
    return loop;
}

static enum wc_status go_on(struct gcn3_walk *walk, struct gcn3_frame *frame, uint32_t from,
                            struct gcn3_wave_state *state)
{
    const uint32_t block = walk->program->block_of[state->at];
    if (block == NO_NODE)
        return gcn3_walk_fail(walk, from, "control leaves the kernel's function");
    const uint32_t source = walk->program->block_of[from];
    const uint32_t loop = loop_back(walk, source, block);
    if (frame->is_part && frame->loop != NO_NODE &&
        (loop == frame->loop || !loop_contains(&walk->program->cfg.loops, frame->loop, block)))
        return gcn3_walk_fail(walk, from, "a loop ends between a split and its merge");
    gcn3_alone_follow(walk->costs, &state->alone, &walk->program->program->insns[state->at]);
    state->runs[walk->program->count + from - walk->program->first] +=
        walk->program->program->insns[from].next != (int32_t)state->at;
    leave_loops(walk, frame, source, block);
    if (loop != NO_NODE)
        gcn3_state_merge(walk, &frame->back[loop], state);
    else
        gcn3_state_merge(walk, &frame->pending[block], state);
    return WC_OK;
}

/* ---- an instruction ---- */

static void end_wave(struct gcn3_walk *walk, struct gcn3_frame *frame, uint32_t index,
                     struct gcn3_wave_state *state)
{
    leave_loops(walk, frame, walk->program->block_of[index], NO_NODE);
    gcn3_alone_end(walk->costs, walk->program, &walk->arena, &state->alone, &walk->segments);
    if (walk->ended) {
        merge_counts(walk, walk->ended, state);
        gcn3_state_free(walk, state);
    } else {
        walk->ended = state;
    }
}

static bool is_forced(const struct gcn3_wave_state *state, uint32_t index)
{
    for (uint32_t i = 0; i < state->forced_count; i++) {
        if (state->forced[i] == index)
            return true;
    }
    return false;
}

static enum wc_status both_ways(struct gcn3_walk *walk, struct gcn3_frame *frame, uint32_t index,
                                struct gcn3_wave_state *state)
{
    const struct insn *insn = &walk->program->program->insns[index];
    struct gcn3_wave_state *other = gcn3_state_copy(walk, state);
    walk->out->regions++;
    walk->out->solved += !walk->widest[index].open;
    walk->widest[index].open = true;
    walk->parted = true;
    state->at = (uint32_t)insn->next;
    other->at = (uint32_t)insn->target;
    enum wc_status status = go_on(walk, frame, index, state);
    return status == WC_OK ? go_on(walk, frame, index, other) : status;
}

static void note_access(struct gcn3_walk *walk, uint32_t index, const struct gcn3_asked *asked)
{
    struct gcn3_widest *widest = &walk->widest[index];
    if (asked->lines > widest->lines)
        widest->lines = asked->lines;
    if (asked->transactions > widest->transactions)
        widest->transactions = asked->transactions;
}

/* Both sides of the branch may have lanes (machine/gcn3/split_dynamic.c). */
static bool may_split(const struct gcn3_walk *walk, const struct gcn3_wave_state *state,
                      uint32_t index, enum gcn3_way way)
{
    const struct gcn3_step_info *info = &walk->program->info[index];
    const struct gcn3_view *view = &state->view;
    if (!info->may_split || way == WAY_TARGET)
        return false;
    const uint64_t then = gcn3_scalar_pair(&view->state, GCN3_EXEC) &
                          ~gcn3_view_loose_pair(view, GCN3_EXEC);
    const uint64_t both = gcn3_scalar_pair(&view->state, info->saved) |
                          gcn3_view_loose_pair(view, info->saved);
    return both & ~then & view->state.split_mask;
}

static bool writes(const struct insn *insn)
{
    return insn->flags & (INSN_STORE | INSN_ATOMIC);
}

/* Times and counts of one instruction, whose values have been computed. */
static void account(struct gcn3_walk *walk, struct gcn3_wave_state *state, uint32_t index,
                    const struct gcn3_step *step)
{
    const struct gcn3_step_info *info = &walk->program->info[index];
    for (uint8_t i = 0; i < info->joins; i++)
        gcn3_alone_dynamic_join(walk->costs, &state->alone);
    gcn3_alone_issue(walk->costs, walk->program, &state->alone, index, &step->asked);
    if (may_split(walk, state, index, step->way))
        gcn3_alone_dynamic_split(walk->costs, &state->alone, info->pieces);
    note_access(walk, index, &step->asked);
    if (step->asked.anywhere && writes(&walk->program->program->insns[index]) &&
        walk->bounds->assumed)
        walk->bounds->assumed[index] |= 1u << ASSUME_STORE;
    state->runs[index - walk->program->first] += info->by_both ? 2 : 1;
    walk->steps++;
    walk->certain += !walk->parted;
}

static enum wc_status look(struct gcn3_walk *walk, uint32_t index)
{
    enum watch_verdict verdict = watch_look(walk->bounds->watch, walk->steps);
    if (walk->steps > STEPS_MAX)
        return gcn3_walk_fail(walk, index, "more than 2^32 instructions;");
    if (verdict == WATCH_GO_ON)
        return WC_OK;
    const char *where = bound_place(&walk->arena, walk->program->program, index);
    if (verdict == WATCH_MEMORY_SHORT)
        return fail_memory(walk->err);
    if (verdict == WATCH_INTERRUPTED)
        return fail(walk->err, WC_INTERRUPTED, "interrupted; the analysis was at %s", where);
    return fail(walk->err, WC_DEADLOCK, "no bound within %g s: the analysis was at %s",
                walk->bounds->watch->seconds, where);
}

/* What follows an instruction: the state goes on in this block, or elsewhere (NULL). */
static enum wc_status follow(struct gcn3_walk *walk, struct gcn3_frame *frame, uint32_t index,
                             enum gcn3_way way, struct gcn3_wave_state **state)
{
    const struct insn *insn = &walk->program->program->insns[index];
    const struct cfg_block *block =
        &walk->program->cfg.blocks[walk->program->block_of[index]];
    struct gcn3_wave_state *now = *state;
    *state = NULL;
    switch (way) {
    case WAY_END:
        if (frame->is_part)
            return gcn3_walk_fail(walk, index, "the program ends between a split and its merge");
        end_wave(walk, frame, index, now);
        return WC_OK;
    case WAY_NOWHERE:
        leave_loops(walk, frame, walk->program->block_of[index], NO_NODE);
        gcn3_state_free(walk, now);
        return WC_OK;
    case WAY_EITHER:
        return both_ways(walk, frame, index, now);
    default:
        now->at = (uint32_t)(way == WAY_TARGET ? insn->target : insn->next);
        if (index + 1 == block->end)
            return go_on(walk, frame, index, now);
        gcn3_alone_follow(walk->costs, &now->alone, &walk->program->program->insns[now->at]);
        *state = now;
        return WC_OK;
    }
}

/* A part has come to a merge of its own. */
static enum wc_status arrive(struct gcn3_walk *walk, struct gcn3_frame *frame, uint32_t index,
                             struct gcn3_wave_state *state)
{
    if (frame->merge != NO_INSN && frame->merge != index)
        return gcn3_walk_fail(walk, index, "ways to different merges");
    frame->merge = index;
    gcn3_alone_follow(walk->costs, &state->alone, /* also that of a child that has to wait */
                      &walk->program->program->insns[walk->program->program->insns[index].next]);
    gcn3_state_merge(walk, &frame->merged, state);
    return WC_OK;
}

enum wc_status gcn3_walk_run(struct gcn3_walk *walk, struct gcn3_frame *frame,
                             struct gcn3_wave_state *state)
{
    enum wc_status status = WC_OK;
    while (state && status == WC_OK) {
        const uint32_t index = state->at;
        const struct insn *insn = &walk->program->program->insns[index];
        struct gcn3_step step = gcn3_view_step(walk->program, &state->view, index);
        if (step.asked.to_constants)
            return gcn3_walk_fail(walk, index, "a store into arguments or constants");
        if (step.to_other_part)
            return gcn3_walk_fail(walk, index, "a part writes a lane that may be of another part");
        if (step.way != WAY_NOWHERE)
            account(walk, state, index, &step);
        if (is_forced(state, index))
            step.way = WAY_TARGET;
        const uint8_t role = insn->op ? insn->op->role : ROLE_COMPUTE;
        if (role == ROLE_BARRIER && insn->flow == FLOW_NEXT && step.way == WAY_NEXT &&
            walk->program->info[index].unit == GCN3_UNIT_INTERNAL) {
            if (frame->is_part)
                return gcn3_walk_fail(walk, index, "a barrier between a split and its merge");
            gcn3_alone_barrier(walk->costs, &walk->arena, &state->alone, &walk->segments);
        }
        if (walk->program->splits && role == ROLE_JOIN && frame->is_part)
            return arrive(walk, frame, index, state);
        uint32_t from = index;
        if (walk->program->splits && role == ROLE_SPLIT)
            status = gcn3_walk_split(walk, index, &state, &from);
        if (status == WC_OK)
            status = follow(walk, frame, from, step.way, &state);
        if (status == WC_OK)
            status = look(walk, index);
    }
    return status;
}

/* ---- loops ---- */

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

/* An iteration from the same knowledge takes no longer than this one did. */
static bool is_steady(const struct gcn3_wave_state *before, const struct gcn3_wave_state *after)
{
    const struct gcn3_alone *a = &before->alone, *b = &after->alone;
    return a->segment == b->segment &&
           memcmp(a->under_way, b->under_way, sizeof a->under_way) == 0 &&
           gcn3_view_equal(&before->view, &after->view);
}

static void repeat(struct gcn3_walk *walk, struct gcn3_wave_state *after,
                   const struct gcn3_wave_state *before, uint64_t times)
{
    gcn3_alone_repeat(&after->alone, &before->alone,
                      gcn3_alone_growth(&before->alone, &after->alone), times);
    for (uint32_t i = 0; i < gcn3_run_counts(walk->program); i++)
        after->runs[i] = count_add(after->runs[i],
                                   count_times(after->runs[i] - before->runs[i], times));
}

struct iteration {
    uint32_t loop;
    uint64_t turns, undecided;
    const struct walk_bound *bound; /* NULL: none is given */
    size_t number;
    struct gcn3_wave_state *before; /* the iteration's first state, after one that may have been
                                     * the last */
};

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
    const bool steady = it->before && is_steady(it->before, *state);
    if (!it->bound && (steady || ++it->undecided > UNDECIDED_MAX || is_missing(walk, it->loop))) {
        miss_bound(walk, it->loop);
        drop(walk, state);
    } else if (it->bound && it->turns > it->bound->iterations) {
        use_bound(walk, it, state);
    } else if (it->bound && steady && it->turns < it->bound->iterations) {
        repeat(walk, *state, it->before, it->bound->iterations - it->turns);
        it->turns = it->bound->iterations;
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
    frame->left[it->loop] = false;
    enum wc_status status = gcn3_walk_run(walk, frame, *state);
    if (status == WC_OK)
        status = gcn3_walk_blocks(walk, frame, it->loop, first + 1,
                                  walk->program->last[it->loop] + 1);
    *state = frame->back[it->loop];
    frame->back[it->loop] = NULL;
    it->turns++;
    return status;
}

static enum wc_status run_loop(struct gcn3_walk *walk, struct gcn3_frame *frame, uint32_t loop,
                               struct gcn3_wave_state *state)
{
    struct iteration it = {.loop = loop};
    it.bound = given(walk, header_of(walk, loop), &it.number);
    frame->left[loop] = false;
    enum wc_status status = WC_OK;
    while (status == WC_OK && state) {
        status = iterate(walk, frame, &it, &state);
        if (status == WC_OK && state && frame->left[loop])
            undecided(walk, &it, &state);
    }
    if (it.before)
        gcn3_state_free(walk, it.before);
    return status;
}

enum wc_status gcn3_walk_blocks(struct gcn3_walk *walk, struct gcn3_frame *frame, uint32_t loop,
                                uint32_t from, uint32_t to)
{
    const struct cfg *cfg = &walk->program->cfg;
    enum wc_status status = WC_OK;
    for (uint32_t at = from; status == WC_OK && at < to; at++) {
        const uint32_t block = cfg->order.node[at], inner = cfg->loops.of[block];
        struct gcn3_wave_state *state = frame->pending[block];
        if (!state || (loop != NO_NODE && !loop_contains(&cfg->loops, loop, block)))
            continue;
        frame->pending[block] = NULL;
        if (inner != NO_NODE && inner != loop && cfg->loops.loop[inner].header == block)
            status = run_loop(walk, frame, inner, state);
        else
            status = gcn3_walk_run(walk, frame, state);
    }
    return status;
}

enum wc_status gcn3_walk_wave(struct gcn3_walk *walk, struct gcn3_wave_state *state)
{
    struct gcn3_frame *frame = gcn3_frame_new(walk);
    const uint32_t block = walk->program->block_of[state->at];
    walk->segments.count = 0;
    walk->segments.uneven = false;
    walk->ended = NULL;
    walk->parted = false;
    if (block == NO_NODE)
        return gcn3_walk_fail(walk, state->at, "the kernel starts outside of its function");
    frame->pending[block] = state;
    enum wc_status status =
        gcn3_walk_blocks(walk, frame, NO_NODE, 0, walk->program->cfg.order.count);
    gcn3_frame_free(walk, frame);
    return status;
}

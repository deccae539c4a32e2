/* SPDX-License-Identifier: Apache-2.0 */
/* walk.c - blocks and branches. */
#include "bound/gcn3/walk.h"

#include <inttypes.h>
#include <string.h>

#include "bound/gcn3/cases.h"

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
        state->next = NULL;
        return state;
    }
    state = take_aligned(&walk->arena, sizeof *state);
    gcn3_view_place(&state->view, rows, take_aligned(&walk->arena, gcn3_view_bytes(rows)));
    state->runs = arena_array(&walk->arena, gcn3_run_counts(walk->program),
                              sizeof *state->runs);
    if (walk->by_cases)
        state->view.cases = arena_alloc(&walk->arena, sizeof *state->view.cases);
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

/* Some scalar that both know, a counter for example, would not be known any more. */
static bool are_apart(const struct gcn3_live *live, const struct gcn3_view *a,
                      const struct gcn3_view *b)
{
    for (uint32_t i = 0; i < GCN3_SGPRS; i++) {
        if (gcn3_is_live(live, i) && !a->loose[i] && !b->loose[i] &&
            a->state.scalar[i] != b->state.scalar[i])
            return true;
    }
    return false;
}

/* Ways wait at a block of a loop apart, as far as that may show when the loop ends. */
static void wait_apart(struct gcn3_walk *walk, uint32_t block, struct gcn3_wave_state **at,
                       struct gcn3_wave_state *more)
{
    const struct gcn3_live *live = &walk->program->live[block];
    uint32_t count = 1;
    for (; *at && are_apart(live, &(*at)->view, &more->view) && count < GCN3_WAYS_MAX; count++)
        at = &(*at)->next;
    gcn3_state_merge(walk, at, more);
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

/* A block of a loop, beside the header, where a turn has one state. */
static bool is_in_turn(const struct gcn3_walk *walk, uint32_t block)
{
    const struct loops *loops = &walk->program->cfg.loops;
    const uint32_t loop = loops->of[block];
    return walk->by_cases && loop != NO_NODE && loops->loop[loop].header != block;
}

/* So cases that differ in nothing else become one. */
static void forget_dead(const struct gcn3_walk *walk, uint32_t block, struct gcn3_view *view)
{
    for (uint32_t i = 0; i < GCN3_SCALARS; i++) {
        if (!gcn3_is_live(&walk->program->live[block], i))
            gcn3_cases_forget(view, i);
    }
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
    if (walk->by_cases)
        forget_dead(walk, block, &state->view);
    if (loop != NO_NODE)
        gcn3_state_merge(walk, &frame->back[loop], state);
    else if (is_in_turn(walk, block))
        wait_apart(walk, block, &frame->pending[block], state);
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
    const struct gcn3_step_info *info = &walk->program->info[index];
    struct gcn3_wave_state *other = gcn3_state_copy(walk, state);
    walk->out->regions++;
    walk->out->solved += !walk->widest[index].open;
    walk->widest[index].open = true;
    walk->parted = true;
    state->at = (uint32_t)insn->next;
    other->at = (uint32_t)insn->target;
    if (info->tested != NO_PAIR)
        gcn3_cases_exclude(info->taken_if_zero ? &other->view : &state->view, info->tested);
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

/* ---- blocks ---- */

/* All that wait at a block. */
static enum wc_status run_all(struct gcn3_walk *walk, struct gcn3_frame *frame,
                              struct gcn3_wave_state *state)
{
    enum wc_status status = WC_OK;
    while (state && status == WC_OK) {
        struct gcn3_wave_state *next = state->next;
        state->next = NULL;
        status = gcn3_walk_run(walk, frame, state);
        state = next;
    }
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
            status = gcn3_walk_loop(walk, frame, inner, state);
        else
            status = run_all(walk, frame, state);
    }
    return status;
}

enum wc_status gcn3_walk_wave(struct gcn3_walk *walk, struct gcn3_wave_state *state)
{
    struct gcn3_frame *frame = gcn3_frame_new(walk);
    const uint32_t block = walk->program->block_of[state->at];
    walk->segments.count = 0;
    walk->segments.repeated = 0;
    walk->segments.uneven = false;
    walk->open_loops = 0;
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

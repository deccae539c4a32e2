/* SPDX-License-Identifier: Apache-2.0 */
/* walk_loops.c - loops of a scope: iterations, what ends them, and bounds.
 *
 * An iteration begins once all states of the one before wait at the header or outside. When it
 * begins as the one before did, all others up to the bound do: they are told as a repetition. */
#include "bound/engine/walk_scope.h"

/* A loop without a bound is walked as long as it promises to end by itself. */
enum { PATIENCE = 4096 };

/* Ranges may promise that a loop ends: those that stay as wide as they are count on. From the
 * second number on, none does. */
enum { RANGES_GROW = 4, RANGES_MAX = 1 << 16 };

struct active *scope_active(struct scope *scope, uint32_t loop)
{
    for (uint32_t i = 0; i < scope->active_count; i++) {
        if (scope->active[i].loop == loop)
            return &scope->active[i];
    }
    return NULL;
}

bool scope_leaves(const struct scope *scope, const struct active *active, int32_t to)
{
    return to < 0 || !scope_has(scope, (uint32_t)to) ||
           !loop_contains(scope_loops(scope), active->loop, scope_block(scope, (uint32_t)to));
}

void scope_note_exit(struct scope *scope, const struct walk_state *state, uint32_t index,
                     bool decided)
{
    const struct insn *insn = &scope->walk->insns[index];
    for (uint32_t i = 0; i < scope->active_count; i++) {
        struct active *active = &scope->active[i];
        if (scope_leaves(scope, active, insn->target) == scope_leaves(scope, active, insn->next))
            continue;
        active->decided = active->decided || decided;
        if (decided)
            continue;
        active->doubt = index;
        active->ranged = active->ranged || walk_branch_is_ranged(scope->walk, state, index);
    }
}

void scope_note_narrowed(struct scope *scope)
{
    for (uint32_t i = 0; i < scope->active_count; i++)
        scope->active[i].narrowed = true;
}

static uint64_t bound_of(const struct walk *walk, uint32_t header)
{
    for (size_t i = 0; i < walk->bounds->count; i++) {
        if (walk->bounds->list[i].header == header)
            return walk->bounds->list[i].iterations;
    }
    for (size_t i = 0; i < walk->missing_count; i++) {
        if (walk->missing[i].header == header)
            return 1;
    }
    return UINT64_MAX;
}

void scope_note_use(const struct walk *walk, uint32_t header)
{
    walk_assume(walk, header, ASSUME_LOOP);
    for (size_t i = 0; walk->bounds->used && i < walk->bounds->count; i++)
        walk->bounds->used[i] |= walk->bounds->list[i].header == header;
}

static void lacks_bound(struct walk *walk, struct active *active)
{
    walk->missing =
        arena_grow(walk->arena, walk->missing, walk->missing_count, sizeof *walk->missing);
    walk->missing[walk->missing_count++] = (struct walk_missing){
        .header = active->header, .ranged = active->ranged,
        .branch = active->doubt < 0 ? active->header : (uint32_t)active->doubt};
    active->limit = active->taken ? active->taken : 1;
}

void scope_close_loop(struct scope *scope)
{
    struct walk *walk = scope->walk;
    struct active *active = &scope->active[--scope->active_count];
    if (walk->sink)
        walk->sink->ops->loop(walk->sink, active->header, active->taken);
    if (active->start)
        walk_state_drop(walk, active->start);
    if (active->next)
        walk_state_drop(walk, active->next);
}

/* The iteration just walked stands for others that begin in the same state. */
static void finish_repeat(struct walk *walk, struct active *active)
{
    if (!active->marked)
        return;
    if (walk->sink)
        walk->sink->ops->repeat(walk->sink, active->times);
    active->taken += active->times;
    active->marked = false;
}

/* A loop with a bound, so many iterations before its last one. */
static bool is_summarised(const struct walk *walk, const struct active *active, uint64_t left)
{
    return active->limit != UINT64_MAX && active->start &&
           exact_turns_are_over(&walk->turns, active->taken, left);
}

enum wc_status scope_turn(struct scope *scope)
{
    struct walk *walk = scope->walk;
    struct active *active = &scope->active[scope->active_count - 1];
    enum wc_status status = WC_OK;
    finish_repeat(walk, active);
    if (active->next && active->start && active->taken > RANGES_GROW)
        walk_state_calm(active->next, active->start, active->taken > RANGES_MAX);
    bool same = active->next && active->start &&
                walk_state_equal(walk, active->next, active->start);
    uint64_t patience = active->narrowed ? RANGES_MAX : PATIENCE;
    bool hopeless = same || (active->taken >= patience && !active->decided);
    if (active->next && active->limit == UINT64_MAX && hopeless)
        lacks_bound(walk, active);
    if (!active->next || active->taken >= active->limit) {
        scope_close_loop(scope);
        return WC_OK;
    }
    uint64_t left = active->limit - ++active->taken;
    exact_turns_count(&walk->turns);
    if (!same && is_summarised(walk, active, left)) {
        status = walk_state_merge(walk, active->next, active->start);
        walk_state_calm(active->next, active->start, true);
        same = status == WC_OK && walk_state_equal(walk, active->next, active->start);
    }
    if (same && left >= 2) {
        active->marked = true;
        active->times = left - 1;
        if (walk->sink)
            walk->sink->ops->mark(walk->sink);
    }
    if (active->start)
        walk_state_drop(walk, active->start);
    active->start = walk_state_copy(walk, active->next);
    active->decided = active->narrowed = false;
    struct walk_state *state = active->next;
    active->next = NULL;
    return status == WC_OK ? scope_arrive(scope, state, active->header) : status;
}

/* A side is in some loops from the beginning and must not go round in them. */
enum wc_status scope_begin_loops(struct scope *scope, const struct walk_state *state,
                                 uint32_t block)
{
    const struct loops *loops = scope_loops(scope);
    uint32_t chain[WALK_LOOPS_MAX], count = 0;
    for (uint32_t loop = loops->of[block]; loop != NO_NODE && !scope_active(scope, loop);
         loop = loops->loop[loop].parent) {
        if (scope->is_side && loop_contains(loops, loop, scope_block(scope, scope->start)))
            break;
        if (scope->active_count + count == WALK_LOOPS_MAX)
            return walk_fail(scope->walk, state, state->warp.pc,
                             "cannot be bounded: more than the maximum of %u nested loops",
                             WALK_LOOPS_MAX);
        chain[count++] = loop;
    }
    while (count) {
        uint32_t loop = chain[--count];
        uint32_t header = scope->function->cfg.blocks[loops->loop[loop].header].first;
        scope->active[scope->active_count++] = (struct active){
            .loop = loop, .header = header, .limit = bound_of(scope->walk, header), .doubt = -1};
    }
    return WC_OK;
}

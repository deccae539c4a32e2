/* SPDX-License-Identifier: Apache-2.0 */
/* walk_scope.c - all ways through a function when control is not known.
 *
 * A scope is one activation of a function, or of one side of parted lanes in it. States wait at
 * instructions; those that wait at the same one are merged. The next to go on is the first in
 * reverse post order inside of the innermost loop that is under way, so that a state has met all
 * that can still reach it in this iteration. What comes back to the header waits until the
 * iteration is over everywhere; what leaves the loop waits until the loop is done. So each
 * instruction is walked once an iteration, however many ways lead to it, and a region is over as
 * soon as one state is left.
 *
 * Sides and calls are scopes of their own, inside: recursion goes as deep as they are nested. */
#include <string.h>

#include "bound/engine/walk_scope.h"

/* ---- functions ---- */

static struct walk_function *make_function(struct walk *walk, const struct function *function)
{
    struct walk_function *made = arena_alloc(&walk->own, sizeof *made);
    made->cfg = cfg_make(&walk->own, walk->launch->program, function);
    made->first = made->cfg.blocks[0].first;
    made->count = made->cfg.blocks[made->cfg.block_count - 1].end - made->first;
    made->block_of = arena_array(&walk->own, made->count, sizeof *made->block_of);
    for (uint32_t b = 0; b < made->cfg.block_count; b++) {
        for (uint32_t i = made->cfg.blocks[b].first; i < made->cfg.blocks[b].end; i++)
            made->block_of[i - made->first] = b;
    }
    return made;
}

static bool reaches(const struct walk_function *function, uint32_t index)
{
    return index - function->first < function->count &&
           function->cfg.blocks[function->block_of[index - function->first]].is_reachable;
}

/* Spawned warps begin inside of a function, where nothing else need lead to: the rest of it is then
 * one of its own. */
static const struct walk_function *spawned_function(struct walk *walk,
                                                    const struct function *function)
{
    const struct walk_function *known = walk->spawned;
    while (known && known->first != walk->entry)
        known = known->next;
    uint64_t base = walk->insns[walk->entry].pc;
    if (known || base - function->base >= function->bytes)
        return known;
    struct function *rest = arena_alloc(&walk->own, sizeof *rest);
    *rest = *function;
    rest->base = base;
    rest->bytes -= base - function->base;
    struct walk_function *made = make_function(walk, rest);
    made->next = walk->spawned;
    walk->spawned = made;
    return made;
}

static enum wc_status find_function(struct walk *walk, const struct walk_state *state,
                                    uint32_t index, const struct walk_function **out)
{
    const struct program *program = walk->launch->program;
    const struct function *function = program_function(program, walk->insns[index].pc);
    if (!function)
        return walk_fail(walk, state, index,
                         "cannot be bounded: this code is not in a function of the symbol table");
    struct walk_function **slot = &walk->functions[function - program->functions];
    if (!*slot)
        *slot = make_function(walk, function);
    *out = reaches(*slot, index) ? *slot : spawned_function(walk, function);
    if (!*out || !reaches(*out, index))
        return walk_fail(walk, state, index, "cannot be bounded: only a computed jump leads here");
    if ((*out)->cfg.loops.irreducible_count)
        return walk_fail(walk, state, index,
                         "cannot be bounded: function %s has a loop with several entries",
                         function->name);
    return WC_OK;
}

/* ---- states that wait ---- */

static bool writes_source(const struct insn *insn, const struct insn *branch)
{
    for (unsigned i = 0; i < SOURCES_MAX && branch->src[i].count; i++) {
        if (insn->dst[0].count && insn->dst[0].first == branch->src[i].first)
            return true;
    }
    return false;
}

/* Where the branch goes that ends the block of an instruction, if nothing before it in the block
 * matters. */
static enum walk_outcome outcome_ahead(const struct scope *scope, struct walk_state *state,
                                       uint32_t index)
{
    struct walk *walk = scope->walk;
    const uint32_t last = scope->function->cfg.blocks[scope_block(scope, index)].end - 1;
    enum walk_outcome outcome = OUTCOME_EITHER;
    struct error ignored = {0}, *err = walk->err;
    bool decided;
    if (walk->classes[last] != CLASS_BRANCH ||
        (last == scope->start && scope->forced != OUTCOME_EITHER))
        return OUTCOME_EITHER;
    for (uint32_t i = index; i < last; i++) {
        if (walk->classes[i] > CLASS_BARRIER || writes_source(&walk->insns[i], &walk->insns[last]))
            return OUTCOME_EITHER;
    }
    walk->err = &ignored;
    if (walk_branch(walk, state, last, &outcome, &decided) != WC_OK)
        outcome = OUTCOME_EITHER;
    walk->err = err;
    error_clear(&ignored);
    return outcome;
}

/* Two ways that part again at the end of the block, as both know already: a `break` sets a flag on
 * which the loop branches. What each of them knows, the loop's counter above all, would be lost. */
static bool stay_apart(const struct scope *scope, const struct pending *a, const struct pending *b)
{
    if (a->is_meeting || !scope->active_count)
        return false;
    enum walk_outcome first = outcome_ahead(scope, a->state, a->index);
    if (first == OUTCOME_EITHER)
        return false;
    enum walk_outcome second = outcome_ahead(scope, b->state, b->index);
    return second != OUTCOME_EITHER && first != second;
}

/* Takes the state over. */
static enum wc_status wait_at(struct scope *scope, struct pending *list, uint32_t *count,
                              uint32_t max, struct pending entry)
{
    for (uint32_t i = 0; i < *count; i++) {
        if (list[i].index == entry.index && list[i].is_meeting == entry.is_meeting &&
            !(list == scope->pending && stay_apart(scope, &list[i], &entry))) {
            enum wc_status status = walk_state_merge(scope->walk, list[i].state, entry.state);
            walk_state_drop(scope->walk, entry.state);
            return status;
        }
    }
    if (*count == max)
        return walk_fail(scope->walk, entry.state, entry.index,
                         "cannot be bounded: more than the maximum of %u open paths", max);
    list[(*count)++] = entry;
    return WC_OK;
}

enum wc_status scope_arrive(struct scope *scope, struct walk_state *state, uint32_t index)
{
    const struct node_order *order = &scope->function->cfg.order;
    state->warp.pc = state->straight = index;
    return wait_at(scope, scope->pending, &scope->pending_count, WALK_PENDING_MAX,
                   (struct pending){.index = index, .state = state,
                                    .order = order->position[scope_block(scope, index)]});
}

enum wc_status scope_finish(struct scope *scope, struct walk_state *state, uint32_t index,
                            bool is_meeting)
{
    state->warp.pc = index;
    return wait_at(scope, scope->results, &scope->result_count, WALK_RESULTS_MAX,
                   (struct pending){.index = index, .state = state, .is_meeting = is_meeting});
}

void scope_end(struct scope *scope, struct walk_state *state)
{
    scope->ended = true;
    walk_state_drop(scope->walk, state);
}

static bool waits(const struct scope *scope, uint32_t index)
{
    for (uint32_t i = 0; i < scope->pending_count; i++) {
        if (scope->pending[i].index == index)
            return true;
    }
    return false;
}

/* ---- edges ---- */

static bool is_back_edge(const struct scope *scope, uint32_t from, uint32_t to)
{
    const struct cfg *cfg = &scope->function->cfg;
    uint32_t block = scope_block(scope, to), loop = cfg->loops.of[block];
    return to == cfg->blocks[block].first && loop != NO_NODE &&
           cfg->loops.loop[loop].header == block && scope_has(scope, from) &&
           dominates(&cfg->tree, block, scope_block(scope, from));
}

/* Back to a header: the next iteration, unless the bound says that there is none. */
static enum wc_status go_back(struct scope *scope, struct walk_state *state, uint32_t from,
                              uint32_t to, bool is_told)
{
    struct active *active = scope_active(scope, scope_loops(scope)->of[scope_block(scope, to)]);
    if (!active)
        return walk_fail(scope->walk, state, from,
                         "cannot be bounded: a loop iterates between a %s and its %s",
                         scope->walk->machine->part, scope->walk->machine->meet);
    if (active->taken == active->limit) {
        scope_note_use(scope->walk, active->header);
        walk_state_drop(scope->walk, state);
        return WC_OK;
    }
    if (!is_told)
        walk_tell_edge(scope->walk, from, to);
    state->order.test = TEST_OTHER; /* iterations are compared by what rows hold */
    state->warp.pc = to;
    if (!active->next) {
        active->next = state;
        return WC_OK;
    }
    enum wc_status status = walk_state_merge(scope->walk, active->next, state);
    walk_state_drop(scope->walk, state);
    return status;
}

static enum wc_status go_call(struct scope *scope, struct walk_state *state, uint32_t to,
                              bool is_tail);

/* Takes the state over. A jump out of the function is a call that returns for it. */
enum wc_status scope_go(struct scope *scope, struct walk_state *state, uint32_t from, int32_t to)
{
    if (to < 0)
        return walk_fail(scope->walk, state, from,
                         "cannot be bounded: control transfer to an address without an "
                         "instruction");
    uint32_t index = (uint32_t)to;
    if (scope_has(scope, index) && is_back_edge(scope, from, index))
        return go_back(scope, state, from, index, false);
    walk_tell_edge(scope->walk, from, index);
    if (!scope_has(scope, index))
        return go_call(scope, state, index, true);
    return scope_arrive(scope, state, index);
}

/* ---- calls ---- */

enum wc_status scope_enter(struct scope *inner, const struct scope *outer,
                           struct walk_state *state)
{
    if (outer->nesting == WALK_SCOPES_MAX)
        return walk_fail(outer->walk, state, state->warp.pc,
                         "cannot be bounded: more than the maximum of %u nested calls and %ss",
                         WALK_SCOPES_MAX, outer->walk->machine->part);
    inner->walk = outer->walk;
    inner->outer = outer;
    inner->nesting = outer->nesting + 1;
    inner->forced = OUTCOME_EITHER;
    inner->is_region = inner->is_side = inner->ended = false;
    inner->pending_count = inner->result_count = inner->active_count = 0;
    return WC_OK;
}

static enum wc_status take_return(struct scope *scope, const struct pending *result, bool is_tail)
{
    if (result->is_meeting)
        return walk_fail(scope->walk, result->state, result->index,
                         "cannot be bounded: %s of a %s in the calling function",
                         scope->walk->machine->meet, scope->walk->machine->part);
    if (is_tail)
        return scope_finish(scope, result->state, result->index, false);
    if (!scope_has(scope, result->index))
        return walk_fail(scope->walk, result->state, result->index,
                         "cannot be bounded: a function does not return to its caller");
    uint32_t call = result->index - 1; /* may be the end of a loop's body */
    if (is_back_edge(scope, call, result->index))
        return go_back(scope, result->state, call, result->index, true);
    return scope_arrive(scope, result->state, result->index);
}

/* The function of an instruction is under way already. Its places would belong to two calls at the
 * same time, of which a region's graph keeps one. */
static enum wc_status refuse_recursion(const struct scope *scope, const struct walk_state *state,
                                       uint32_t to)
{
    while (scope && !scope_has(scope, to))
        scope = scope->outer;
    return scope ? walk_fail(scope->walk, state, state->warp.pc,
                             "cannot be bounded: recursion on a data-dependent path")
                 : WC_OK;
}

static enum wc_status go_call(struct scope *scope, struct walk_state *state, uint32_t to,
                              bool is_tail)
{
    struct scope callee;
    enum wc_status status = refuse_recursion(scope, state, to);
    if (status == WC_OK)
        status = scope_enter(&callee, scope, state);
    state->warp.pc = to;
    if (status == WC_OK)
        status = find_function(scope->walk, state, to, &callee.function);
    if (status != WC_OK)
        return status;
    callee.start = to;
    status = scope_arrive(&callee, state, to);
    if (status == WC_OK)
        status = scope_run(&callee);
    if (status != WC_OK)
        return status;
    scope->ended = scope->ended || callee.ended;
    for (uint32_t i = 0; i < callee.result_count && status == WC_OK; i++)
        status = take_return(scope, &callee.results[i], is_tail);
    return status;
}

static enum wc_status jump_by_register(struct scope *scope, struct walk_state *state,
                                       uint32_t index)
{
    struct walk *walk = scope->walk;
    const struct insn *insn = &walk->insns[index];
    int32_t target = WALK_NOWHERE;
    if (!walk_jump_target(walk, state, insn, &target))
        return walk_fail(walk, state, index,
                         "cannot be bounded: the target of this jump is unknown before the run");
    walk_link(walk, state, insn);
    walk_tell_node(walk, index, NULL);
    if (target < 0)
        return scope_go(scope, state, index, target);
    walk_tell_edge(walk, index, (uint32_t)target);
    if (insn->flow == FLOW_CALL)
        return go_call(scope, state, (uint32_t)target, false);
    if (insn->flow == FLOW_RETURN) {
        enum wc_status status = scope_has(scope, (uint32_t)target)
                                    ? refuse_recursion(scope, state, (uint32_t)target) : WC_OK;
        return status == WC_OK ? scope_finish(scope, state, (uint32_t)target, false) : status;
    }
    if (scope_has(scope, (uint32_t)target))
        return walk_fail(walk, state, index,
                         "cannot be bounded: a computed jump on a data-dependent path");
    return go_call(scope, state, (uint32_t)target, true);
}

static enum wc_status jump(struct scope *scope, struct walk_state *state, uint32_t index)
{
    struct walk *walk = scope->walk;
    const struct insn *insn = &walk->insns[index];
    walk_link(walk, state, insn);
    walk_tell_node(walk, index, NULL);
    if (insn->flow != FLOW_CALL || insn->target < 0)
        return scope_go(scope, state, index, insn->target);
    walk_tell_edge(walk, index, (uint32_t)insn->target);
    return go_call(scope, state, (uint32_t)insn->target, false);
}

/* ---- branches ---- */

enum wc_status scope_both_ways(struct scope *scope, uint32_t index, struct walk_state *taken,
                               struct walk_state *next)
{
    const struct insn *insn = &scope->walk->insns[index];
    enum wc_status status = WC_OK;
    if (taken)
        status = scope_go(scope, taken, index, insn->target);
    if (next && status == WC_OK)
        status = scope_go(scope, next, index, insn->next);
    return status;
}

/* The hardware asks one lane; all others go the same way where it stops a program whose lanes do
 * not agree. */
static void narrow_ways(struct scope *scope, struct walk_state *taken, struct walk_state *next,
                        uint32_t index)
{
    const struct walk *walk = scope->walk;
    const uint64_t mask = next->warp.mask;
    if (!walk->lanes_agree && mask & (mask - 1))
        return;
    bool narrowed = walk_narrow(walk, taken, index, OUTCOME_TARGET, index);
    narrowed |= walk_narrow(walk, next, index, OUTCOME_NEXT, index);
    if (narrowed)
        scope_note_narrowed(scope);
    if (narrowed && mask & (mask - 1))
        walk_assume(walk, index, ASSUME_LANES);
}

static enum wc_status branch(struct scope *scope, struct walk_state *state, uint32_t index)
{
    struct walk *walk = scope->walk;
    enum walk_outcome outcome = scope->forced;
    bool decided = true;
    if (outcome == OUTCOME_EITHER || index != scope->start) {
        enum wc_status status = walk_branch(walk, state, index, &outcome, &decided);
        if (status != WC_OK)
            return status;
        scope_note_exit(scope, state, index, decided);
        if (outcome != OUTCOME_EITHER && !decided) /* by ranges */
            scope_note_narrowed(scope);
    } else {
        walk_narrow(walk, state, index, outcome, index);
    }
    walk_tell_node(walk, index, NULL);
    if (outcome == OUTCOME_EITHER) {
        struct walk_state *taken = walk_state_copy(walk, state);
        narrow_ways(scope, taken, state, index);
        return scope_both_ways(scope, index, taken, state);
    }
    return scope_both_ways(scope, index, outcome == OUTCOME_TARGET ? state : NULL,
                           outcome == OUTCOME_NEXT ? state : NULL);
}

/* ---- one state through one block ---- */

static const struct cfg_block *block_at(const struct scope *scope, uint32_t index)
{
    return &scope->function->cfg.blocks[scope_block(scope, index)];
}

/* In this block, and nobody waits there. */
static bool runs_on(const struct scope *scope, uint32_t index, int32_t next)
{
    const struct cfg_block *block = block_at(scope, index);
    return next >= 0 && (uint32_t)next - block->first < block->end - block->first &&
           (uint32_t)next > index && !(scope->pending_count && waits(scope, (uint32_t)next));
}

static bool may_ask_for_flag(const struct insn *insn)
{
    return insn->op && (insn->op->role == ROLE_PREDICATE || insn->op->role == ROLE_JOIN);
}

static enum wc_status control(struct scope *scope, struct walk_state *state, uint32_t index)
{
    if (state->stayed && !may_ask_for_flag(&scope->walk->insns[index]))
        walk_state_forget_flag(scope->walk, state);
    state->order.test = TEST_OTHER;
    switch (scope->walk->classes[index]) {
    case CLASS_BRANCH:
        return branch(scope, state, index);
    case CLASS_JUMP:
        return jump(scope, state, index);
    case CLASS_JUMP_REGISTER:
        return jump_by_register(scope, state, index);
    case CLASS_MACHINE:
        return scope->walk->machine->ways(scope, state, index);
    default:
        return walk_fail(scope->walk, state, index, "cannot be bounded: the instruction traps");
    }
}

static enum wc_status walk_block(struct scope *scope, struct walk_state *state)
{
    struct walk *walk = scope->walk;
    for (;;) {
        uint32_t index = state->warp.pc;
        uint8_t class = walk->classes[index];
        if (class > CLASS_BARRIER)
            return control(scope, state, index);
        enum wc_status status = class == CLASS_BARRIER
                                    ? walk_step_barrier(walk, state, index, false)
                                    : walk_step(walk, state, index);
        if (status != WC_OK)
            return status;
        int32_t next = walk->insns[index].next;
        if (!runs_on(scope, index, next))
            return scope_go(scope, state, index, next);
        walk_tell_edge(walk, index, (uint32_t)next);
        state->warp.pc = (uint32_t)next;
    }
}

/* ---- the scope ---- */

/* The state that may go on, or -1. */
static int pick(const struct scope *scope)
{
    int best = -1;
    const struct active *active =
        scope->active_count ? &scope->active[scope->active_count - 1] : NULL;
    for (uint32_t i = 0; i < scope->pending_count; i++) {
        const struct pending *p = &scope->pending[i];
        if (active && scope_leaves(scope, active, (int32_t)p->index))
            continue;
        const struct pending *b = best < 0 ? NULL : &scope->pending[best];
        if (!b || p->order < b->order || (p->order == b->order && p->index < b->index))
            best = (int)i;
    }
    return best;
}

static uint32_t ways_left(const struct scope *scope)
{
    uint32_t count = scope->pending_count + scope->result_count + scope->ended;
    for (uint32_t i = 0; i < scope->active_count; i++)
        count += scope->active[i].next != NULL;
    return count;
}

enum wc_status scope_run(struct scope *scope)
{
    enum wc_status status = WC_OK;
    while (status == WC_OK) {
        int i = pick(scope);
        if (scope->walk->steps > WALK_STEPS_MAX)
            return fail(scope->walk->err, WC_BAD_INPUT,
                        "cannot be bounded: more than the maximum of %llu instructions on the path",
                        (unsigned long long)WALK_STEPS_MAX);
        if (i < 0 && !scope->active_count)
            return WC_OK;
        if (i < 0) {
            status = scope_turn(scope);
            continue;
        }
        struct walk_state *state = scope->pending[i].state;
        if ((status = walk_look(scope->walk, state->warp.pc)) != WC_OK)
            return status;
        scope->pending[i] = scope->pending[--scope->pending_count];
        status = scope_begin_loops(scope, state, scope_block(scope, state->warp.pc));
        if (status == WC_OK)
            status = walk_block(scope, state);
        if (scope->is_region && status == WC_OK && ways_left(scope) == 1)
            return WC_OK;
    }
    return status;
}

/* The one state that is left, or NULL. */
static struct walk_state *last_state(struct scope *scope)
{
    struct walk_state *state = NULL;
    if (scope->pending_count)
        state = scope->pending[--scope->pending_count].state;
    else if (scope->result_count)
        state = scope->results[--scope->result_count].state;
    for (uint32_t i = 0; i < scope->active_count && !state; i++) {
        state = scope->active[i].next;
        scope->active[i].next = NULL;
    }
    return state;
}

/* Loops that the region leaves behind. */
static void leave_loops(struct scope *scope, const struct walk_state *state)
{
    while (scope->active_count) {
        struct active *active = &scope->active[scope->active_count - 1];
        bool inside = state && !scope_leaves(scope, active, (int32_t)state->warp.pc);
        if (inside && active->taken == 0) { /* still in the iteration in which the region began */
            scope->active_count--;
            continue;
        }
        scope_close_loop(scope);
    }
}

enum wc_status walk_region(struct walk *walk, struct walk_state **state)
{
    struct scope scope;
    uint32_t at = (*state)->warp.pc;
    memset(&scope, 0, sizeof scope);
    const struct exact_turns around = exact_turns_begin(&walk->turns, at);
    scope.walk = walk;
    scope.is_region = true;
    scope.start = at;
    scope.forced = OUTCOME_EITHER;
    enum wc_status status = find_function(walk, *state, at, &scope.function);
    if (status != WC_OK)
        return status;
    if (walk->sink)
        walk->sink->ops->region_begin(walk->sink, at);
    const uint32_t straight = (*state)->straight;
    status = scope_arrive(&scope, *state, at);
    (*state)->straight = straight; /* it comes from the path before */
    if (status == WC_OK)
        status = scope_run(&scope);
    if (status != WC_OK)
        return status;
    exact_turns_end(&walk->turns, at, around);
    uint32_t left = ways_left(&scope);
    *state = last_state(&scope);
    leave_loops(&scope, *state);
    if (left != 1)
        return fail(walk->err, WC_BAD_INPUT,
                    "cannot be bounded: after 0x%llx, %s",
                    (unsigned long long)walk->insns[at].pc,
                    left ? "paths lead to different ends of the function"
                         : "the given loop bounds leave no path");
    if (walk->sink)
        walk->sink->ops->region_end(walk->sink, *state ? (*state)->warp.pc : UINT32_MAX);
    return WC_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* paths.c - where the lanes of a warp go: the heap of contexts or a stack decides who runs next.
 *
 * Under thread frontiers every thread has a program counter of its own (SBI-19). Branches tell
 * which lanes want which place already. SYNC, BRK, CONT and RET of cubins leave scopes that SSY,
 * PBK, PCNT, PRET and CAL opened: each thread remembers the targets of its open scopes and jumps
 * there. */
#include <inttypes.h>

#include "machine/fermi/model.h"

_Static_assert((int)SASS_TOKEN_SSY == (int)TOKEN_SSY && (int)SASS_TOKEN_CAL == (int)TOKEN_CAL,
               "instruction set and stack use the same token names");

/* ---- addresses ---- */

static enum wc_status leave_code(struct fermi *fermi, struct fermi_warp *w,
                                 const struct insn *insn)
{
    return run_fail(&fermi->run, &w->resident, insn,
                    "control transfer to an address without an instruction");
}

/* Lanes at the return address of a kernel end; the others get the index of their instruction. */
static enum wc_status find_targets(struct fermi *fermi, struct fermi_warp *w,
                                   const struct insn *insn, const struct effect *effect,
                                   uint64_t *ends)
{
    uint32_t address = (uint32_t)effect->target;
    int32_t index = program_index(fermi->run.launch->program, address);
    *ends = 0;
    for (uint64_t rest = w->resident.warp.mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        if (effect->lane_target[lane] != address) {
            address = effect->lane_target[lane];
            index = program_index(fermi->run.launch->program, address);
        }
        if (address == FERMI_RETURN)
            *ends |= rest & -rest;
        else if (index < 0)
            return leave_code(fermi, w, insn);
        w->target[lane] = (uint32_t)index;
    }
    return WC_OK;
}

static enum wc_status resolve_jump(struct fermi *fermi, struct fermi_warp *w,
                                   const struct insn *insn, struct effect *effect)
{
    uint64_t ends = 0;
    enum wc_status status = find_targets(fermi, w, insn, effect, &ends);
    if (status != WC_OK)
        return status;
    if (ends && ends != w->resident.warp.mask)
        return run_fail(&fermi->run, &w->resident, insn,
                        "some lanes return from the kernel, others to a caller");
    effect->kind = ends ? EFFECT_EXIT : EFFECT_BRANCH_EACH;
    effect->taken = w->resident.warp.mask;
    effect->lane_target = w->target;
    return WC_OK;
}

/* ---- scopes of threads ---- */

static enum wc_status open_scope(struct fermi *fermi, struct fermi_warp *w,
                                 const struct insn *insn, struct fermi_scope scope,
                                 uint64_t lanes)
{
    const uint32_t max = fermi->numbers.scope_entries;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        if (w->scope_depth[lane] == max)
            return run_fail(&fermi->run, &w->resident, insn,
                            "more than %" PRIu32 " open scopes per thread (scopes.entries)", max);
        w->scopes[(size_t)lane * max + w->scope_depth[lane]++] = scope;
    }
    return WC_OK;
}

/* Closes scopes of a lane up to the nearest one of that kind; false: there is none. */
static bool close_scope(const struct fermi *fermi, struct fermi_warp *w, unsigned lane,
                        enum sass_token kind)
{
    const struct fermi_scope *scopes = w->scopes + (size_t)lane * fermi->numbers.scope_entries;
    uint32_t depth = w->scope_depth[lane];
    while (depth && scopes[depth - 1].kind != kind)
        depth--;
    if (!depth)
        return false;
    w->scope_depth[lane] = (uint8_t)(depth - 1);
    w->target[lane] = scopes[depth - 1].pc;
    return true;
}

static enum wc_status leave_scopes(struct fermi *fermi, struct fermi_warp *w,
                                   const struct insn *insn, struct effect *effect)
{
    for (uint64_t rest = effect->taken; rest; rest &= rest - 1) {
        if (!close_scope(fermi, w, (unsigned)__builtin_ctzll(rest),
                         (enum sass_token)effect->value))
            return run_fail(&fermi->run, &w->resident, insn, "%s without an open scope",
                            insn->op->name);
    }
    effect->kind = EFFECT_BRANCH_EACH;
    effect->lane_target = w->target;
    return WC_OK;
}

static enum wc_status enter_scope(struct fermi *fermi, struct fermi_warp *w,
                                  const struct insn *insn, struct effect *effect)
{
    bool call = effect->kind == EFFECT_CALL;
    struct fermi_scope scope = {
        .pc = (uint32_t)(call ? insn->next : insn->target),
        .kind = call ? SASS_TOKEN_CAL : (enum sass_token)effect->value};
    uint64_t lanes = fermi->run.launch->program->isa->acting(&w->resident.warp, insn);
    effect->kind = call ? EFFECT_BRANCH : EFFECT_NONE;
    effect->taken = lanes;
    return open_scope(fermi, w, insn, scope, lanes);
}

enum wc_status fermi_resolve(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                             struct effect *effect)
{
    const bool frontier = fermi->numbers.frontier;
    switch (effect->kind) {
    case EFFECT_JUMP:
        return resolve_jump(fermi, w, insn, effect);
    case EFFECT_LEAVE:
        return frontier ? leave_scopes(fermi, w, insn, effect) : WC_OK;
    case EFFECT_TOKEN:
    case EFFECT_CALL:
        return frontier ? enter_scope(fermi, w, insn, effect) : WC_OK;
    default:
        return WC_OK;
    }
}

/* ---- thread frontiers ---- */

static int32_t call_of(const struct insn *insn)
{
    return insn->flow == FLOW_CALL ? 1 : insn->flow == FLOW_RETURN ? -1 : 0;
}

/* Lanes that all go to one place need no list. */
static void list_targets(struct fermi_turn *turn, const struct effect *effect)
{
    uint64_t rest = effect->taken;
    uint32_t first = effect->lane_target[__builtin_ctzll(rest)];
    turn->move.target = first;
    for (; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        turn->target[lane] = effect->lane_target[lane];
        turn->each |= turn->target[lane] != first;
    }
}

enum wc_status fermi_turn(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                          const struct effect *effect, struct fermi_turn *turn)
{
    const uint32_t count = fermi->run.launch->program->count;
    const uint64_t mask = w->resident.warp.mask;
    turn->each = false;
    turn->move = (struct contexts_move){.moves = true, .next = (uint32_t)insn->next};
    switch (effect->kind) {
    case EFFECT_BRANCH:
        turn->move.taken = effect->taken;
        turn->move.target = (uint32_t)insn->target;
        turn->move.call = call_of(insn);
        break;
    case EFFECT_BRANCH_EACH:
        turn->move.taken = effect->taken;
        turn->move.call = call_of(insn);
        list_targets(turn, effect);
        break;
    case EFFECT_EXIT:
        turn->move.ends = effect->taken;
        break;
    case EFFECT_BARRIER:
        turn->move.waits = effect->target != SASS_BARRIER_ARRIVE;
        break;
    default:
        break;
    }
    bool stays = mask & ~(turn->move.taken | turn->move.ends);
    if (!stays)
        turn->move.next = fermi->entry; /* any place: nobody goes there */
    if ((stays && turn->move.next >= count) || (turn->move.taken && turn->move.target >= count))
        return leave_code(fermi, w, insn);
    return WC_OK;
}

enum contexts_outcome fermi_go(struct fermi *fermi, struct fermi_warp *w, uint32_t slot,
                               const struct fermi_turn *turn, cycle_t now)
{
    struct contexts *contexts = &fermi->contexts;
    const uint32_t warp = w->resident.warp.slot;
    enum contexts_outcome outcome;
    if (turn->each) {
        outcome = contexts_branch_each(contexts, warp, slot, turn->move.taken, turn->target,
                                       turn->move.next, turn->move.call, turn->move.spill, now);
    } else {
        struct contexts_move moves[FERMI_HOT] = {{.moves = false}, {.moves = false}};
        moves[slot] = turn->move;
        outcome = contexts_step(contexts, warp, moves, now);
    }
    if (outcome == CONTEXTS_MOVED)
        w->live &= ~turn->move.ends;
    return outcome;
}

/* ---- stacks ---- */

static void *stack_of(const struct fermi *fermi, struct fermi_warp *w)
{
    return fermi->program->stack == &reconverge_tokens ? (void *)&w->tokens : (void *)&w->postdom;
}

static enum wc_status stack_fails(struct fermi *fermi, struct fermi_warp *w,
                                  const struct insn *insn, enum reconverge_outcome outcome)
{
    if (outcome == RECONVERGE_OVERFLOW)
        return run_fail(&fermi->run, &w->resident, insn,
                        "more than %" PRIu32 " entries on the reconvergence stack (stack.entries)",
                        fermi->numbers.stack_entries);
    return run_fail(&fermi->run, &w->resident, insn, "%s without an open scope", insn->op->name);
}

enum wc_status fermi_stack_go(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                              const struct effect *effect)
{
    struct reconverge now = {.active = w->resident.warp.mask};
    enum reconverge_outcome outcome =
        fermi->program->stack->read(stack_of(fermi, w), insn, effect, &now);
    if (outcome == RECONVERGE_OVERFLOW || outcome == RECONVERGE_UNPAIRED)
        return stack_fails(fermi, w, insn, outcome);
    if (effect->kind == EFFECT_EXIT)
        w->live &= ~effect->taken;
    fermi->run.outcome->statistics.count[STAT_DIVERGENT_SPLITS] +=
        outcome == RECONVERGE_PARTED && effect->kind != EFFECT_EXIT;
    w->top.waits = false;
    w->top.mask = now.active;
    if (outcome == RECONVERGE_DONE || outcome == RECONVERGE_EMPTY) {
        w->top.mask = 0;
        return WC_OK;
    }
    if (now.pc >= fermi->run.launch->program->count)
        return leave_code(fermi, w, insn);
    w->top.pc = now.pc;
    w->top.waits = fermi->program->stack == &reconverge_tokens &&
                   effect->kind == EFFECT_BARRIER && effect->target != SASS_BARRIER_ARRIVE;
    return WC_OK;
}

void fermi_stack_release(struct fermi *fermi, struct fermi_warp *w, uint64_t lanes)
{
    w->top.waits = false;
    if (fermi->program->stack == &reconverge_tokens)
        return;
    postdom_release(&w->postdom, lanes);
    struct reconverge now = postdom_now(&w->postdom);
    w->top.mask = now.active;
    w->top.pc = now.pc;
}

/* ---- warps ---- */

void fermi_paths_start(struct fermi *fermi, struct fermi_warp *w)
{
    if (fermi->numbers.frontier) {
        contexts_start(&fermi->contexts, w->resident.warp.slot, fermi->entry, w->live);
        for (unsigned lane = 0; lane < LANES_MAX; lane++)
            w->scope_depth[lane] = 0;
    } else {
        w->postdom.first = fermi->run.launch->program->insns;
        w->postdom.meet = fermi->reconvergence.meet;
        fermi->program->stack->reset(stack_of(fermi, w), fermi->entry, w->live);
        w->top = (struct split){.mask = w->live, .pc = fermi->entry};
    }
    fermi_take(w, &w->hot[0]);
}

void fermi_take(struct fermi_warp *w, const struct split *split)
{
    struct warp *warp = &w->resident.warp;
    warp->pc = split->pc;
    if (warp->mask != split->mask)
        warp_set_mask(warp, split->mask);
}

void fermi_rest(struct fermi *fermi, struct fermi_warp *w)
{
    struct fermi_group *group = fermi_group_of(&w->resident);
    const uint64_t exchanging = fermi->numbers.frontier ? fermi->contexts.unsettled : 0;
    if (!w->live) {
        run_end_warp(&fermi->run, &w->resident);
        fermi_leave_barriers(fermi, group);
    } else if ((!w->hot[0].mask || w->hot[0].waits) &&
               !(exchanging >> w->resident.warp.slot & 1)) { /* no cold split takes its place */
        run_wait(&fermi->run, &w->resident);
    }
}

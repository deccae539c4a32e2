/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - issuing one instruction: it is executed, its time computed, its lanes move. */
#include "machine/common/count.h"
#include "machine/common/steps.h"
#include "machine/common/taint.h"
#include "machine/common/tell.h"
#include "machine/fermi/clock.h"

/* ---- execution ---- */

/* An access that lanes repeat is executed, and counted, once (EVAL-4). */
static void execute(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn)
{
    struct run_state *run = &fermi->run;
    struct resident *r = &w->resident;
    run->effect.kind = EFFECT_NONE;
    count_instruction(&run->outcome->statistics, &r->warp, insn);
    if (run->observed && run->control->steps)
        steps_before(run->control->steps, &r->warp, insn);
    if (run->control->taint)
        taint_before(run, r, insn);
    insn->run(&r->warp, insn, &run->effect);
    if (run->control->taint)
        taint_after(run, r, insn);
    if (run->observed && run->control->steps)
        run_log_step(run, r, insn, &run->effect);
}

/* Of a split whose access is served piece by piece, the lanes that have not executed it do so now
 * (SBI-28). */
static void execute_access(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                           uint64_t mask)
{
    struct fermi_timing *t = fermi_timing_of(fermi, w);
    struct access *access = &fermi->run.effect.access;
    const uint64_t fresh = mask & ~t->executed;
    t->repeats = mask & t->executed;
    fermi->run.effect.kind = EFFECT_MEMORY;
    if (!fresh) {
        access->mask = 0; /* observers see each lane's access once */
        return;
    }
    warp_set_mask(&w->resident.warp, fresh);
    execute(fermi, w, insn);
    warp_set_mask(&w->resident.warp, mask);
    if (fermi->run.effect.kind == EFFECT_FAULT)
        return;
    const uint64_t acting = fermi->run.effect.kind == EFFECT_MEMORY ? access->mask : 0;
    t->executed |= fresh;
    t->acting = (t->acting & ~fresh) | acting;
    for (uint64_t rest = acting; rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(rest);
        t->access.address[lane] = access->address[lane];
        t->kind[lane] =
            (struct fermi_access_kind){(uint8_t)access->kind, (uint8_t)access->space,
                                       (uint8_t)access->bytes};
    }
    fermi->run.effect.kind = EFFECT_MEMORY;
    access->mask = acting;
}

/* ---- time ---- */

static void take_row(struct fermi *fermi, const struct fermi_pick *pick, cycle_t phase,
                     cycle_t busy, bool repeats)
{
    struct fermi_row *row = &fermi->clock->row[pick->row];
    cycle_t waves = later(fermi_waves(fermi, row, pick->lanes, repeats), busy);
    row->lanes = pick->shares ? row->lanes | pick->lanes : pick->lanes;
    row->free = later(pick->shares ? row->free : 0, phase + waves);
    row->phase = phase;
}

/* An access that repeats keeps the entry of its first pass until all its lanes are served. */
static void pend_registers(struct fermi *fermi, const struct fermi_pick *pick, cycle_t now,
                           cycle_t done, bool repeats)
{
    struct fermi_timing *t = fermi_timing_of(fermi, pick->w);
    const uint64_t mask = pick->w->hot[pick->slot].mask;
    struct regs written[TARGETS_MAX];
    size_t count = fermi_targets(pick->insn, written);
    struct scoreboard_entry *pending =
        repeats && count ? fermi_front_pending(fermi, t, pick->insn, pick->slot) : NULL;
    if (pending) {
        pending->retires = later(pending->retires, done);
        pending->lanes |= mask;
        return;
    }
    enum pending_by by =
        fermi_row_kind(pick->insn) == FERMI_LSU ? PENDING_MEMORY : PENDING_COMPUTE;
    if (fermi->clock->numbers.second != FERMI_SECOND_NONE)
        scoreboard_matrix_issue(&t->matrix, pick->slot, written, count, now, done, by, mask);
    else
        scoreboard_entries_issue(&t->entries, written, count, done, by, mask);
}

/* ---- lanes ---- */

/* Whether control may go elsewhere than to the next instruction: known after execution. */
static bool is_branch(const struct insn *insn)
{
    return insn->flow != FLOW_NEXT && insn->flow != FLOW_TOKEN;
}

static enum wc_status hold_branch(struct fermi *fermi, const struct fermi_pick *pick,
                                  const struct fermi_turn *turn, cycle_t at)
{
    struct fermi_timing *t = fermi_timing_of(fermi, pick->w);
    struct fermi_branch *branch = &t->branch[t->branch[0].mask != 0];
    branch->mask = pick->w->hot[pick->slot].mask;
    branch->at = at;
    branch->second = pick->second;
    branch->turn = *turn;
    contexts_set_busy(&fermi->contexts, pick->w->resident.warp.slot, pick->slot);
    fermi->clock->branching |= fermi_bit(pick->w);
    fermi->run.drained = later(fermi->run.drained, at);
    return WC_OK;
}

/* Two accesses of one phase have parted lanes: the second repeats as a whole. */
static bool must_repeat(struct fermi *fermi, const struct fermi_pick *pick)
{
    struct fermi_clock *clock = fermi->clock;
    const bool repeats = clock->numbers.rules.posthoc && pick->second && clock->parted;
    clock->parted = true;
    fermi->run.outcome->statistics.count[STAT_SBI_DIVERGENCE_REPLAYS] += repeats;
    return repeats;
}

/* Lanes that the cache has not served keep their place. */
static void keep_unserved(struct fermi *fermi, const struct fermi_pick *pick, uint64_t served,
                          struct fermi_turn *turn)
{
    struct fermi_timing *t = fermi_timing_of(fermi, pick->w);
    const uint64_t mask = pick->w->hot[pick->slot].mask;
    uint64_t left = mask & t->acting & ~served;
    if (left && must_repeat(fermi, pick))
        left = mask;
    t->executed &= ~(mask & ~left);
    if (!left)
        return;
    fermi_oracle_stay(fermi, pick, left);
    turn->move.taken = mask & ~left;
    turn->move.target = (uint32_t)pick->insn->next;
    turn->move.next = pick->w->hot[pick->slot].pc;
    fermi->run.outcome->statistics.count[STAT_SBI_REPLAYS]++;
}

static void block_warp(struct fermi_timing *t, cycle_t until, bool memory)
{
    t->resume = later(t->resume, until);
    t->resume_memory = memory;
    t->resume_barrier = false;
}

static enum wc_status go(struct fermi *fermi, const struct fermi_pick *pick, uint64_t served,
                         cycle_t phase)
{
    struct fermi_clock *clock = fermi->clock;
    struct effect *effect = &fermi->run.effect;
    struct fermi_timing *t = fermi_timing_of(fermi, pick->w);
    const cycle_t resolved = phase + fermi_latency(clock);
    struct fermi_issued *issued = &clock->issued[clock->issued_count];
    enum wc_status status = fermi_resolve(fermi, pick->w, pick->insn, effect);
    if (status == WC_OK && effect->kind == EFFECT_BARRIER)
        status = fermi_arrive(fermi, pick->w, pick->insn, effect);
    if (status != WC_OK)
        return status;
    const bool branches = is_branch(pick->insn);
    if (clock->oracle)
        fermi_oracle_follow(fermi, pick, effect);
    if (effect->kind == EFFECT_FENCE)
        block_warp(t, later(resolved, t->accessed), true);
    *issued = (struct fermi_issued){
        .w = pick->w, .slot = pick->slot, .resolved = resolved,
        .meets = effect->kind == EFFECT_BARRIER || effect->kind == EFFECT_EXIT};
    if (!fermi->numbers.frontier) {
        clock->issued_count++;
        if (branches)
            block_warp(t, resolved, false);
        return fermi_stack_go(fermi, pick->w, pick->insn, effect);
    }
    status = fermi_turn(fermi, pick->w, pick->insn, effect, &issued->turn);
    if (status != WC_OK)
        return status;
    if (branches)
        return hold_branch(fermi, pick, &issued->turn, resolved);
    if (clock->numbers.mem_split && fermi_row_kind(pick->insn) == FERMI_LSU)
        keep_unserved(fermi, pick, served, &issued->turn);
    clock->issued_count++;
    return WC_OK;
}

/* ---- one instruction ---- */

static void tell(struct fermi *fermi, const struct fermi_pick *pick, uint64_t mask, cycle_t now,
                 cycle_t done)
{
    struct fermi_timing *t = fermi_timing_of(fermi, pick->w);
    const struct warp *warp = &pick->w->resident.warp;
    if (t->told != mask)
        tell_mask(&fermi->run, warp, now);
    t->told = mask;
    tell_issue(&fermi->run, warp->core, warp->slot,
               &(struct issued){.insn = pick->insn, .before = mask, .after = mask, .now = now,
                                .done = done, .paired = t->counted > now,
                                .repeats = t->repeats});
}

/* The lanes of a split repeat, or execute, one instruction. */
static const struct access *split_access(struct fermi_timing *t, uint64_t lanes)
{
    if (lanes) {
        const struct fermi_access_kind *first = &t->kind[__builtin_ctzll(lanes)];
        t->access.kind = first->kind;
        t->access.space = first->space;
        t->access.bytes = first->bytes;
    }
    return &t->access;
}

static cycle_t access_memory(struct fermi *fermi, const struct fermi_pick *pick, uint64_t mask,
                             cycle_t phase, uint64_t *served, cycle_t *busy)
{
    struct fermi_timing *t = fermi_timing_of(fermi, pick->w);
    const bool split = fermi->clock->numbers.mem_split;
    uint64_t lanes = split ? mask & t->acting & t->executed : fermi->run.effect.access.mask;
    const struct access *access = split ? split_access(t, lanes) : &fermi->run.effect.access;
    if (split)
        lanes = fermi_memory_served(fermi, access, lanes);
    *served = lanes;
    cycle_t done = fermi_memory(fermi, pick->w, access, lanes, phase, busy);
    t->accessed = later(t->accessed, done);
    return done;
}

enum wc_status fermi_issue(struct fermi *fermi, const struct fermi_pick *pick, cycle_t phase,
                           cycle_t now)
{
    struct fermi_warp *w = pick->w;
    struct fermi_timing *t = fermi_timing_of(fermi, w);
    struct run_state *run = &fermi->run;
    const uint64_t mask = w->hot[pick->slot].mask;
    const bool access = fermi_row_kind(pick->insn) == FERMI_LSU;
    cycle_t done = phase + fermi_latency(fermi->clock), busy = 0;
    uint64_t served = 0;
    fermi_stalls_count(fermi, w, pick, now);
    fermi_take(w, &w->hot[pick->slot]);
    run->cycle = now;
    run->outcome->statistics.count[STAT_SBI_ISSUED]++;
    run->outcome->statistics.count[STAT_SBI_FALSE_DEPENDENCES] += t->entry[pick->slot].falsely;
    t->repeats = 0;
    if (access && fermi->clock->numbers.mem_split)
        execute_access(fermi, w, pick->insn, mask);
    else
        execute(fermi, w, pick->insn);
    const bool repeats = t->repeats == mask;
    if (run->effect.kind == EFFECT_FAULT || run->effect.kind == EFFECT_TRAP)
        return fermi_apply(run, &w->resident, pick->insn, &run->effect);
    if (access && run->effect.kind == EFFECT_MEMORY)
        done = access_memory(fermi, pick, mask, phase, &served, &busy);
    if (fermi->clock->oracle && fermi_oracle_issue(fermi, pick, phase, done) != WC_OK)
        return WC_INTERNAL;
    take_row(fermi, pick, phase, busy, repeats);
    pend_registers(fermi, pick, now, done, repeats);
    fermi_front_empty(fermi, w, pick->slot);
    run->drained = later(run->drained, later(done, now + 1));
    if (pick->insn->flags & INSN_LOAD && !(pick->insn->flags & INSN_ATOMIC))
        run->load_latency += done - now;
    if (run->observed)
        tell(fermi, pick, mask, now, done);
    t->counted = now + 1;
    return go(fermi, pick, served, phase);
}

/* ---- the end of the cycle ---- */

static void move_warp(struct fermi *fermi, struct fermi_warp *w, cycle_t now)
{
    const struct fermi_clock *clock = fermi->clock;
    struct contexts_move moves[FERMI_HOT] = {{.moves = false}, {.moves = false}};
    for (uint32_t i = 0; i < clock->issued_count; i++) {
        const struct fermi_issued *issued = &clock->issued[i];
        if (issued->w != w)
            continue;
        moves[issued->slot] = issued->turn.move;
        moves[issued->slot].spill = true;
        w->live &= ~issued->turn.move.ends;
    }
    contexts_step(&fermi->contexts, w->resident.warp.slot, moves, now);
}

static bool is_first(const struct fermi_clock *clock, uint32_t number)
{
    for (uint32_t i = 0; i < number; i++) {
        if (clock->issued[i].w == clock->issued[number].w)
            return false;
    }
    return true;
}

static void end_warp(struct fermi *fermi, struct fermi_warp *w, cycle_t now)
{
    struct group *group = w->resident.group;
    fermi->clock->running &= ~fermi_bit(w);
    if (fermi->run.observed)
        tell_end(&fermi->run, 0, w->resident.warp.slot, now);
    if (!group->live)
        run_end_group(&fermi->run, group);
}

/* Warps that a barrier has released when `by` arrived. */
static void resume_group(struct fermi *fermi, const struct resident *by, cycle_t now, cycle_t at)
{
    struct group *group = by->group;
    uint64_t released = group->released;
    group->released = 0;
    for (; released; released &= released - 1) {
        struct fermi_warp *w = fermi_warp_of(group->warp[__builtin_ctzll(released)]);
        struct fermi_timing *t = fermi_timing_of(fermi, w);
        t->resume = later(t->resume, at);
        t->resume_barrier = true;
        fermi_front_sync(fermi, w, now);
        if (t->told_wait)
            tell_release(&fermi->run, 0, w->resident.warp.slot, &by->warp, now, at);
        t->told_wait = false;
    }
}

void fermi_settle(struct fermi *fermi, struct fermi_warp *w, bool meets, cycle_t resolved,
                  cycle_t now)
{
    struct group *group = w->resident.group;
    const bool waited = w->resident.waits;
    fermi_rest(fermi, w);
    if (w->resident.waits && !waited && fermi->run.observed) {
        tell_wait(&fermi->run, &w->resident.warp, now);
        fermi_timing_of(fermi, w)->told_wait = true;
    }
    if (meets && group->live)
        fermi_leave_barriers(fermi, fermi_group_of(&w->resident));
    if (group->released)
        resume_group(fermi, &w->resident, now, resolved + fermi->clock->numbers.barrier_release);
    if (w->resident.ended)
        end_warp(fermi, w, now);
    else
        fermi_front_sync(fermi, w, now);
}

void fermi_issue_commit(struct fermi *fermi, cycle_t now)
{
    struct fermi_clock *clock = fermi->clock;
    for (uint32_t i = 0; i < clock->issued_count; i++) {
        if (fermi->numbers.frontier && is_first(clock, i))
            move_warp(fermi, clock->issued[i].w, now);
    }
    for (uint32_t i = 0; i < clock->issued_count; i++) {
        const struct fermi_issued *issued = &clock->issued[i];
        if (!issued->w->resident.ended)
            fermi_settle(fermi, issued->w, issued->meets, issued->resolved, now);
    }
    clock->issued_count = 0;
    clock->parted = false;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - one cycle of the SIMDs, and their counts at the end.
 *
 * The SIMDs of a compute unit take turns; in its turn a SIMD issues up to one instruction of each
 * kind, all from different wavefronts. */
#include "machine/common/count.h"
#include "machine/gcn3/front.h"
#include "machine/gcn3/stalls.h"

/* ---- one SIMD, one turn ---- */

/* The cycle modulo the turn, without a division if it can be. */
static uint32_t phase_of(uint32_t turn, cycle_t cycle)
{
    return (uint32_t)(turn & (turn - 1) ? cycle % turn : cycle & (turn - 1));
}

/* The first cycle from `at` on in which the SIMD has its turn. */
static cycle_t turn_from(const struct gcn3_simd *simd, cycle_t at)
{
    const uint32_t turn = gcn3_turn(gcn3_machine_of(simd));
    return at + phase_of(turn, turn + simd->partition.phase - phase_of(turn, at));
}

/* A turn in which the arbiter granted nothing ends the hold of a greedy policy. */
static uint32_t grant(struct gcn3_simd *simd, uint32_t unit, uint64_t able, cycle_t now)
{
    struct scheduler *arbiter = &simd->arbiter[unit];
    if (arbiter->stay && simd->granted[unit] + gcn3_turn(gcn3_machine_of(simd)) != now)
        scheduler_turn(arbiter, 0);
    simd->granted[unit] = now;
    return (uint32_t)scheduler_turn(arbiter, able);
}

/* For every unit that is free one of the wavefronts that need it. The wavefronts that are left can
 * issue when *next comes, as far as units decide that. */
static enum wc_status issue_ready(struct gcn3_simd *simd, uint64_t *ready, cycle_t now,
                                  cycle_t *next)
{
    const struct partition *p = &simd->partition;
    enum wc_status status = WC_OK;
    for (uint32_t units = *ready ? p->wanted : 0; units && status == WC_OK; units &= units - 1) {
        const uint32_t unit = (uint32_t)__builtin_ctz(units);
        uint64_t able = *ready & p->wants[unit];
        if (able && partition_unit_free(p, unit) <= now) {
            const uint32_t slot = grant(simd, unit, able, now);
            able &= ~(1ull << slot);
            *ready &= ~(1ull << slot);
            status = gcn3_issue(simd, slot, now);
        }
        if (able)
            *next = earlier(*next, partition_unit_free(p, unit));
    }
    return status;
}

static enum wc_status step_simd(struct gcn3_simd *simd, cycle_t now)
{
    struct partition *p = &simd->partition;
    uint64_t ready = wakeup_ready(&p->issue_at, now);
    cycle_t next = NEVER;
    enum wc_status status = issue_ready(simd, &ready, now, &next);
    next = earlier(next, p->issue_at.next);
    if (p->issue_at.ready != ready) /* an instruction has released others */
        next = partition_next_issue(p);
    const cycle_t after = now + gcn3_turn(gcn3_machine_of(simd));
    if (next <= after)
        next = after;
    else if (next != NEVER)
        next = turn_from(simd, next);
    agenda_set(p->run->agenda, p->id, next);
    return status;
}

/* Some SIMDs of a compute unit, in order. */
static enum wc_status step_some(struct gcn3_simd *simds, const uint16_t *number,
                                const uint16_t *end, cycle_t now, bool every)
{
    enum wc_status status = WC_OK;
    for (; status == WC_OK && number < end; number++) {
        struct gcn3_simd *simd = &simds[*number];
        if (agenda_take(simd->partition.run->agenda, simd->partition.id) || every)
            status = step_simd(simd, now);
    }
    return status;
}

/* The first SIMD that is due and has its turn. A warp may wake between turns of its SIMD. */
static uint32_t first_simd(struct run_state *run, cycle_t now, uint32_t phase)
{
    struct agenda *agenda = run->agenda;
    uint32_t id = agenda_first(agenda);
    for (; id < agenda->parts; id = agenda_first(agenda)) {
        if (run->partitions[id]->phase == phase)
            break;
        if (agenda_take(agenda, id))
            agenda_set(agenda, id, turn_from((struct gcn3_simd *)run->partitions[id], now));
    }
    return id;
}

/* SIMDs that issue in the same cycle take a rotating order: none is always first at a shared
 * unit. */
static enum wc_status step_cu(struct gcn3_machine *m, uint32_t cu, cycle_t now, bool every)
{
    const struct gcn3_turns *turns = &m->clock->turns;
    const uint32_t turn = gcn3_turn(m), phase = phase_of(turn, now);
    const uint32_t rotated = (uint32_t)(now / turn % m->numbers.units);
    const uint16_t *begin = &turns->simd[turns->first[phase]];
    const uint16_t *end = &turns->simd[turns->first[phase + 1]], *first = begin;
    struct gcn3_simd *simds = m->clock->cu[cu].simd;
    while (first < end && *first < rotated)
        first++;
    enum wc_status status = step_some(simds, first, end, now, every);
    return status == WC_OK ? step_some(simds, begin, first, now, every) : status;
}

/* Compute units in order, those with a SIMD that may issue; or, if `every`, all. */
enum wc_status gcn3_step(struct run_state *run, cycle_t now, bool *acted)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    struct agenda *agenda = run->agenda;
    const struct gcn3_turns *turns = &m->clock->turns;
    const bool every = run->control->step_every_cycle;
    const uint32_t units = m->numbers.units, phase = phase_of(gcn3_turn(m), now);
    const bool alone = turns->first[phase + 1] - turns->first[phase] == 1;
    enum wc_status status = WC_OK;
    (void)acted;
    agenda_begin(agenda, now);
    for (uint32_t cu = 0; every && status == WC_OK && cu < m->numbers.cus; cu++) {
        agenda->passed = cu * units;
        status = step_cu(m, cu, now, true);
    }
    while (status == WC_OK) { /* if all have been examined, those that are between their turns */
        uint32_t id = agenda->passed = first_simd(run, now, phase);
        if (id == agenda->parts)
            break;
        if (!alone) {
            agenda->passed = id / units * units;
            status = step_cu(m, id / units, now, false);
        } else if (agenda_take(agenda, id)) {
            status = step_simd((struct gcn3_simd *)run->partitions[id], now);
        }
    }
    return status;
}

/* ---- work-groups ---- */

void gcn3_clock_group(struct run_state *run, struct group *group, cycle_t at)
{
    struct gcn3_clock *clock = ((struct gcn3_machine *)run)->clock;
    const struct gcn3_clock_numbers *n = &clock->numbers;
    cycle_t sent = later(at, clock->dispatch_free);
    clock->dispatch_free = sent + n->dispatch_group;
    for (uint32_t i = 0; i < group->warps; i++) {
        const struct warp *warp = &group->warp[i]->warp;
        gcn3_front_start((struct gcn3_simd *)run->partitions[warp->core], warp->slot,
                         gcn3_wave_of(group->warp[i]), sent,
                         sent + n->start + (cycle_t)i * n->dispatch_wave);
    }
    uint64_t *max = &run->outcome->statistics.count[STAT_GCN3_GROUPS_MAX];
    *max = later(*max, run->groups);
}

/* ---- the end of a launch ---- */

static void count_cu(struct gcn3_machine *m, struct gcn3_cu_clock *cu, cycle_t end)
{
    struct statistics *statistics = &m->run.outcome->statistics;
    for (uint32_t k = 0; k < m->numbers.units; k++) {
        struct gcn3_simd *simd = &cu->simd[k];
        bool idle = partition_was_idle(&simd->partition, end);
        for (uint32_t slot = 0; !idle && slot < simd->partition.slots; slot++)
            gcn3_stalls_count(simd, slot, end);
        count_stalls(statistics, simd->partition.stall);
    }
    count_l1(statistics, &cu->l1d);
    count_shared(statistics, &cu->lds);
}

void gcn3_count(struct run_state *run, cycle_t now, cycle_t end)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    struct gcn3_clock *clock = m->clock;
    struct statistics *statistics = &run->outcome->statistics;
    (void)now;
    for (uint32_t i = 0; i < m->numbers.cus; i++)
        count_cu(m, &clock->cu[i], end);
    for (uint32_t i = 0; i < clock->cache_count; i++) {
        count_cache(statistics, STAT_SCALAR_HITS, &clock->caches[i].l1s);
        count_cache(statistics, STAT_INSTRUCTION_HITS, &clock->caches[i].l1i);
    }
    count_cache(statistics, STAT_L2_HITS, &clock->l2);
    count_dram(statistics, &clock->dram);
}

void gcn3_describe_launch(const struct run_state *run, struct event *event)
{
    (void)run;
    event->groups = event->side_by_side = true;
}

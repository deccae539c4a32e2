/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - one cycle of the processing blocks, and their counts at the end.
 *
 * In each cycle every processing block looks at its warps and issues for one of them (PAS-5,
 * PAS-10). */
#include "machine/common/count.h"
#include "machine/pascal/front.h"
#include "machine/pascal/stalls.h"

/* ---- one processing block, one cycle ---- */

/* Warps that can issue, of those that only unit and issue slot can hold. */
static uint64_t issue_ready(const struct pascal_smp *smp, uint64_t ready, cycle_t now)
{
    const struct partition *p = &smp->partition;
    for (uint32_t unit = 0; smp->units_free > now && unit < PASCAL_UNITS; unit++) {
        if (smp->unit[unit].free > now)
            ready &= ~p->wants[unit];
    }
    return ready & ~smp->yielded ? ready & ~smp->yielded : ready;
}

/* Notes which warps have become ready and do not issue at once. */
static void see_ready(struct pascal_smp *smp, uint64_t ready, int slot, cycle_t now)
{
    struct partition *p = &smp->partition;
    uint64_t fresh = ready & ~p->seen;
    if (slot >= 0 && p->issue_at.at[slot] == now)
        fresh &= ~(1ull << slot);
    for (; fresh; fresh &= fresh - 1)
        pascal_stalls_ready(smp, (uint32_t)__builtin_ctzll(fresh));
    p->seen = ready;
}

/* The first cycle after `now` in which this processing block could issue. */
static cycle_t next_event(const struct pascal_smp *smp, cycle_t now)
{
    const struct partition *p = &smp->partition;
    if (p->issue_at.ready && smp->units_free <= now + 1)
        return now + 1;
    cycle_t next = partition_next_issue(p);
    return next == NEVER ? NEVER : later(next, now + 1);
}

/* The compiler asks to issue the next instruction in the same cycle; it can do so only if it needs
 * another unit and nothing else holds it. */
static bool can_pair(const struct pascal_smp *smp, uint32_t slot, uint8_t first, cycle_t now)
{
    const struct slot_timing *t = &smp->timing[slot].slot;
    return t->stalled == now && smp->partition.issue_at.at[slot] <= now && t->unit != first &&
           smp->unit[t->unit].free <= now;
}

static enum wc_status step_smp(struct pascal_smp *smp, cycle_t now)
{
    if (now > smp->looked + 1) { /* turns in between grant nothing */
        scheduler_turn(&smp->scheduler, 0);
        smp->yielded = 0;
    }
    smp->looked = now;
    uint64_t ready = wakeup_ready(&smp->partition.issue_at, now);
    int slot = scheduler_turn(&smp->scheduler, issue_ready(smp, ready, now));
    smp->yielded = 0;
    see_ready(smp, ready, slot, now);
    enum wc_status status = WC_OK;
    if (slot >= 0) {
        uint8_t unit = smp->timing[slot].slot.unit;
        status = pascal_issue(smp, (uint32_t)slot, now, false);
        if (status == WC_OK && can_pair(smp, (uint32_t)slot, unit, now))
            status = pascal_issue(smp, (uint32_t)slot, now, true);
    }
    agenda_set(smp->partition.run->agenda, smp->partition.id, next_event(smp, now));
    return status;
}

enum wc_status pascal_step(struct run_state *run, cycle_t now, bool *acted)
{
    struct agenda *agenda = run->agenda;
    const bool every = run->control->step_every_cycle;
    enum wc_status status = WC_OK;
    (void)acted;
    agenda_begin(agenda, now);
    for (uint32_t i = 0; status == WC_OK; i++) {
        agenda->passed = i = every ? i : agenda_first(agenda);
        if (i == run->partition_count)
            break;
        if (agenda_take(agenda, i) || every)
            status = step_smp((struct pascal_smp *)run->partitions[i], now);
    }
    return status;
}

void pascal_clock_group(struct run_state *run, struct group *group, cycle_t at)
{
    for (uint32_t i = 0; i < group->warps; i++) {
        const struct warp *warp = &group->warp[i]->warp;
        pascal_front_start((struct pascal_smp *)run->partitions[warp->core], warp->slot, at);
    }
}

/* ---- the end of a launch ---- */

static void count_sm(struct pascal *pascal, struct pascal_sm_clock *sm, cycle_t end)
{
    struct statistics *statistics = &pascal->run.outcome->statistics;
    uint64_t *count = statistics->count;
    for (uint32_t k = 0; k < PASCAL_SMPS; k++) {
        struct pascal_smp *smp = &sm->smp[k];
        bool idle = partition_was_idle(&smp->partition, end);
        for (uint32_t slot = 0; !idle && slot < smp->partition.slots; slot++)
            pascal_stalls_count(smp, slot, end);
        count_stalls(statistics, smp->partition.stall);
    }
    for (unsigned i = 0; i < PASCAL_L1D_CACHES; i++)
        count_l1(statistics, &sm->l1d[i]);
    count_cache(statistics, STAT_CONSTANT_HITS, &sm->constant);
    count_cache(statistics, STAT_INSTRUCTION_HITS, &sm->l1i);
    count[STAT_PASTIS_SHARED_LOADS] += sm->shared.transactions[SHAREDMEM_LOAD];
    count[STAT_PASTIS_SHARED_STORES] += sm->shared.transactions[SHAREDMEM_STORE];
    count_shared(statistics, &sm->shared);
}

void pascal_count(struct run_state *run, cycle_t now, cycle_t end)
{
    struct pascal *pascal = (struct pascal *)run;
    struct pascal_clock *clock = pascal->clock;
    (void)now;
    for (uint32_t i = 0; i < pascal->numbers.sms; i++)
        count_sm(pascal, &clock->sm[i], end);
    count_cache(&run->outcome->statistics, STAT_L2_HITS, &clock->l2);
    count_dram(&run->outcome->statistics, &clock->dram);
}

void pascal_describe_launch(const struct run_state *run, struct event *event)
{
    (void)run;
    event->groups = true;
}

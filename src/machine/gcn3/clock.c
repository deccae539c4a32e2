/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - one cycle of the SIMDs, and their counts at the end.
 *
 * The SIMDs of a compute unit take turns; in its turn a SIMD issues up to one instruction of each
 * kind, all from different wavefronts. */
#include "machine/common/count.h"
#include "machine/gcn3/clock.h"

/* ---- one SIMD, one turn ---- */

/* The first cycle from `at` on in which the SIMD has its turn. */
static cycle_t turn_from(const struct gcn3_simd *simd, cycle_t at)
{
    cycle_t turn = gcn3_turn(gcn3_machine_of(simd));
    cycle_t since = (at + turn - simd->phase) % turn;
    return since ? at + turn - since : at;
}

/* The first cycle after `now` in which this SIMD could issue. */
static cycle_t next_event(const struct gcn3_simd *simd, cycle_t now)
{
    cycle_t next = partition_next_issue(&simd->partition, ~0ull);
    return next == NEVER ? NEVER : turn_from(simd, later(next, now + 1));
}

/* A turn in which the arbiter granted nothing ends the hold of a greedy policy. */
static int grant(struct gcn3_simd *simd, uint32_t unit, uint64_t ready, cycle_t now)
{
    struct scheduler *arbiter = &simd->arbiter[unit];
    if (simd->granted[unit] + gcn3_turn(gcn3_machine_of(simd)) != now)
        scheduler_turn(arbiter, 0);
    simd->granted[unit] = now;
    return scheduler_turn(arbiter, ready);
}

static enum wc_status step_simd(struct gcn3_simd *simd, cycle_t now)
{
    struct partition *p = &simd->partition;
    uint64_t ready = wakeup_ready(&p->issue_at, now);
    enum wc_status status = WC_OK;
    p->due = NEVER;
    for (uint32_t unit = 0; ready && status == WC_OK && unit < GCN3_UNITS; unit++) {
        uint64_t able = ready & p->wants[unit];
        if (!able || partition_unit_free(p, unit) > now)
            continue;
        uint32_t slot = (uint32_t)grant(simd, unit, able, now);
        ready &= ~(1ull << slot);
        status = gcn3_issue(simd, slot, now);
    }
    p->due = next_event(simd, now);
    return status;
}

/* SIMDs that issue in the same cycle take a rotating order: none is always first at a shared
 * unit. */
enum wc_status gcn3_step(struct run_state *run, cycle_t now, bool *acted)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    const bool every = run->control->step_every_cycle;
    const uint32_t simds = m->numbers.units, turn = gcn3_turn(m);
    const uint32_t first = (uint32_t)(now / turn % simds), due = (uint32_t)(now % turn);
    enum wc_status status = WC_OK;
    (void)acted;
    for (uint32_t i = 0; i < m->numbers.cus; i++) {
        for (uint32_t k = 0; status == WC_OK && k < simds; k++) {
            uint32_t number = first + k < simds ? first + k : first + k - simds;
            struct gcn3_simd *simd = &m->clock->cu[i].simd[number];
            if ((simd->partition.due <= now || every) && simd->phase == due)
                status = step_simd(simd, now);
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
        for (uint32_t slot = 0; slot < simd->partition.slots; slot++)
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

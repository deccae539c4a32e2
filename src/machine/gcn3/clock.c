/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - the cycle loop, and work-groups that come and go.
 *
 * The SIMDs of a compute unit take turns; in its turn a SIMD issues up to one instruction of each
 * kind, all from different wavefronts. The first cycle is 0. Each SIMD knows the first cycle in
 * which it could issue again, and time jumps to the earliest of them: nothing in between would have
 * changed anything. Work-groups go to the compute unit that has room for most of them, ties to the
 * lowest number, as long as any has room (PWS-15). */
#include "machine/gcn3/clock.h"

/* ---- one SIMD, one turn ---- */

/* The first cycle from `at` on in which the SIMD has its turn. */
static cycle_t turn_from(const struct gcn3_simd *simd, cycle_t at)
{
    cycle_t turn = gcn3_turn(simd->machine);
    cycle_t since = (at + turn - simd->number % turn) % turn;
    return since ? at + turn - since : at;
}

/* The first cycle after `now` in which this SIMD could issue. */
static cycle_t next_event(const struct gcn3_simd *simd, cycle_t now)
{
    cycle_t next = NEVER;
    for (uint64_t may = simd->issue_at.ready | simd->issue_at.pending; may; may &= may - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(may);
        next = earlier(next, later(simd->issue_at.at[slot],
                                   gcn3_unit_free(simd, simd->timing[slot].unit)));
    }
    return next == NEVER ? NEVER : turn_from(simd, later(next, now + 1));
}

/* A turn in which the arbiter granted nothing ends the hold of a greedy policy. */
static int grant(struct gcn3_simd *simd, uint32_t unit, uint64_t ready, cycle_t now)
{
    struct scheduler *arbiter = &simd->arbiter[unit];
    if (simd->granted[unit] + gcn3_turn(simd->machine) != now)
        scheduler_turn(arbiter, 0);
    simd->granted[unit] = now;
    return scheduler_turn(arbiter, ready);
}

static inline __attribute__((always_inline)) enum wc_status
step(struct gcn3_simd *simd, cycle_t now, struct effect *effect, bool observed)
{
    uint64_t ready = wakeup_ready(&simd->issue_at, now);
    enum wc_status status = WC_OK;
    simd->due = NEVER;
    for (uint32_t unit = 0; ready && status == WC_OK && unit < GCN3_UNITS; unit++) {
        uint64_t able = ready & simd->wants[unit];
        if (!able || gcn3_unit_free(simd, unit) > now)
            continue;
        uint32_t slot = (uint32_t)grant(simd, unit, able, now);
        ready &= ~(1ull << slot);
        status = gcn3_issue(simd, slot, now, effect, observed);
    }
    simd->due = next_event(simd, now);
    return status;
}

/* ---- work-groups ---- */

static int roomiest_cu(const struct gcn3_machine *m)
{
    uint32_t max = 0;
    int found = -1;
    for (uint32_t i = 0; i < m->numbers.cus; i++) {
        uint32_t room = gcn3_group_room(m, i);
        if (room > max) {
            max = room;
            found = (int)i;
        }
    }
    return found;
}

static void start_group(struct gcn3_machine *m, uint32_t cu, cycle_t now, bool observed)
{
    struct gcn3_clock *clock = m->clock;
    const struct gcn3_clock_numbers *n = &clock->numbers;
    struct gcn3_workgroup *group = gcn3_group_start(m, cu);
    cycle_t sent = later(now, clock->dispatch_free);
    clock->dispatch_free = sent + n->dispatch_group;
    for (uint32_t i = 0; i < group->waves; i++) {
        const struct warp *warp = &group->wave[i]->warp;
        gcn3_front_start(&clock->cu[cu].simd[warp->core % m->numbers.simds], warp->slot, sent,
                         sent + n->start + (cycle_t)i * n->dispatch_wave, observed);
    }
    clock->resident++;
    clock->running += group->waves;
    uint64_t *max = &m->outcome->statistics.count[STAT_GCN3_GROUPS_MAX];
    *max = later(*max, clock->resident);
}

static void dispatch(struct gcn3_machine *m, cycle_t now, bool observed)
{
    m->clock->freed = false;
    while (m->next_group < m->group_count) {
        int cu = roomiest_cu(m);
        if (cu < 0)
            return;
        start_group(m, (uint32_t)cu, now, observed);
    }
}

/* ---- the loop ---- */

static cycle_t first_due(const struct gcn3_machine *m)
{
    cycle_t next = NEVER;
    for (uint32_t i = 0; i < m->numbers.cus; i++) {
        for (uint32_t k = 0; k < m->numbers.simds; k++)
            next = earlier(next, m->clock->cu[i].simd[k].due);
    }
    return next;
}

/* SIMDs that issue in the same cycle come in an order that moves on: none is always the first at a
 * unit that they share. */
static inline __attribute__((always_inline)) enum wc_status
step_all(struct gcn3_machine *m, cycle_t now, struct effect *effect, bool observed)
{
    const bool every = m->control->step_every_cycle;
    const uint32_t simds = m->numbers.simds, turn = gcn3_turn(m);
    const uint32_t first = (uint32_t)(now / turn % simds), due = (uint32_t)(now % turn);
    enum wc_status status = WC_OK;
    for (uint32_t i = 0; i < m->numbers.cus; i++) {
        for (uint32_t k = 0; status == WC_OK && k < simds; k++) {
            uint32_t number = first + k < simds ? first + k : first + k - simds;
            struct gcn3_simd *simd = &m->clock->cu[i].simd[number];
            if ((simd->due <= now || every) && number % turn == due)
                status = step(simd, now, effect, observed);
        }
    }
    return status;
}

static enum wc_status move_on(struct gcn3_machine *m, cycle_t *now)
{
    if (!m->clock->resident)
        return WC_OK;
    if (!m->clock->running)
        return limits_deadlock(&m->limits);
    return limits_advance(&m->limits, first_due(m), now);
}

/* One body, compiled with and without events. *now is the cycle at which it ended. */
static inline __attribute__((always_inline)) enum wc_status
run_cycles(struct gcn3_machine *m, cycle_t *now, bool observed)
{
    static const struct effect nothing;
    struct effect effect = nothing;
    const cycle_t max = m->control->max_cycles ? m->control->max_cycles : NEVER;
    enum { CHECK_EVERY = 8192 };
    cycle_t check_at = 0;
    enum wc_status status = WC_OK;
    dispatch(m, 0, observed);
    while (status == WC_OK && m->clock->resident) {
        if (*now >= check_at || *now >= max) {
            status = limits_check(&m->limits, *now);
            check_at = *now + CHECK_EVERY;
            if (status != WC_OK)
                return status;
        }
        status = step_all(m, *now, &effect, observed);
        if (status == WC_OK && m->clock->freed)
            dispatch(m, *now + 1, observed);
        if (status == WC_OK)
            status = move_on(m, now);
    }
    return status;
}

static enum wc_status run_silent(struct gcn3_machine *m, cycle_t *now)
{
    return run_cycles(m, now, false);
}

static enum wc_status run_observed(struct gcn3_machine *m, cycle_t *now)
{
    return run_cycles(m, now, true);
}

/* ---- the end of a launch ---- */

static void add_cu(struct gcn3_machine *m, struct gcn3_cu_clock *cu, cycle_t end, bool observed)
{
    struct statistics *statistics = &m->outcome->statistics;
    uint64_t *count = statistics->count;
    for (uint32_t k = 0; k < m->numbers.simds; k++) {
        struct gcn3_simd *simd = &cu->simd[k];
        for (uint32_t slot = 0; slot < m->numbers.waves; slot++)
            gcn3_stalls_count(simd, slot, end, observed);
        count_stalls(statistics, simd->stall);
    }
    count_cache(statistics, STAT_GCN3_L1_HITS, &cu->l1d);
    count_data_cache(statistics, &cu->l1d);
    count[STAT_SHARED_TRANSACTIONS] += cu->lds.transactions[SHAREDMEM_LOAD] +
                                       cu->lds.transactions[SHAREDMEM_STORE];
    count[STAT_LOCAL_CONFLICTS] += cu->lds.conflicts;
}

static void add_statistics(struct gcn3_machine *m, cycle_t now, bool observed)
{
    const struct gcn3_clock *clock = m->clock;
    struct statistics *statistics = &m->outcome->statistics;
    uint64_t *count = statistics->count;
    cycle_t end = later(now, clock->drained);
    for (uint32_t i = 0; i < m->numbers.cus; i++)
        add_cu(m, &clock->cu[i], end, observed);
    for (uint32_t i = 0; i < clock->cache_count; i++) {
        count_cache(statistics, STAT_GCN3_SCALAR_HITS, &clock->caches[i].l1s);
        count_cache(statistics, STAT_GCN3_INSTRUCTION_HITS, &clock->caches[i].l1i);
        count[STAT_ICACHE_MISSES] += clock->caches[i].l1i.load_misses;
    }
    count[STAT_CYCLES] = end;
    count[STAT_LOAD_LATENCY_SUM] = clock->load_latency;
    count_cache(statistics, STAT_GCN3_L2_HITS, &clock->l2);
    count_dram(statistics, &clock->dram);
}

static void tell_launch(struct gcn3_machine *m, enum event_kind kind, cycle_t now, bool cut)
{
    if (m->control->observers)
        observers_tell(m->control->observers,
                       &(struct event){.kind = kind, .cycle = now, .launch = m->launch,
                                       .core = m->numbers.cus * m->numbers.simds,
                                       .warp = m->numbers.waves, .other = m->numbers.simds,
                                       .cut = cut, .groups = true, .side_by_side = true});
}

enum wc_status gcn3_run_timed(struct error *err, struct machine *machine, struct memory *memory,
                              const struct launch *launch, const struct run_control *control,
                              struct outcome *outcome)
{
    struct gcn3_machine *m = (struct gcn3_machine *)machine;
    bool observed = (control->observers && control->observers->count) || control->steps;
    cycle_t now = 0;
    enum wc_status status = gcn3_begin(m, err, memory, launch, control, outcome);
    if (status == WC_OK) {
        gcn3_clock_reset(m);
        tell_launch(m, EVENT_LAUNCH, 0, false);
        status = observed ? run_observed(m, &now) : run_silent(m, &now);
        add_statistics(m, now, observed);
        tell_launch(m, EVENT_FINISH, outcome->statistics.count[STAT_CYCLES], status != WC_OK);
    }
    gcn3_finish(m);
    return status;
}

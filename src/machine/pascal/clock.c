/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - the cycle loop, and blocks that come and go.
 *
 * In each cycle every processing block looks at its warps and issues for one of them (PAS-5,
 * PAS-10); the first cycle is 0. Each knows the first cycle in which it could issue again, and time
 * jumps to the earliest of them: nothing in between would have changed anything. Blocks of the grid
 * go to the SM that has room for most of them, ties to the lowest number (PAS-76). */
#include "machine/pascal/clock.h"
#include "machine/common/state_dump.h"

/* ---- one processing block, one cycle ---- */

/* Warps that can issue. */
static uint64_t issue_ready(struct pascal_smp *smp, cycle_t now)
{
    uint64_t ready = wakeup_ready(&smp->issue_at, now);
    for (uint64_t fresh = ready & ~smp->seen; fresh; fresh &= fresh - 1)
        pascal_stalls_ready(smp, (uint32_t)__builtin_ctzll(fresh));
    smp->seen = ready;
    for (uint32_t unit = 0; ready && unit < PASCAL_UNITS; unit++) {
        if (smp->unit[unit].free > now)
            ready &= ~smp->wants[unit];
    }
    return ready & ~smp->shy ? ready & ~smp->shy : ready;
}

/* The first cycle after `now` in which this processing block could issue. */
static cycle_t next_event(const struct pascal_smp *smp, cycle_t now)
{
    cycle_t next = NEVER;
    uint64_t may = smp->issue_at.ready | smp->issue_at.pending;
    for (may &= scheduler_eligible(&smp->scheduler); may; may &= may - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(may);
        next = earlier(next, later(smp->issue_at.at[slot],
                                   smp->unit[smp->timing[slot].unit].free));
    }
    return next == NEVER ? NEVER : later(next, now + 1);
}

/* The compiler asks for the next instruction in the same cycle; it can only if it needs another
 * unit and nothing else holds it. */
static bool can_pair(const struct pascal_smp *smp, uint32_t slot, uint8_t first, cycle_t now)
{
    const struct pascal_timing *t = &smp->timing[slot];
    return t->stalled == now && smp->issue_at.at[slot] <= now && t->unit != first &&
           smp->unit[t->unit].free <= now;
}

static inline __attribute__((always_inline)) enum wc_status
step(struct pascal_smp *smp, cycle_t now, struct effect *effect, bool observed)
{
    if (now > smp->looked + 1) { /* turns in between would have granted nothing */
        scheduler_turn(&smp->scheduler, 0);
        smp->shy = 0;
    }
    smp->looked = now;
    uint64_t ready = issue_ready(smp, now);
    smp->shy = 0;
    int slot = scheduler_turn(&smp->scheduler, ready);
    enum wc_status status = WC_OK;
    smp->due = NEVER;
    if (slot >= 0) {
        uint8_t unit = smp->timing[slot].unit;
        status = pascal_issue(smp, (uint32_t)slot, now, effect, false, observed);
        if (status == WC_OK && can_pair(smp, (uint32_t)slot, unit, now))
            status = pascal_issue(smp, (uint32_t)slot, now, effect, true, observed);
    }
    smp->due = next_event(smp, now);
    return status;
}

/* ---- blocks ---- */

static int roomiest_sm(const struct pascal *pascal)
{
    uint32_t max = 0;
    int found = -1;
    for (uint32_t i = 0; i < pascal->numbers.sms; i++) {
        uint32_t room = pascal_block_room(pascal, &pascal->sms[i]);
        if (room > max) {
            max = room;
            found = (int)i;
        }
    }
    return found;
}

static void start_block(struct pascal *pascal, uint32_t sm, cycle_t start, bool observed)
{
    struct pascal_block *block = pascal_block_start(pascal, sm);
    for (uint32_t i = 0; i < block->warps; i++) {
        const struct warp *warp = &block->warp[i]->warp;
        struct pascal_smp *smp = &pascal->clock->sm[sm].smp[warp->core % PASCAL_SMPS];
        pascal_front_start(smp, warp->slot, start, observed);
    }
    pascal->clock->resident++;
    pascal->clock->running += block->warps;
}

static void dispatch(struct pascal *pascal, cycle_t start, bool observed)
{
    pascal->clock->freed = false;
    while (pascal->next_block < pascal->block_count) {
        int sm = roomiest_sm(pascal);
        if (sm < 0)
            return;
        start_block(pascal, (uint32_t)sm, start, observed);
    }
}

/* ---- the loop ---- */

static cycle_t first_due(const struct pascal *pascal)
{
    cycle_t next = NEVER;
    for (uint32_t i = 0; i < pascal->numbers.sms; i++) {
        for (uint32_t k = 0; k < PASCAL_SMPS; k++)
            next = earlier(next, pascal->clock->sm[i].smp[k].due);
    }
    return next;
}

static inline __attribute__((always_inline)) enum wc_status
step_all(struct pascal *pascal, cycle_t now, struct effect *effect, bool observed)
{
    const bool every = pascal->control->step_every_cycle;
    enum wc_status status = WC_OK;
    for (uint32_t i = 0; i < pascal->numbers.sms; i++) {
        for (uint32_t k = 0; status == WC_OK && k < PASCAL_SMPS; k++) {
            struct pascal_smp *smp = &pascal->clock->sm[i].smp[k];
            if (smp->due <= now || every)
                status = step(smp, now, effect, observed);
        }
    }
    return status;
}

static enum wc_status move_on(struct pascal *pascal, cycle_t *now)
{
    if (!pascal->clock->resident)
        return WC_OK;
    if (!pascal->clock->running)
        return limits_deadlock(&pascal->limits);
    return limits_advance(&pascal->limits, first_due(pascal), now);
}

/* One body, compiled with and without events. *now is the cycle at which it ended. */
static inline __attribute__((always_inline)) enum wc_status
run_cycles(struct pascal *pascal, cycle_t *now, bool observed)
{
    static const struct effect nothing;
    struct effect effect = nothing;
    const cycle_t max = pascal->control->max_cycles ? pascal->control->max_cycles : NEVER;
    enum { CHECK_EVERY = 8192 };
    cycle_t check_at = 0;
    enum wc_status status = WC_OK;
    dispatch(pascal, 0, observed);
    while (status == WC_OK && pascal->clock->resident) {
        if (*now >= check_at || *now >= max) {
            status = limits_check(&pascal->limits, *now);
            check_at = *now + CHECK_EVERY;
            if (status != WC_OK)
                return status;
        }
        status = step_all(pascal, *now, &effect, observed);
        if (status == WC_OK && pascal->clock->freed)
            dispatch(pascal, *now + pascal->clock->numbers.block_delay, observed);
        if (status == WC_OK)
            status = move_on(pascal, now);
        if (observed && pascal->control->dump && pascal->clock->resident)
            state_dump_until(pascal->control->dump, &pascal->machine, *now);
    }
    return status;
}

static enum wc_status run_silent(struct pascal *pascal, cycle_t *now)
{
    return run_cycles(pascal, now, false);
}

static enum wc_status run_observed(struct pascal *pascal, cycle_t *now)
{
    return run_cycles(pascal, now, true);
}

/* ---- the end of a launch ---- */

static void add_sm(struct pascal *pascal, struct pascal_sm_clock *sm, cycle_t end, bool observed)
{
    struct statistics *statistics = &pascal->outcome->statistics;
    uint64_t *count = statistics->count;
    for (uint32_t k = 0; k < PASCAL_SMPS; k++) {
        struct pascal_smp *smp = &sm->smp[k];
        for (uint32_t slot = 0; slot < pascal->numbers.warps / PASCAL_SMPS; slot++)
            pascal_stalls_count(smp, slot, end, observed);
        count_stalls(statistics, smp->stall);
    }
    for (unsigned i = 0; i < PASCAL_L1D_CACHES; i++) {
        count_cache(statistics, STAT_PASTIS_L1_HITS, &sm->l1d[i]);
        count_data_cache(statistics, &sm->l1d[i]);
    }
    count_cache(statistics, STAT_PASTIS_CONSTANT_HITS, &sm->constant);
    count_cache(statistics, STAT_PASTIS_INSTRUCTION_HITS, &sm->l1i);
    count[STAT_ICACHE_MISSES] += sm->l1i.load_misses;
    count[STAT_PASTIS_SHARED_LOADS] += sm->shared.transactions[SHAREDMEM_LOAD];
    count[STAT_PASTIS_SHARED_STORES] += sm->shared.transactions[SHAREDMEM_STORE];
    count[STAT_SHARED_TRANSACTIONS] += sm->shared.transactions[SHAREDMEM_LOAD] +
                                       sm->shared.transactions[SHAREDMEM_STORE];
    count[STAT_LOCAL_CONFLICTS] += sm->shared.conflicts;
}

static void add_statistics(struct pascal *pascal, cycle_t now, bool observed)
{
    const struct pascal_clock *clock = pascal->clock;
    struct statistics *statistics = &pascal->outcome->statistics;
    cycle_t end = later(now, clock->drained);
    for (uint32_t i = 0; i < pascal->numbers.sms; i++)
        add_sm(pascal, &pascal->clock->sm[i], end, observed);
    statistics->count[STAT_CYCLES] = end;
    statistics->count[STAT_LOAD_LATENCY_SUM] = clock->load_latency;
    count_cache(statistics, STAT_PASTIS_L2_HITS, &clock->l2);
    count_dram(statistics, &clock->dram);
}

static void tell_launch(struct pascal *pascal, enum event_kind kind, cycle_t now, bool cut)
{
    if (pascal->control->observers)
        observers_tell(pascal->control->observers,
                       &(struct event){.kind = kind, .cycle = now, .launch = pascal->launch,
                                       .core = pascal->numbers.sms * PASCAL_SMPS,
                                       .warp = pascal->numbers.warps / PASCAL_SMPS, .cut = cut,
                                       .other = PASCAL_SMPS, .groups = true});
}

enum wc_status pascal_run_timed(struct error *err, struct machine *machine, struct memory *memory,
                                const struct launch *launch, const struct run_control *control,
                                struct outcome *outcome)
{
    struct pascal *pascal = (struct pascal *)machine;
    bool observed = (control->observers && control->observers->count) || control->steps ||
                    control->dump;
    cycle_t now = 0;
    enum wc_status status = pascal_begin(pascal, err, memory, launch, control, outcome);
    if (status != WC_OK)
        return status;
    pascal_clock_reset(pascal);
    tell_launch(pascal, EVENT_LAUNCH, 0, false);
    status = observed ? run_observed(pascal, &now) : run_silent(pascal, &now);
    add_statistics(pascal, now, observed);
    if (control->dump)
        state_dump_until(control->dump, machine, outcome->statistics.count[STAT_CYCLES]);
    tell_launch(pascal, EVENT_FINISH, outcome->statistics.count[STAT_CYCLES], status != WC_OK);
    pascal_finish(pascal);
    return status;
}

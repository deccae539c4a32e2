/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_timed.c - the cycle loop.
 *
 * In each cycle every core looks at its warps as they stand at the cycle's start, issues one and
 * fetches for one (SWAS-1). When no core can do either, time jumps to the first cycle in which one
 * can; nothing in between would have changed anything. */
#include "machine/vortex_clock.h"

static uint64_t issue_ready(struct vortex_core *core, cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    uint64_t before = p->issue_at.ready, ready = wakeup_ready(&p->issue_at, now);
    for (uint64_t fresh = ready & ~before; fresh; fresh &= fresh - 1)
        vortex_stalls_ready(core, (uint32_t)__builtin_ctzll(fresh));
    ready &= core->active & ~core->blocked & ~p->undecided;
    for (uint32_t unit = 0; ready && unit < VORTEX_UNITS; unit++) {
        if (p->unit[unit].free > now)
            ready &= ~p->wants[unit];
    }
    return ready;
}

static uint64_t fetch_ready(const struct vortex_core *core, cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    return wakeup_ready(&p->fetch_at, now) & core->active & ~p->full;
}

/* The first cycle after `now` in which this core could do something. */
static cycle_t next_event(const struct vortex_core *core, cycle_t now)
{
    const struct vortex_pipeline *p = core->pipeline;
    cycle_t next = p->undecided ? p->decide_first : NEVER;
    uint64_t can_issue = core->active & ~core->blocked & ~p->undecided;
    for (uint64_t rest = core->active; rest; rest &= rest - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(rest);
        if (!(p->full >> slot & 1))
            next = earlier(next, p->fetch_at.at[slot]);
        if (can_issue >> slot & 1 && p->issue_at.at[slot] != NEVER)
            next = earlier(next, later(p->issue_at.at[slot], p->unit[p->warp[slot].unit].free));
    }
    return next == NEVER ? NEVER : later(next, now + 1);
}

static inline __attribute__((always_inline)) enum wc_status
step_core(struct vortex_core *core, cycle_t now, struct effect *effect, bool observed, bool *acted)
{
    struct vortex_pipeline *p = core->pipeline;
    if (p->undecided && p->decide_first <= now)
        vortex_front_decide(core, now, observed);
    uint64_t issue = issue_ready(core, now), fetch = fetch_ready(core, now);
    int issued = scheduler_turn(&p->issue, issue), fetched = scheduler_turn(&p->fetch, fetch);
    enum wc_status status = WC_OK;
    *acted |= issued >= 0 || fetched >= 0;
    if (issued >= 0)
        status = vortex_issue(core, (uint32_t)issued, now, effect, observed);
    if (status == WC_OK && fetched >= 0 && p->fetch_at.at[fetched] <= now) /* it may have ended */
        vortex_front_fetch(core, (uint32_t)fetched, now, observed);
    return status;
}

static bool all_waiting(const struct vortex *vortex)
{
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        if (vortex->cores[i].active & ~vortex->cores[i].blocked)
            return false;
    }
    return true;
}

static cycle_t first_event(const struct vortex *vortex, cycle_t now)
{
    cycle_t next = NEVER;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        next = earlier(next, next_event(&vortex->cores[i], now));
    return next;
}

/* The cycle to look at next, not beyond the limit. */
static cycle_t advance(const struct vortex *vortex, cycle_t now, bool acted)
{
    cycle_t most = vortex->control->most_cycles;
    if (acted || vortex->control->step_every_cycle)
        return now + 1;
    cycle_t next = first_event(vortex, now);
    return most && next > most ? most : next;
}

static enum wc_status move_on(struct vortex *vortex, cycle_t *now, bool acted)
{
    cycle_t next = advance(vortex, *now, acted);
    if (next == NEVER && !all_waiting(vortex)) /* all waiting: ended, or a deadlock told next */
        return fail(vortex->err, WC_INTERNAL, "nothing can happen after cycle %llu",
                    (unsigned long long)*now);
    if (next != NEVER)
        *now = next;
    return WC_OK;
}

/* One body, compiled with and without events. *now is the cycle at which it ended. */
static inline __attribute__((always_inline)) enum wc_status
run_cycles(struct vortex *vortex, cycle_t *now, bool observed)
{
    static const struct effect nothing;
    struct effect effect = nothing;
    const cycle_t most = vortex->control->most_cycles ? vortex->control->most_cycles : NEVER;
    enum { CHECK_EVERY = 8192 };
    cycle_t check_at = 0;
    enum wc_status status = WC_OK;
    while (status == WC_OK && vortex_any_active(vortex) && !vortex->stopped) {
        if (*now >= check_at || *now >= most) {
            vortex_console_drain(vortex);
            status = vortex_check_limits(vortex, *now);
            check_at = *now + CHECK_EVERY;
            if (status != WC_OK)
                return status;
        }
        if (all_waiting(vortex))
            return vortex_deadlock(vortex);
        bool acted = false;
        for (uint32_t i = 0; status == WC_OK && i < vortex->numbers.cores; i++)
            status = step_core(&vortex->cores[i], *now, &effect, observed, &acted);
        if (vortex->tohost)
            vortex_check_verdict(vortex);
        if (status == WC_OK)
            status = move_on(vortex, now, acted);
    }
    return status;
}

static enum wc_status run_silent(struct vortex *vortex, cycle_t *now)
{
    return run_cycles(vortex, now, false);
}

static enum wc_status run_observed(struct vortex *vortex, cycle_t *now)
{
    return run_cycles(vortex, now, true);
}

/* ---- the end of a launch ---- */

static void add_core(struct vortex_core *core, cycle_t end, bool observed)
{
    struct vortex_pipeline *p = core->pipeline;
    uint64_t *count = core->machine->outcome->statistics.count;
    for (uint32_t slot = 0; slot < core->machine->numbers.warps; slot++)
        vortex_stalls_count(core, slot, end, observed);
    for (unsigned reason = 0; reason < STALL_COUNT; reason++)
        count[STAT_STALL_DEPENDENCY + reason] += p->stall[reason];
    count[STAT_ICACHE_MISSES] += p->icache.load_misses;
    count[STAT_DCACHE_LOADS] += p->dcache.loads;
    count[STAT_DCACHE_MISSES] += p->dcache.load_misses;
    count[STAT_LOAD_LATENCY_SUM] += p->load_latency;
    count[STAT_LOCAL_CONFLICTS] += p->local.conflicts;
}

static void add_statistics(struct vortex *vortex, cycle_t now, bool observed)
{
    const struct dram *dram = &vortex->below->dram;
    uint64_t *count = vortex->outcome->statistics.count;
    cycle_t end = now;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        end = later(end, vortex->cores[i].pipeline->drained);
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        add_core(&vortex->cores[i], end, observed);
    count[STAT_CYCLES] = end;
    count[STAT_DRAM_READS] = dram->loads;
    count[STAT_DRAM_WRITES] = dram->stores;
    count[STAT_DRAM_ROW_HITS] = dram->row_hits;
    count[STAT_DRAM_BYTES] = (dram->loads + dram->stores) * dram->numbers->line_bytes;
}

static void tell_launch(struct vortex *vortex, enum event_kind kind, cycle_t now, bool cut)
{
    if (vortex->control->observers)
        observers_tell(vortex->control->observers,
                       &(struct event){.kind = kind, .cycle = now, .launch = vortex->launch,
                                       .core = vortex->numbers.cores,
                                       .warp = vortex->numbers.warps, .cut = cut});
}

enum wc_status vortex_run_timed(struct error *err, struct machine *machine, struct memory *memory,
                                const struct launch *launch, const struct run_control *control,
                                struct outcome *outcome)
{
    struct vortex *vortex = (struct vortex *)machine;
    bool observed = control->observers && control->observers->count;
    cycle_t now = 0;
    vortex_begin(vortex, err, memory, launch, control, outcome);
    vortex_clock_reset(vortex);
    enum wc_status status = vortex_start_cores(vortex);
    if (status != WC_OK)
        return status;
    tell_launch(vortex, EVENT_LAUNCH, 0, false);
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        vortex_front_start(&vortex->cores[i], 0, 0, observed);
    status = observed ? run_observed(vortex, &now) : run_silent(vortex, &now);
    add_statistics(vortex, now, observed);
    tell_launch(vortex, EVENT_FINISH, outcome->statistics.count[STAT_CYCLES],
                status != WC_OK || vortex->stopped);
    return vortex_finish(vortex, status);
}

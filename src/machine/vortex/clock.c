/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - the cycle loop.
 *
 * In each cycle every core looks at its warps as they stand at the cycle's start, issues one and
 * fetches for one (SWAS-1). When no core can do either, time jumps to the first cycle in which one
 * can; nothing in between would have changed anything. */
#include "machine/vortex/clock.h"

/* Warps that can issue; *heads has those too that only a suspension of SWaS keeps from it. */
static uint64_t issue_ready(struct vortex_core *core, cycle_t now, uint64_t *heads)
{
    struct vortex_pipeline *p = core->pipeline;
    const uint64_t apart = vortex_is_shared(p) ? 0 : ~0ull; /* of fetch */
    uint64_t ready = wakeup_ready(&p->issue_at, now);
    uint64_t fetched = apart ? ~0ull : wakeup_ready(&p->fetch_at, now);
    for (uint64_t fresh = ready & fetched & ~p->seen; fresh; fresh &= fresh - 1)
        vortex_stalls_ready(core, (uint32_t)__builtin_ctzll(fresh));
    p->seen = ready & fetched;
    ready &= core->active & ~core->blocked & ~p->undecided;
    for (uint32_t unit = 0; ready && unit < VORTEX_UNITS; unit++) {
        if (p->unit[unit].free > now)
            ready &= ~p->wants[unit];
    }
    *heads = ready;
    return ready & fetched;
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
    const bool shared = vortex_is_shared(p);
    uint64_t can_issue = core->active & ~core->blocked & ~p->undecided;
    for (uint64_t rest = core->active; rest; rest &= rest - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(rest);
        if (!shared && !(p->full >> slot & 1))
            next = earlier(next, p->fetch_at.at[slot]);
        if (can_issue >> slot & 1 && p->issue_at.at[slot] != NEVER) {
            cycle_t ready = later(p->issue_at.at[slot], p->unit[p->warp[slot].unit].free);
            next = earlier(next, shared ? later(ready, p->fetch_at.at[slot]) : ready);
        }
    }
    return next == NEVER ? NEVER : later(next, now + 1);
}

/* SWaS: the same warp is fetched for and issues, or none (SWAS-35). */
static enum wc_status issue_and_fetch(struct vortex_core *core, uint32_t slot, cycle_t now,
                                      struct effect *effect, bool observed)
{
    vortex_stalls_count(core, slot, now, observed); /* while the last fetch's time is known */
    vortex_front_fetch(core, slot, now, observed);
    if (!ibuffer_is_nop(ibuffer_head(&core->pipeline->warp[slot].ibuffer)))
        return vortex_issue(core, slot, now, effect, observed);
    vortex_issue_nop(core, slot, now, observed);
    return WC_OK;
}

static inline __attribute__((always_inline)) enum wc_status
step_core(struct vortex_core *core, cycle_t now, struct effect *effect, bool observed, bool *acted)
{
    struct vortex_pipeline *p = core->pipeline;
    if (p->undecided && p->decide_first <= now)
        vortex_front_decide(core, now, observed);
    uint64_t heads, issue = issue_ready(core, now, &heads);
    const struct scheduler before = p->issue;
    int issued = scheduler_turn(&p->issue, issue);
    if (p->oracle.on)
        vortex_oracle_turn(core, now, &before, issue, heads, issued, observed);
    *acted |= issued >= 0;
    if (vortex_is_shared(p))
        return issued < 0 ? WC_OK
                          : issue_and_fetch(core, (uint32_t)issued, now, effect, observed);
    int fetched = scheduler_turn(&p->fetch, fetch_ready(core, now));
    enum wc_status status = WC_OK;
    *acted |= fetched >= 0;
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
    cycle_t max = vortex->control->max_cycles;
    if (acted || vortex->control->step_every_cycle)
        return now + 1;
    cycle_t next = first_event(vortex, now);
    return max && next > max ? max : next;
}

/* The oracles look at every cycle, also at those that the loop jumps over. */
static void tell_oracles(struct vortex *vortex, cycle_t from, cycle_t to, bool observed)
{
    for (uint32_t i = 0; from < to && i < vortex->numbers.cores; i++) {
        if (vortex->cores[i].pipeline->oracle.on)
            vortex_oracle_idle(&vortex->cores[i], from, to, observed);
    }
}

static enum wc_status move_on(struct vortex *vortex, cycle_t *now, bool acted, bool observed)
{
    cycle_t next = advance(vortex, *now, acted);
    if (next == NEVER && !all_waiting(vortex)) /* all waiting: ended, or a deadlock told next */
        return fail(vortex->err, WC_INTERNAL, "nothing can happen after cycle %llu",
                    (unsigned long long)*now);
    if (next == NEVER)
        return WC_OK;
    tell_oracles(vortex, *now + 1, next, observed);
    *now = next;
    return WC_OK;
}

/* One body, compiled with and without events. *now is the cycle at which it ended. */
static inline __attribute__((always_inline)) enum wc_status
run_cycles(struct vortex *vortex, cycle_t *now, bool observed)
{
    static const struct effect nothing;
    struct effect effect = nothing;
    const cycle_t max = vortex->control->max_cycles ? vortex->control->max_cycles : NEVER;
    enum { CHECK_EVERY = 8192 };
    cycle_t check_at = 0;
    enum wc_status status = WC_OK;
    while (status == WC_OK && vortex_any_active(vortex) && !vortex->stopped) {
        if (*now >= check_at || *now >= max) {
            vortex_console_drain(vortex);
            status = limits_check(&vortex->limits, *now);
            check_at = *now + CHECK_EVERY;
            if (status != WC_OK)
                return status;
        }
        if (all_waiting(vortex))
            return limits_deadlock(&vortex->limits);
        bool acted = false;
        for (uint32_t i = 0; status == WC_OK && i < vortex->numbers.cores; i++)
            status = step_core(&vortex->cores[i], *now, &effect, observed, &acted);
        if (vortex->tohost)
            vortex_check_verdict(vortex);
        if (status == WC_OK)
            status = move_on(vortex, now, acted, observed);
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
    struct statistics *statistics = &core->machine->outcome->statistics;
    uint64_t *count = statistics->count;
    for (uint32_t slot = 0; slot < core->machine->numbers.warps; slot++)
        vortex_stalls_count(core, slot, end, observed);
    count_stalls(statistics, p->stall);
    count_data_cache(statistics, &p->dcache);
    count[STAT_ICACHE_MISSES] += p->icache.load_misses;
    count[STAT_LOAD_LATENCY_SUM] += p->load_latency;
    count[STAT_LOCAL_CONFLICTS] += p->local.conflicts;
    count[STAT_SWAS_COMMITTED_WARP] += p->kernel.warp_instructions;
    count[STAT_SWAS_COMMITTED_THREAD] += p->kernel.thread_instructions;
    count[STAT_SWAS_LOADS] += p->kernel.loads;
    count[STAT_SWAS_LOAD_LATENCY_SUM] += p->kernel.load_latency;
    count[STAT_SWAS_KERNEL_NOPS] += p->kernel.nops;
    for (unsigned kind = 0; kind < NOP_KINDS; kind++)
        count[STAT_SWAS_NOPS_START + kind] += p->nops[kind];
    count[STAT_SWAS_DISCREPANCIES] += p->oracle.discrepancies;
    count[STAT_SWAS_ERRORS] += p->oracle.errors;
    for (unsigned cause = 0; cause < ORACLE_CAUSES; cause++)
        count[STAT_SWAS_CAUSES_MISS + cause] += p->oracle.causes[cause];
}

static void add_statistics(struct vortex *vortex, cycle_t now, bool observed)
{
    uint64_t *count = vortex->outcome->statistics.count;
    cycle_t end = now;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        end = later(end, vortex->cores[i].pipeline->drained);
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        add_core(&vortex->cores[i], end, observed);
    count[STAT_CYCLES] = end;
    count[STAT_SWAS_KERNEL_CYCLES] = vortex_kernel_cycles(vortex, now);
    count_dram(&vortex->outcome->statistics, &vortex->below->dram);
}

static void tell_launch(struct vortex *vortex, enum event_kind kind, cycle_t now, bool cut)
{
    if (vortex->control->observers)
        observers_tell(vortex->control->observers,
                       &(struct event){.kind = kind, .cycle = now, .launch = vortex->launch,
                                       .core = vortex->numbers.cores,
                                       .warp = vortex->numbers.warps, .cut = cut,
                                       .count = vortex->clock->frontend == FRONT_SWAS
                                                    ? vortex->clock->queue_depth
                                                    : 0});
}

/* What SWaS is for: no cycle departs from the policy (SWAS-42, SWAS-54). */
static enum wc_status check_policy(struct vortex *vortex)
{
    uint64_t errors = vortex->outcome->statistics.count[STAT_SWAS_ERRORS];
    if (vortex->clock->frontend != FRONT_SWAS || !errors)
        return WC_OK;
    return fail(vortex->err, WC_INTERNAL, "SWaS left its policy in %llu cycles",
                (unsigned long long)errors);
}

enum wc_status vortex_run_timed(struct error *err, struct machine *machine, struct memory *memory,
                                const struct launch *launch, const struct run_control *control,
                                struct outcome *outcome)
{
    struct vortex *vortex = (struct vortex *)machine;
    bool observed = (control->observers && control->observers->count) || control->steps;
    cycle_t now = 0;
    vortex_begin(vortex, err, memory, launch, control, outcome);
    vortex_clock_reset(vortex);
    vortex_kernel_begin(vortex);
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
    if (status == WC_OK)
        status = check_policy(vortex);
    return vortex_finish(vortex, status);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - one cycle of the cores, and their counts at the end.
 *
 * In each cycle every core takes its warps as they are at the start of the cycle, issues for one
 * and fetches for one (SWAS-1). */
#include "machine/common/count.h"
#include "machine/vortex/stalls.h"
#include "machine/vortex/turn.h"

/* Warps that can issue; *heads also has those that only a SWaS suspension holds. */
static uint64_t issue_ready(struct vortex_core *core, cycle_t now, uint64_t *heads)
{
    struct vortex_pipeline *p = core->pipeline;
    const uint64_t apart = vortex_is_shared(p) ? 0 : ~0ull; /* of fetch */
    uint64_t ready = wakeup_ready(&p->issue_at, now);
    uint64_t fetched = apart ? ~0ull : wakeup_ready(&p->fetch_at, now);
    const uint64_t heads_ready = ready & fetched;
    uint64_t fresh = heads_ready & ~p->seen;
    for (fresh &= fresh ? vortex_slow_wants(p) : 0; fresh; fresh &= fresh - 1)
        vortex_stalls_ready(core, (uint32_t)__builtin_ctzll(fresh));
    p->seen = heads_ready;
    ready &= core->active & ~core->blocked & ~p->undecided & ~vortex_units_hold(p, now);
    *heads = ready;
    return ready & fetched;
}

static uint64_t fetch_ready(const struct vortex_core *core, cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    return wakeup_ready(&p->fetch_at, now) & core->active & ~p->full;
}

/* The first cycle in which warps that only their unit holds may issue. */
static cycle_t next_free_unit(const struct vortex_pipeline *p, uint64_t warps)
{
    cycle_t next = NEVER;
    for (uint32_t rest = p->busy; warps && rest; rest &= rest - 1) {
        const uint32_t unit = (uint32_t)__builtin_ctz(rest);
        if (p->wants[unit] & warps)
            next = earlier(next, p->unit[unit].free);
    }
    return next;
}

/* No later than the first cycle after `now` in which this core could do something. */
static cycle_t next_event(const struct vortex_core *core, cycle_t now)
{
    const struct vortex_pipeline *p = core->pipeline;
    cycle_t next = earlier(p->issue_at.next, p->fetch_at.next);
    next = earlier(next, next_free_unit(p, p->issue_at.ready));
    if (p->undecided)
        next = earlier(next, p->decide_first);
    return next == NEVER ? NEVER : later(next, now + 1);
}

/* SWaS: the same warp is fetched for and issues, or none (SWAS-35). */
static enum wc_status issue_and_fetch(struct vortex_core *core, uint32_t slot, cycle_t now)
{
    vortex_stalls_count(core, slot, now); /* while the time of the last fetch is known */
    vortex_front_fetch(core, slot, now);
    if (!ibuffer_is_nop(ibuffer_head(&core->pipeline->warp[slot].ibuffer)))
        return vortex_issue(core, slot, now);
    vortex_issue_nop(core, slot, now);
    return WC_OK;
}

static enum wc_status step_core(struct vortex_core *core, cycle_t now, bool *acted)
{
    struct vortex_pipeline *p = core->pipeline;
    if (p->undecided && p->decide_first <= now)
        vortex_front_decide(core, now);
    uint64_t heads, issue = issue_ready(core, now, &heads);
    struct oracle_choices choices;
    const bool compared =
        p->oracle.on && vortex_oracle_choose(core, now, issue, heads, &choices);
    int issued = scheduler_turn(&p->issue, issue);
    if (compared && vortex_oracle_differs(&choices, issued))
        vortex_oracle_compare(core, now, &choices, issued);
    *acted |= issued >= 0;
    if (vortex_is_shared(p))
        return issued < 0 ? WC_OK : issue_and_fetch(core, (uint32_t)issued, now);
    int fetched = scheduler_turn(&p->fetch, fetch_ready(core, now));
    enum wc_status status = WC_OK;
    *acted |= fetched >= 0;
    if (issued >= 0)
        status = vortex_issue(core, (uint32_t)issued, now);
    if (status == WC_OK && fetched >= 0 && p->fetch_at.at[fetched] <= now) /* it may have ended */
        vortex_front_fetch(core, (uint32_t)fetched, now);
    return status;
}

enum wc_status vortex_step(struct run_state *run, cycle_t now, bool *acted)
{
    struct vortex *vortex = (struct vortex *)run;
    struct vortex_core *end = vortex->cores + vortex->numbers.cores;
    enum wc_status status = WC_OK;
    for (struct vortex_core *core = vortex->cores; status == WC_OK && core < end; core++)
        status = step_core(core, now, acted);
    if (vortex->tohost)
        vortex_check_verdict(run);
    return status;
}

cycle_t vortex_due(const struct run_state *run, cycle_t now)
{
    const struct vortex *vortex = (const struct vortex *)run;
    cycle_t next = NEVER;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        next = earlier(next, next_event(&vortex->cores[i], now));
    return next;
}

/* The oracles see every cycle, also those that the loop jumps over. */
void vortex_skip(struct run_state *run, cycle_t from, cycle_t to)
{
    struct vortex *vortex = (struct vortex *)run;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        if (vortex->cores[i].pipeline->oracle.on)
            vortex_oracle_idle(&vortex->cores[i], from, to);
    }
}

/* ---- the end of a launch ---- */

static void count_core(struct vortex_core *core, cycle_t end)
{
    struct vortex_pipeline *p = core->pipeline;
    struct statistics *statistics = &core->machine->run.outcome->statistics;
    uint64_t *count = statistics->count;
    for (uint32_t slot = 0; slot < core->machine->numbers.warps; slot++)
        vortex_stalls_count(core, slot, end);
    count_stalls(statistics, p->stall);
    count_l1(statistics, &p->dcache);
    count_cache(statistics, STAT_INSTRUCTION_HITS, &p->icache);
    count[STAT_SHARED_CONFLICTS] += p->local.conflicts;
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

static void tell_total(const struct run_state *run, uint32_t core, enum event_part part,
                       uint32_t number, uint64_t total)
{
    observers_tell(run->control->observers,
                   &(struct event){.kind = EVENT_TOTAL, .core = core, .part = part,
                                   .other = number, .total = total});
}

static void tell_totals(const struct run_state *run)
{
    const struct vortex *vortex = (const struct vortex *)run;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        const struct vortex_pipeline *p = vortex->cores[i].pipeline;
        for (uint32_t unit = 0; unit < VORTEX_UNITS; unit++)
            tell_total(run, i, PART_UNIT, unit, p->unit[unit].busy_total);
        tell_total(run, i, PART_REGISTERS, CACHE_CODE, p->icache.mshr_held);
        tell_total(run, i, PART_REGISTERS, CACHE_DATA, p->dcache.mshr_held);
    }
    for (uint32_t bank = 0; bank < vortex->clock->dram.banks; bank++)
        tell_total(run, 0, PART_BANK, bank, vortex->below->dram.bank[bank].requests);
    tell_total(run, 0, PART_REGISTERS, CACHE_SHARED, vortex->below->l2.mshr_held);
}

void vortex_count(struct run_state *run, cycle_t now, cycle_t end)
{
    struct vortex *vortex = (struct vortex *)run;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        count_core(&vortex->cores[i], end);
    if (run->observed)
        tell_totals(run);
    run->outcome->statistics.count[STAT_SWAS_KERNEL_CYCLES] = vortex_kernel_cycles(vortex, now);
    count_cache(&run->outcome->statistics, STAT_L2_HITS, &vortex->below->l2);
    count_dram(&run->outcome->statistics, &vortex->below->dram);
}

void vortex_describe_launch(const struct run_state *run, struct event *event)
{
    const struct vortex *vortex = (const struct vortex *)run;
    event->count = vortex->clock->frontend == FRONT_SWAS ? vortex->clock->queue_depth : 0;
}

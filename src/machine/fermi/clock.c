/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - one cycle of the SM, and the counts at its end. */
#include "machine/common/count.h"
#include "machine/common/tell.h"
#include "machine/fermi/clock.h"

void fermi_clock_group(struct run_state *run, struct group *group, cycle_t at)
{
    struct fermi *fermi = (struct fermi *)run;
    for (uint32_t i = 0; i < group->warps; i++) {
        struct fermi_warp *w = fermi_warp_of(group->warp[i]);
        struct fermi_timing *t = fermi_timing_of(fermi, w);
        *t = (struct fermi_timing){.started = at, .counted = t->counted, .told = w->live,
                                   .map = t->map};
        scoreboard_entries_reset(&t->entries, fermi->clock->numbers.scoreboard);
        scoreboard_matrix_reset(&t->matrix, fermi->clock->numbers.scoreboard);
        fermi->clock->running |= fermi_bit(w);
        fermi_front_sync(fermi, w, at);
        fermi_oracle_start(fermi, w);
        if (run->observed)
            tell_start(run, &w->resident.warp, at);
    }
}

/* Splits whose exchange with the cold table changes what is hot. */
static void settle_contexts(struct fermi *fermi, cycle_t now)
{
    uint64_t warps = fermi->contexts.unsettled & fermi->clock->running;
    if (!warps)
        return;
    contexts_settle(&fermi->contexts, now);
    for (; warps; warps &= warps - 1)
        fermi_settle(fermi, &fermi->warps[__builtin_ctzll(warps)], false, now, now);
}

enum wc_status fermi_step(struct run_state *run, cycle_t now, bool *acted)
{
    struct fermi *fermi = (struct fermi *)run;
    uint32_t issued = 0;
    run->cycle = now;
    *acted = fermi_watchdog(fermi, now);
    *acted |= fermi_front_resolve(fermi, now) || fermi->contexts.unsettled;
    settle_contexts(fermi, now);
    enum wc_status status = fermi_select(fermi, now, &issued);
    if (status != WC_OK)
        return status;
    fermi_issue_commit(fermi, now);
    *acted |= fermi_front_fetch(fermi, now) || issued || fermi->clock->first.w;
    return WC_OK;
}

cycle_t fermi_due(const struct run_state *run, cycle_t now)
{
    const struct fermi *fermi = (const struct fermi *)run;
    return earlier(fermi_front_due(fermi, now), later(fermi_watchdog_due(fermi), now + 1));
}

/* ---- the end of a launch ---- */

static void count_stacks(const struct fermi *fermi, uint64_t *max)
{
    for (uint32_t i = 0; i < fermi->numbers.warps; i++) {
        if (fermi->warps[i].postdom.depth_max > *max)
            *max = fermi->warps[i].postdom.depth_max;
    }
}

static void count_contexts(struct fermi *fermi)
{
    const struct contexts *contexts = &fermi->contexts;
    uint64_t *count = fermi->run.outcome->statistics.count;
    if (!fermi->numbers.frontier) {
        count_stacks(fermi, &count[STAT_SBI_STACK_MAX]);
        return;
    }
    count[STAT_DIVERGENT_SPLITS] += contexts->divergences;
    count[STAT_SBI_MERGES] += contexts->merges;
    count[STAT_SBI_SWAPS] += contexts->swaps;
    count[STAT_SBI_DEGRADED] += contexts->cct.degraded_inserts;
    count[STAT_SBI_SPILLS] += contexts->cct.spills;
    count[STAT_SBI_OUT_OF_ORDER] += contexts->out_of_order;
    count[STAT_SBI_EXCHANGES] += contexts->exchanges;
    for (uint32_t i = 0; i <= CONTEXTS_LANES_MAX; i++) {
        count[STAT_SBI_SPLITS_1 + (i < 4 ? i - (i > 0) : 3)] += contexts->histogram[i];
        if (contexts->histogram[i] && i > count[STAT_SBI_SPLITS_MAX])
            count[STAT_SBI_SPLITS_MAX] = i;
    }
}

void fermi_count(struct run_state *run, cycle_t now, cycle_t end)
{
    struct fermi *fermi = (struct fermi *)run;
    struct statistics *statistics = &run->outcome->statistics;
    (void)now;
    for (uint32_t i = 0; i < fermi->numbers.warps; i++)
        fermi_stalls_count(fermi, &fermi->warps[i], NULL, end);
    count_stalls(statistics, fermi->clock->stall);
    count_l1(statistics, &fermi->clock->l1);
    count_contexts(fermi);
    statistics->count[STAT_SBI_CONFLICTS] += fermi->clock->cascade.conflicts;
    statistics->count[STAT_SBI_LOOKUP_TIES] += fermi->clock->lookup.ties;
    statistics->count[STAT_DRAM_BYTES] = fermi->clock->memory.bytes;
    statistics->count[STAT_DRAM_READS] = fermi->clock->memory.loads;
    statistics->count[STAT_DRAM_WRITES] = fermi->clock->memory.stores;
    statistics->count[STAT_SBI_LAYOUT_BRANCHES] = fermi->reconvergence.branches;
    statistics->count[STAT_SBI_LAYOUT_BELOW] = fermi->reconvergence.below;
}

void fermi_describe_launch(const struct run_state *run, struct event *event)
{
    (void)run;
    event->groups = event->side_by_side = true;
}

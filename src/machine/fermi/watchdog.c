/* SPDX-License-Identifier: Apache-2.0 */
/* watchdog.c - lanes of a warp that wait for a lock can keep its holder from running, if it is cold
 * or suspended. The watchdog then orders splits by chance for a while, and by the program
 * again for as long, until the holder has had its turn. */
#include "machine/fermi/clock.h"

cycle_t fermi_watchdog_due(const struct fermi *fermi)
{
    const struct fermi_clock *clock = fermi->clock;
    if (!clock->numbers.watchdog || !fermi->numbers.frontier)
        return NEVER;
    return clock->reordered + clock->numbers.watchdog;
}

static bool is_parted(const struct fermi *fermi)
{
    for (uint64_t rest = fermi->clock->running; rest; rest &= rest - 1) {
        if (contexts_count(&fermi->contexts, (uint32_t)__builtin_ctzll(rest)) > 1)
            return true;
    }
    return false;
}

/* When the last hot split is back that had no node (SBI-32). */
static cycle_t fetched_back(const struct fermi *fermi)
{
    cycle_t last = 0;
    for (uint64_t rest = fermi->clock->running; rest; rest &= rest - 1) {
        const struct fermi_warp *w = &fermi->warps[__builtin_ctzll(rest)];
        for (uint32_t i = 0; i < fermi->clock->numbers.contexts.hot; i++)
            last = w->hot[i].mask ? later(last, w->hot[i].ready) : last;
    }
    return last;
}

/* A split that is on its way back gets its turn first: otherwise an order that changes faster than
 * that would fetch splits for ever. */
bool fermi_watchdog(struct fermi *fermi, cycle_t now)
{
    struct fermi_clock *clock = fermi->clock;
    if (now < fermi_watchdog_due(fermi))
        return false;
    clock->reordered = later(now, fetched_back(fermi));
    if (clock->reordered > now)
        return false;
    if (!is_parted(fermi) && clock->order % 2 == 0)
        return false;
    clock->order++;
    contexts_reorder(&fermi->contexts, clock->order % 2 ? clock->order : 0, now);
    for (uint64_t rest = clock->running; rest; rest &= rest - 1)
        fermi_front_sync(fermi, &fermi->warps[__builtin_ctzll(rest)], now);
    fermi->run.outcome->statistics.count[STAT_SBI_REORDERS]++;
    return true;
}

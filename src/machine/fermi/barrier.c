/* SPDX-License-Identifier: Apache-2.0 */
/* barrier.c - threads of a group meet (SBI-40).
 *
 * Arrivals are counted per thread: splits of a warp arrive one by one, and those that wait after
 * the same instruction merge. Threads that have ended count as arrived. With the stack of cubins a
 * warp arrives as a whole, as on hardware. */
#include <inttypes.h>

#include "machine/fermi/model.h"

/* Threads that have arrived, or need not: a logical warp whose live lanes are all there is
 * complete, lanes without a thread included. */
static uint32_t arrivals(const struct fermi_group *group, const struct fermi_barrier *barrier)
{
    const uint64_t half = lanes_all(SASS_LANES);
    uint32_t count = 0;
    for (uint32_t i = 0; i < group->group.warps; i++) {
        const struct fermi_warp *w = fermi_warp_of(group->group.warp[i]);
        for (uint32_t first = 0; first < w->resident.warp.lanes; first += SASS_LANES) {
            uint64_t here = barrier->arrived[i] >> first & half, live = w->live >> first & half;
            if (here)
                count += live & ~here ? (uint32_t)__builtin_popcountll(here) : SASS_LANES;
        }
    }
    return count;
}

static bool is_complete(const struct fermi_group *group, const struct fermi_barrier *barrier)
{
    if (barrier->expected)
        return arrivals(group, barrier) >= barrier->expected;
    for (uint32_t i = 0; i < group->group.warps; i++)
        if (fermi_warp_of(group->group.warp[i])->live & ~barrier->arrived[i])
            return false;
    return true;
}

/* The result of BAR.RED for a warp; each warp says how it combines the values of all. */
static uint32_t combined(const struct fermi_barrier *barrier, unsigned how)
{
    if (how == SASS_REDUCE_POPC)
        return barrier->holds;
    return how == SASS_REDUCE_AND ? barrier->holds == barrier->lanes : barrier->holds != 0;
}

static void let_go(struct fermi *fermi, struct fermi_warp *w, uint64_t lanes,
                   const struct fermi_barrier *barrier)
{
    if (w->reduces)
        w->sass.reduced = combined(barrier, w->reduction);
    if (fermi->numbers.frontier)
        contexts_release(&fermi->contexts, w->resident.warp.slot, lanes, fermi->run.cycle);
    else
        fermi_stack_release(fermi, w, lanes);
}

static void release(struct fermi *fermi, struct fermi_group *group, struct fermi_barrier *barrier)
{
    uint64_t warps = 0;
    const struct fermi_barrier full = *barrier;
    *barrier = (struct fermi_barrier){.used = false};
    for (uint32_t i = 0; i < group->group.warps; i++) {
        if (!full.waiting[i])
            continue;
        let_go(fermi, fermi_warp_of(group->group.warp[i]), full.waiting[i], &full);
        warps |= 1ull << i;
    }
    run_release_group(&fermi->run, &group->group, warps);
}

void fermi_leave_barriers(struct fermi *fermi, struct fermi_group *group)
{
    for (uint32_t i = 0; i < FERMI_BARRIERS; i++) {
        struct fermi_barrier *barrier = &group->barrier[i];
        if (barrier->used && is_complete(group, barrier))
            release(fermi, group, barrier);
    }
}

static enum wc_status check(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                            const struct effect *effect)
{
    if (effect->value >= FERMI_BARRIERS)
        return run_fail(&fermi->run, &w->resident, insn, "barrier %" PRIu32
                        " does not exist; a group has barriers 0 to %d", effect->value,
                        FERMI_BARRIERS - 1);
    if (effect->count % SASS_LANES)
        return run_fail(&fermi->run, &w->resident, insn, "barrier for %" PRIu32
                        " threads; expected 0 (all) or a multiple of %d", effect->count,
                        SASS_LANES);
    return WC_OK;
}

enum wc_status fermi_arrive(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                            const struct effect *effect)
{
    struct fermi_group *group = fermi_group_of(&w->resident);
    const bool whole = !fermi->numbers.frontier && fermi->program->stack == &reconverge_tokens;
    const uint64_t here = whole ? w->live : w->resident.warp.mask;
    const uint32_t number = w->resident.number;
    enum wc_status status = check(fermi, w, insn, effect);
    if (status != WC_OK)
        return status;
    struct fermi_barrier *barrier = &group->barrier[effect->value];
    barrier->used = true;
    barrier->expected = effect->count;
    barrier->arrived[number] |= here;
    if (effect->target != SASS_BARRIER_ARRIVE)
        barrier->waiting[number] |= here;
    w->barrier = effect->value;
    w->reduces = effect->target == SASS_BARRIER_REDUCE;
    if (w->reduces) {
        w->reduction = sass_of(insn)->modifier[SASS_OP];
        barrier->lanes += (uint32_t)__builtin_popcountll(w->resident.warp.mask);
        barrier->holds += (uint32_t)__builtin_popcountll(effect->taken);
    }
    fermi->run.outcome->statistics.count[STAT_BARRIERS]++;
    return WC_OK;
}

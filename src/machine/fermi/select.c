/* SPDX-License-Identifier: Apache-2.0 */
/* select.c - the schedulers.
 *
 * The primary scheduler picks the oldest instruction that is ready: of each pool one. SBI adds the
 * secondary split of the same warp, or any other warp in another row (SBI-38). SWI's second
 * scheduler works one cycle later: it looks for the instruction that fills most of the lanes that
 * the first one leaves, while the primary scheduler picks for the next phase already (SWI-2). If
 * both take the same instruction, the second one has it, and the next phase has no primary
 * (SWI-6). */
#include "machine/fermi/clock.h"

/* ---- candidates ---- */

static struct fermi_pick candidate(const struct fermi *fermi, struct fermi_warp *w, uint32_t slot)
{
    return (struct fermi_pick){
        .w = w, .slot = slot, .insn = fermi_timing_of(fermi, w)->entry[slot].insn, .row = -1,
        .lanes = fermi->clock->waiting[slot].lanes[w->resident.warp.slot]};
}

/* Ready in a phase, whatever its row does. */
static bool is_ready(const struct fermi *fermi, const struct fermi_warp *w, uint32_t slot,
                     cycle_t phase)
{
    const struct fermi_waiting *waiting = &fermi->clock->waiting[slot];
    const uint32_t warp = w->resident.warp.slot;
    return waiting->open >> warp & 1 && waiting->ready[warp] <= phase;
}

/* Warps whose instruction finds a free row, and may go with the first one of the phase. */
static uint64_t possible(const struct fermi_clock *clock, uint32_t slot,
                         const struct fermi_pick *with, cycle_t phase)
{
    const struct fermi_waiting *waiting = &clock->waiting[slot];
    const struct pair_rules *rules = &clock->numbers.rules;
    uint64_t warps = 0;
    for (unsigned kind = 0; kind < FERMI_ROW_KINDS; kind++) {
        if (fermi_row_free(clock, (enum fermi_row_kind)kind, phase) >= 0)
            warps |= waiting->of_kind[kind];
    }
    if (with->w && pair_rules_look_ahead(rules) && fermi_may_part(with->insn))
        warps &= ~waiting->parting;
    if (with->w && !rules->two_memory && fermi_row_kind(with->insn) == FERMI_LSU)
        warps &= ~waiting->of_kind[FERMI_LSU];
    return warps & waiting->open & clock->running;
}

/* The oldest ready instruction of that slot among warps, with a free row (SBI-6). */
static struct fermi_pick oldest(const struct fermi *fermi, uint64_t warps, uint32_t slot,
                                const struct fermi_pick *with, cycle_t phase)
{
    const struct fermi_waiting *waiting = &fermi->clock->waiting[slot];
    cycle_t age = NEVER;
    uint32_t best = 0;
    for (uint64_t rest = warps & possible(fermi->clock, slot, with, phase); rest;
         rest &= rest - 1) {
        uint32_t warp = (uint32_t)__builtin_ctzll(rest);
        if (waiting->ready[warp] > phase || waiting->fetched[warp] >= age)
            continue;
        best = warp;
        age = waiting->fetched[warp];
    }
    if (age == NEVER)
        return (struct fermi_pick){0};
    struct fermi_pick pick = candidate(fermi, &fermi->warps[best], slot);
    pick.row = fermi_row_free(fermi->clock, fermi_row_kind(pick.insn), phase);
    return pick;
}

static const struct fermi_pick nobody = {0};

/* A lone secondary may run ahead of primaries that wait (SBI-39). */
static struct fermi_pick pick_first(const struct fermi *fermi, uint64_t warps, cycle_t phase)
{
    struct fermi_pick pick = oldest(fermi, warps, 0, &nobody, phase);
    if (!pick.w && fermi->clock->numbers.second != FERMI_SECOND_NONE)
        pick = oldest(fermi, warps, 1, &nobody, phase);
    return pick;
}

/* ---- one stage: the baseline and SBI ---- */

static struct fermi_pick second_of_warp(const struct fermi *fermi, const struct fermi_pick *first,
                                        cycle_t phase)
{
    struct fermi_pick pick = {0};
    if (first->slot || !is_ready(fermi, first->w, 1, phase))
        return nobody;
    pick = candidate(fermi, first->w, 1);
    return fermi_rows_pair(fermi->clock, first, &pick, phase, true) &&
                   fermi_front_finds_entry(fermi, &pick, phase)
               ? pick
               : nobody;
}

static struct fermi_pick second_of_any(const struct fermi *fermi, const struct fermi_pick *first,
                                       cycle_t phase)
{
    uint64_t others = ~fermi_bit(first->w);
    struct fermi_pick primary = oldest(fermi, others, 0, first, phase);
    struct fermi_pick secondary = oldest(fermi, others, 1, first, phase);
    if (!primary.w || !secondary.w)
        return primary.w ? primary : secondary;
    const struct fermi_waiting *waiting = fermi->clock->waiting;
    return waiting[1].fetched[secondary.w->resident.warp.slot] <
                   waiting[0].fetched[primary.w->resident.warp.slot]
               ? secondary
               : primary;
}

static void count_pair(struct fermi *fermi, const struct fermi_pick *first,
                       const struct fermi_pick *second)
{
    uint64_t *count = fermi->run.outcome->statistics.count;
    count[STAT_SBI_PAIR_SAME_WARP] += first->w == second->w;
    count[second->shares ? STAT_SBI_PAIR_SAME_ROW : STAT_SBI_PAIR_OTHER_ROW]++;
}

static enum wc_status select_pair(struct fermi *fermi, const struct fermi_pick *first,
                                  cycle_t now, uint32_t *issued)
{
    const unsigned mode = fermi->clock->numbers.second;
    struct fermi_pick second = {0};
    enum wc_status status = fermi_issue(fermi, first, now, now);
    ++*issued;
    if (status != WC_OK || mode == FERMI_SECOND_NONE)
        return status;
    second = second_of_warp(fermi, first, now);
    if (!second.w && mode == FERMI_SECOND_ANY)
        second = second_of_any(fermi, first, now);
    if (!second.w)
        return WC_OK;
    count_pair(fermi, first, &second);
    second.second = true;
    ++*issued;
    return fermi_issue(fermi, &second, now, now);
}

/* Pools take turns in going first, so that none owns the rows of which there is one. */
static enum wc_status select_at_once(struct fermi *fermi, cycle_t now, uint32_t *issued)
{
    const struct fermi_clock *clock = fermi->clock;
    const uint32_t pools = clock->numbers.pools;
    enum wc_status status = WC_OK;
    for (uint32_t i = 0; status == WC_OK && i < pools; i++) {
        struct fermi_pick first =
            pick_first(fermi, clock->pool[(i + now) % pools].warps, now);
        if (first.w)
            status = select_pair(fermi, &first, now, issued);
    }
    return status;
}

/* ---- two stages: SWI ---- */

/* Entries of the look-up are numbered slot by slot. */
static uint32_t entry_number(const struct fermi *fermi, const struct fermi_pick *pick)
{
    return pick->slot * fermi->numbers.warps + pick->w->resident.warp.slot;
}

/* The candidates of a phase. */
struct candidates {
    struct mask_entry entry[MASK_LOOKUP_MAX];
    struct fermi_pick pick[MASK_LOOKUP_MAX];
    uint64_t ready, preferred;
};

static void add_candidate(const struct fermi *fermi, struct fermi_warp *w, uint32_t slot,
                          cycle_t phase, struct candidates *out)
{
    const struct fermi_clock *clock = fermi->clock;
    if (!is_ready(fermi, w, slot, phase))
        return;
    struct fermi_pick pick = candidate(fermi, w, slot);
    const uint32_t number = entry_number(fermi, &pick);
    if (!fermi_rows_pair(clock, &clock->first, &pick, phase, true))
        return;
    out->pick[number] = pick;
    out->entry[number] = (struct mask_entry){.lanes = pick.lanes};
    out->ready |= 1ull << number;
    out->preferred |= (uint64_t)(w == clock->first.w) << number;
}

/* Splits of the primary instruction's warp that it has left free (SWI-20). In the cycle since, its
 * own lanes have moved on, perhaps beyond the others or into them. */
static void add_same_warp(const struct fermi *fermi, cycle_t phase, struct candidates *out)
{
    const struct fermi_clock *clock = fermi->clock;
    struct fermi_warp *w = clock->first.w;
    if (!w || w->resident.ended)
        return;
    for (uint32_t slot = 0; slot < FERMI_HOT; slot++) {
        if (!(clock->waiting[slot].lanes[w->resident.warp.slot] & clock->first.lanes))
            add_candidate(fermi, w, slot, phase, out);
    }
}

/* Warps that are searched: of a dropped primary instruction the same set. */
static uint64_t searched(const struct fermi_clock *clock)
{
    uint64_t warps = mask_lookup_warps(&clock->lookup, clock->first_warp);
    if (!clock->first.w)
        warps |= 1ull << clock->first_warp;
    return warps & clock->running;
}

/* Rows and lanes have been checked: the fullest candidate wins; on a tie the secondary split of the
 * same warp, then chance (SWI-5, SWI-20). */
static struct fermi_pick best_fit(struct fermi *fermi, cycle_t phase)
{
    static const uint64_t all_free[1] = {~0ull};
    struct fermi_clock *clock = fermi->clock;
    const bool sbi = clock->numbers.second != FERMI_SECOND_NONE;
    struct candidates found; /* entries count where `ready` says so */
    found.ready = found.preferred = 0;
    if (sbi)
        add_same_warp(fermi, phase, &found);
    for (uint64_t warps = searched(clock); warps; warps &= warps - 1) {
        struct fermi_warp *w = &fermi->warps[__builtin_ctzll(warps)];
        add_candidate(fermi, w, 0, phase, &found);
        if (sbi)
            add_candidate(fermi, w, 1, phase, &found);
    }
    int best = mask_lookup_best(&clock->lookup, found.entry, found.ready, found.preferred,
                                all_free);
    return best < 0 ? nobody : found.pick[best];
}

/* The partner of the last cycle's primary instruction, or its replacement. */
static enum wc_status select_second(struct fermi *fermi, struct fermi_pick *second,
                                    cycle_t phase, cycle_t now, uint32_t *issued)
{
    if (!second->w)
        return WC_OK;
    second->second = fermi->clock->first.w;
    if (second->second)
        count_pair(fermi, &fermi->clock->first, second);
    ++*issued;
    return fermi_issue(fermi, second, phase, now);
}

/* Both stages look at the same buffers: the second may take the instruction, or the row, that the
 * first has picked for the next phase. Then that phase has no primary (SWI-6). */
static void drop_conflict(struct fermi *fermi, const struct fermi_pick *second,
                          struct fermi_pick *first, cycle_t now)
{
    struct fermi_clock *clock = fermi->clock;
    int primary = first->w ? (int)entry_number(fermi, first) : CASCADE_NONE;
    int secondary = second->w ? (int)entry_number(fermi, second) : CASCADE_NONE;
    cascade_turn(&clock->cascade, primary, secondary);
    if (first->w)
        clock->first_warp = first->w->resident.warp.slot;
    if (clock->cascade.held < 0) {
        first->w = NULL;
        return;
    }
    first->row = fermi_row_free(clock, fermi_row_kind(first->insn), now);
    if (first->row < 0) {
        fermi->run.outcome->statistics.count[STAT_SBI_ROW_CONFLICTS]++;
        first->w = NULL;
    }
}

/* Of phases that have a primary instruction. */
static void count_lookup(struct fermi *fermi, const struct fermi_pick *second)
{
    uint64_t *count = fermi->run.outcome->statistics.count;
    const bool searched = fermi->clock->first.w;
    count[STAT_SBI_LOOKUPS] += searched;
    count[STAT_SBI_LOOKUP_HITS] += searched && second->w;
}

static enum wc_status select_in_stages(struct fermi *fermi, cycle_t now, uint32_t *issued)
{
    struct fermi_clock *clock = fermi->clock;
    struct fermi_pick first = pick_first(fermi, clock->pool[0].warps, now);
    struct fermi_pick second = now ? best_fit(fermi, now - 1) : nobody;
    count_lookup(fermi, &second);
    enum wc_status status = select_second(fermi, &second, now - 1, now, issued);
    if (status != WC_OK)
        return status;
    drop_conflict(fermi, &second, &first, now);
    if (first.w && first.w == second.w && !fermi_front_finds_entry(fermi, &first, now))
        first.w = NULL;
    clock->first = first;
    if (!first.w)
        return WC_OK;
    ++*issued;
    return fermi_issue(fermi, &first, now, now);
}

enum wc_status fermi_select(struct fermi *fermi, cycle_t now, uint32_t *issued)
{
    return (fermi->clock->numbers.swi ? select_in_stages : select_at_once)(fermi, now, issued);
}

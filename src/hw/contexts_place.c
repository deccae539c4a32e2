/* SPDX-License-Identifier: Apache-2.0 */
/* contexts_place.c - keeps the lowest splits hot and exchanges them with the cold ones. */
#include "hw/contexts_place.h"

#include "hw/hct_sorter.h"

static uint64_t bit(const struct contexts *contexts, const struct contexts_warp *warp)
{
    return 1ull << (warp - contexts->warps);
}

static void read_lanes(const struct contexts_warp *w, uint64_t *lanes)
{
    lanes[0] = w->hot[0].mask;
    lanes[1] = w->hot[1].mask;
    lanes[2] = w->cold;
}

void placing_begin(struct placing *placing, struct contexts *contexts, uint32_t warp, cycle_t now)
{
    placing->contexts = contexts;
    placing->warp = &contexts->warps[warp];
    placing->now = now;
    placing->count = 0;
    read_lanes(placing->warp, placing->before);
}

static void sort(struct placing *placing)
{
    uint32_t before = placing->count;
    placing->count = hct_sort(placing->entries, placing->count);
    placing->contexts->merges += before - placing->count;
}

static void swap(struct split *a, struct split *b)
{
    struct split kept = *a;
    *a = *b;
    *b = kept;
}

/* Busy splits keep their slots: the highest other ones go cold in their place. There are never more
 * of them than slots. */
static void keep_busy_hot(struct placing *placing)
{
    struct split *entries = placing->entries;
    uint32_t slot = placing->contexts->numbers.hot;
    for (uint32_t i = slot; i < placing->count; i++) {
        if (!entries[i].busy)
            continue;
        do
            slot--;
        while (entries[slot].busy);
        swap(&entries[slot], &entries[i]);
    }
    if (placing->contexts->numbers.hot > 1 && placing->count > 1 && entries[0].key > entries[1].key)
        swap(&entries[0], &entries[1]);
}

static uint32_t losers(const struct placing *placing)
{
    uint32_t hot = placing->contexts->numbers.hot;
    return placing->count > hot ? placing->count - hot : 0;
}

static bool fits(const struct placing *placing)
{
    const struct contexts *contexts = placing->contexts;
    uint32_t more = losers(placing);
    return !more || (more <= cct_free_nodes(&contexts->cct) &&
                     placing->warp->cold_count + more <= contexts->numbers.cold_max);
}

static void make_cold(struct placing *placing, const struct split *split)
{
    struct contexts_warp *w = placing->warp;
    enum cct_outcome outcome =
        cct_insert(&placing->contexts->cct, &w->list, split, true, placing->now);
    w->cold |= split->mask;
    w->cold_count += outcome == CCT_ADDED;
    placing->contexts->merges += outcome == CCT_MERGED;
}

/* Sorted entries become hot, the last ones cold. The highest is inserted first: if the sorter is
 * busy after it, the others go to the head of the list in their order. */
static void distribute(struct placing *placing)
{
    struct contexts_warp *w = placing->warp;
    uint32_t hot = placing->contexts->numbers.hot;
    keep_busy_hot(placing);
    for (uint32_t i = 0; i < CONTEXTS_HOT_MAX; i++)
        w->hot[i] = i < hot && i < placing->count ? placing->entries[i] : (struct split){0};
    for (uint32_t i = placing->count; i > hot; i--)
        make_cold(placing, &placing->entries[i - 1]);
}

/* ---- exchange with the head of the list ---- */

/* The first cold split that can run: every hot one waits at a barrier, and the list may be
 * unsorted. NULL: none. */
static uint32_t *first_runnable(struct contexts *contexts, struct contexts_warp *w)
{
    uint32_t *link = &w->list;
    while (*link != CCT_NONE && contexts->cct.nodes[*link].split.waits)
        link = &contexts->cct.nodes[*link].next;
    return *link == CCT_NONE ? NULL : link;
}

/* The hot split that would go cold, if all slots are taken; NULL: all are busy. */
static const struct split *highest_not_busy(const struct contexts *contexts,
                                            const struct contexts_warp *w)
{
    for (uint32_t i = contexts->numbers.hot; i > 0; i--) {
        if (!w->hot[i - 1].busy)
            return &w->hot[i - 1];
    }
    return NULL;
}

/* The cold split that is to become hot, as the link to its node; NULL: none. */
static uint32_t *challenger(struct contexts *contexts, struct contexts_warp *w)
{
    if (w->list == CCT_NONE)
        return NULL;
    if (!w->hot[contexts->numbers.hot - 1].mask)
        return &w->list;
    const struct split *loser = highest_not_busy(contexts, w);
    if (!contexts->numbers.literal && loser &&
        contexts->cct.nodes[w->list].split.key <= loser->key)
        return &w->list;
    if (!w->hot[0].waits)
        return NULL;
    return first_runnable(contexts, w);
}

static void exchange(struct placing *placing, uint32_t *link)
{
    struct contexts_warp *w = placing->warp;
    placing->contexts->rescues += w->hot[0].waits;
    struct split popped = cct_take(&placing->contexts->cct, link, placing->now);
    w->cold &= ~popped.mask;
    w->cold_count--;
    placing->count = 0;
    placing_add(placing, &popped);
    for (uint32_t i = 0; i < CONTEXTS_HOT_MAX; i++)
        placing_add(placing, &w->hot[i]);
    sort(placing);
    distribute(placing);
    placing->contexts->exchanges++;
}

/* Makes at most `limit` exchanges; a warp that needs more is marked as not settled. */
static void exchange_some(struct placing *placing, uint32_t limit)
{
    struct contexts *contexts = placing->contexts;
    uint32_t *link;
    contexts->unsettled &= ~bit(contexts, placing->warp);
    while ((link = challenger(contexts, placing->warp)) != NULL) {
        if (!limit--) {
            contexts->unsettled |= bit(contexts, placing->warp);
            return;
        }
        exchange(placing, link);
    }
}

static void note_change(const struct placing *placing)
{
    uint64_t after[TRANSITION_SIZE];
    read_lanes(placing->warp, after);
    transition change = transition_between(placing->before, after);
    placing->contexts->swaps += transition_at(change, 0, 1) && transition_at(change, 1, 0);
    placing->warp->change = transition_then(placing->warp->change, change);
}

/* Places sorted entries, which are all splits of the warp that are not cold. */
static void place(struct placing *placing)
{
    struct contexts *contexts = placing->contexts;
    uint32_t limit = contexts->numbers.model == CONTEXTS_EXACT ? UINT32_MAX : !losers(placing);
    distribute(placing);
    exchange_some(placing, limit);
    note_change(placing);
}

enum contexts_outcome placing_finish(struct placing *placing, bool spill)
{
    struct contexts *contexts = placing->contexts;
    uint64_t merges = contexts->merges;
    sort(placing);
    if (!spill && !fits(placing)) {
        contexts->merges = merges;
        contexts->full_stalls++;
        return CONTEXTS_FULL;
    }
    place(placing);
    uint32_t warp = (uint32_t)(placing->warp - contexts->warps);
    contexts->histogram[contexts_count(contexts, warp)]++;
    if (contexts->numbers.model == CONTEXTS_HARDWARE)
        contexts->out_of_order += !contexts_in_order(contexts, warp);
    return CONTEXTS_MOVED;
}

void contexts_settle(struct contexts *contexts, cycle_t now)
{
    for (uint64_t left = contexts->unsettled; left; left &= left - 1) {
        struct placing placing;
        placing_begin(&placing, contexts, (uint32_t)__builtin_ctzll(left), now);
        exchange_some(&placing, 1);
        note_change(&placing);
    }
}

/* The entries are all splits of the warp; none is hot or cold. */
void placing_replace(struct placing *placing)
{
    struct contexts *contexts = placing->contexts;
    sort(placing);
    distribute(placing);
    exchange_some(placing, contexts->numbers.model == CONTEXTS_EXACT ? UINT32_MAX : 0);
    note_change(placing);
}

void placing_take_all(struct placing *placing)
{
    struct contexts_warp *w = placing->warp;
    for (uint32_t i = 0; i < CONTEXTS_HOT_MAX; i++)
        placing_add(placing, &w->hot[i]);
    while (w->list != CCT_NONE)
        placing->entries[placing->count++] =
            cct_take(&placing->contexts->cct, &w->list, placing->now);
    w->cold = w->cold_count = 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* hct_sorter.c - an insertion sort: a handful of entries, mostly in order already. */
#include "hw/hct_sorter.h"

static bool merges(const struct split *a, const struct split *b)
{
    return a->key == b->key && !a->busy && !b->busy;
}

static void sort(struct split *entries, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (entries[i - 1].key <= entries[i].key)
            continue;
        struct split moved = entries[i];
        uint32_t place = i;
        for (; place && entries[place - 1].key > moved.key; place--)
            entries[place] = entries[place - 1];
        entries[place] = moved;
    }
}

static uint32_t compact(struct split *entries, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (entries[i].mask)
            entries[kept++] = entries[i];
    }
    return kept;
}

static bool take_up(struct split *into, const struct split *from)
{
    if (!merges(into, from))
        return false;
    into->mask |= from->mask;
    into->ready = later(into->ready, from->ready);
    return true;
}

uint32_t hct_sort(struct split *entries, uint32_t count)
{
    count = compact(entries, count);
    sort(entries, count);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool merged = false;
        /* A busy entry of the same key may be between two that merge. */
        for (uint32_t k = kept; !merged && k && entries[k - 1].key == entries[i].key; k--)
            merged = take_up(&entries[k - 1], &entries[i]);
        if (!merged)
            entries[kept++] = entries[i];
    }
    return kept;
}

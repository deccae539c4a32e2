/* SPDX-License-Identifier: Apache-2.0 */
/* mask_lookup.c - sets, inclusion of masks, best fit and ties. */
#include "hw/mask_lookup.h"

void mask_lookup_reset(struct mask_lookup *lookup, const struct mask_lookup_numbers *numbers)
{
    *lookup = (struct mask_lookup){.numbers = numbers, .state = numbers->seed};
}

uint64_t mask_lookup_warps(const struct mask_lookup *lookup, uint32_t warp)
{
    const struct mask_lookup_numbers *n = lookup->numbers;
    uint32_t set = (warp + (n->set == MASK_LOOKUP_NEXT_SET)) % n->sets;
    uint64_t warps = 0;
    for (uint32_t i = set; i < n->warps; i += n->sets)
        warps |= 1ull << i;
    return warps & ~(1ull << warp);
}

/* 16 bits, x^16 + x^14 + x^13 + x^11 + 1: every state but 0 before the first comes back. */
static uint32_t draw(struct mask_lookup *lookup, uint32_t below)
{
    lookup->state = (uint16_t)(lookup->state >> 1 ^ (-(lookup->state & 1u) & 0xb400u));
    return lookup->state % below;
}

static uint32_t nth(uint64_t entries, uint32_t n)
{
    while (n--)
        entries &= entries - 1;
    return (uint32_t)__builtin_ctzll(entries);
}

static int choose(struct mask_lookup *lookup, uint64_t best, uint64_t preferred)
{
    best = best & preferred ? best & preferred : best;
    uint32_t count = (uint32_t)__builtin_popcountll(best);
    if (count < 2 || lookup->numbers->tie == MASK_LOOKUP_FIRST)
        return count ? __builtin_ctzll(best) : -1;
    lookup->ties++;
    return (int)nth(best, draw(lookup, count));
}

/* Without the instruction that not every host has, and without a call. */
static int count_lanes(uint64_t lanes)
{
    lanes -= lanes >> 1 & 0x5555555555555555u;
    lanes = (lanes & 0x3333333333333333u) + (lanes >> 2 & 0x3333333333333333u);
    lanes = (lanes + (lanes >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(lanes * 0x0101010101010101u >> 56);
}

int mask_lookup_best(struct mask_lookup *lookup, const struct mask_entry *entries, uint64_t ready,
                     uint64_t preferred, const uint64_t *free_by_row)
{
    uint64_t best = 0;
    int max = -1;
    for (; ready; ready &= ready - 1) {
        const struct mask_entry *entry = &entries[__builtin_ctzll(ready)];
        if (entry->lanes & ~free_by_row[entry->row])
            continue;
        int lanes = count_lanes(entry->lanes);
        if (lanes < max)
            continue;
        best = (lanes > max ? 0 : best) | (ready & -ready);
        max = lanes;
    }
    return choose(lookup, best, preferred);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* localmem.c - bank conflicts. */
#include "hw/localmem.h"

#include <stdbool.h>

void localmem_reset(struct localmem *localmem)
{
    *localmem = (struct localmem){.numbers = localmem->numbers};
}

uint32_t localmem_rounds(const struct localmem_numbers *numbers, const uint64_t *address,
                         uint64_t mask)
{
    uint64_t words[64];
    uint8_t depth[LOCALMEM_BANKS_MAX] = {0};
    uint32_t distinct = 0, max = 0;
    for (; mask; mask &= mask - 1) {
        uint64_t word = address[__builtin_ctzll(mask)] / numbers->word_bytes;
        bool seen = false;
        for (uint32_t i = 0; i < distinct; i++)
            seen |= words[i] == word;
        if (seen)
            continue;
        words[distinct++] = word;
        uint32_t bank_depth = ++depth[word % numbers->banks];
        max = bank_depth > max ? bank_depth : max;
    }
    return max;
}

cycle_t localmem_request(struct localmem *localmem, const uint64_t *address, uint64_t mask,
                         cycle_t now, cycle_t *taken)
{
    uint32_t rounds = localmem_rounds(localmem->numbers, address, mask);
    *taken = later(now, localmem->free);
    localmem->free = *taken + rounds;
    localmem->accesses++;
    localmem->conflicts += rounds - 1;
    return *taken + rounds - 1 + localmem->numbers->latency;
}

cycle_t localmem_next_event(const struct localmem *localmem, cycle_t now)
{
    return localmem->free > now ? localmem->free : NEVER;
}

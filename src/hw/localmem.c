/* SPDX-License-Identifier: Apache-2.0 */
/* localmem.c - bank conflicts. */
#include "hw/localmem.h"

#include <stdbool.h>

#include "base/lanewise.h"

void localmem_reset(struct localmem *localmem)
{
    *localmem = (struct localmem){.numbers = localmem->numbers};
}

/* The bits in which addresses from lane `first` on differ. */
LANEWISE static uint64_t differences(const uint64_t *address, unsigned first, unsigned end)
{
    const uint64_t one = address[first];
    uint64_t differ = 0;
    for (unsigned lane = first; lane < end; lane++)
        differ |= address[lane] ^ one;
    return differ;
}

static bool is_power_of_two(uint32_t number)
{
    return !(number & (number - 1));
}

/* Whether all lanes access words of one row across the banks: the common case, in which no bank
 * serves two. All lanes from the first to the last active one are compared; an inactive one can
 * only cause a needless no. */
static bool on_one_row(const struct localmem_numbers *numbers, const uint64_t *address,
                       uint64_t mask)
{
    const uint32_t row_bytes = numbers->banks * numbers->word_bytes;
    if (!mask || !is_power_of_two(row_bytes))
        return false;
    const unsigned first = (unsigned)__builtin_ctzll(mask);
    const unsigned end = 64 - (unsigned)__builtin_clzll(mask);
    return differences(address, first, end) < row_bytes;
}

/* A list of distinct words per bank: lanes of the same word share an access. */
static uint32_t most_words_of_a_bank(const struct localmem_numbers *numbers,
                                     const uint64_t *address, uint64_t mask)
{
    uint64_t words[LOCALMEM_LANES_MAX];
    uint8_t depth[LOCALMEM_BANKS_MAX] = {0}, latest[LOCALMEM_BANKS_MAX] = {0};
    uint8_t before[LOCALMEM_LANES_MAX];
    uint8_t distinct = 0, max = 0;
    for (; mask; mask &= mask - 1) {
        uint64_t word = address[__builtin_ctzll(mask)] / numbers->word_bytes;
        uint64_t bank = word % numbers->banks;
        uint8_t left = depth[bank], i = latest[bank];
        for (; left && words[i] != word; left--)
            i = before[i];
        if (left)
            continue;
        words[distinct] = word;
        before[distinct] = latest[bank];
        latest[bank] = distinct++;
        max = ++depth[bank] > max ? depth[bank] : max;
    }
    return max;
}

uint32_t localmem_rounds(const struct localmem_numbers *numbers, const uint64_t *address,
                         uint64_t mask)
{
    return on_one_row(numbers, address, mask) ? 1
                                              : most_words_of_a_bank(numbers, address, mask);
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

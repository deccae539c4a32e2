/* SPDX-License-Identifier: Apache-2.0 */
/* sharedmem.c - pools of lanes, bank conflicts, and their time. */
#include "hw/sharedmem.h"

#include <stdbool.h>

enum { WORDS_MAX = 64, NO_WORD = WORDS_MAX };

/* The distinct words that one pool accesses, one per lane. The words of a bank form a chain, latest
 * first. */
struct wanted {
    uint64_t word[WORDS_MAX];
    uint8_t before[WORDS_MAX];
    uint8_t latest[SHAREDMEM_BANKS_MAX];
    uint32_t of_bank[SHAREDMEM_BANKS_MAX];
    uint32_t count;
    uint32_t max; /* of any bank */
};

static void want_nothing(struct wanted *wanted, uint32_t banks)
{
    wanted->count = 0;
    wanted->max = 0;
    for (uint32_t bank = 0; bank < banks; bank++) {
        wanted->latest[bank] = NO_WORD;
        wanted->of_bank[bank] = 0;
    }
}

static void want(struct wanted *wanted, uint32_t bank, uint64_t word)
{
    for (uint32_t i = wanted->latest[bank]; i != NO_WORD; i = wanted->before[i])
        if (wanted->word[i] == word)
            return;
    wanted->word[wanted->count] = word;
    wanted->before[wanted->count] = wanted->latest[bank];
    wanted->latest[bank] = (uint8_t)wanted->count++;
    uint32_t of_bank = ++wanted->of_bank[bank];
    wanted->max = of_bank > wanted->max ? of_bank : wanted->max;
}

/* Whether all lanes access words of one row across the banks: the common case, in which no bank
 * serves two. All lanes from the first to the last active one are compared, in a vector loop; an
 * inactive one can only cause a needless no. */
static bool on_one_row(const struct sharedmem_numbers *numbers, const uint64_t *address,
                       uint64_t mask)
{
    uint32_t row_bytes = numbers->banks * numbers->word_bytes;
    unsigned first = (unsigned)__builtin_ctzll(mask), end = 64 - (unsigned)__builtin_clzll(mask);
    uint64_t differ = 0;
    if (row_bytes & (row_bytes - 1))
        return false;
    for (unsigned lane = first; lane < end; lane++)
        differ |= address[lane] ^ address[first];
    return differ < row_bytes;
}

/* Transactions of the pool: one, and one for each further word of the most used bank. A lane's
 * first word represents all its words: since they are aligned, two lanes share all of their banks
 * or none, and then in the same row or in different ones. */
static uint32_t pool_transactions(const struct sharedmem_numbers *numbers, const uint64_t *address,
                                  uint64_t mask)
{
    struct wanted wanted;
    if (!mask || on_one_row(numbers, address, mask))
        return 1;
    want_nothing(&wanted, numbers->banks);
    for (; mask; mask &= mask - 1) {
        uint64_t place = address[__builtin_ctzll(mask)];
        want(&wanted, sharedmem_bank(numbers, place), place / numbers->word_bytes);
    }
    return wanted.max;
}

static uint64_t lanes_of_pool(uint32_t pool, uint32_t size)
{
    return (size == 64 ? ~0ull : (1ull << size) - 1) << (pool * size);
}

void sharedmem_measure(const struct sharedmem_numbers *numbers, enum sharedmem_kind kind,
                       uint32_t bytes, const uint64_t *address, uint64_t mask,
                       struct sharedmem_access *access)
{
    *access = (struct sharedmem_access){.kind = kind};
    if (!mask)
        return;
    const struct sharedmem_times *times = &numbers->times[kind];
    /* Bytes and half words follow the rule of words (PAS-54). */
    uint32_t words = bytes > numbers->word_bytes ? bytes / numbers->word_bytes : 1;
    uint32_t pool_lanes = (numbers->pool_lanes ? numbers->pool_lanes : numbers->lanes) / words;
    access->pools = numbers->lanes / pool_lanes;
    for (uint32_t i = 0; i < access->pools; i++) {
        uint64_t active = mask & lanes_of_pool(i, pool_lanes);
        access->pool[i] = pool_transactions(numbers, address, active);
        access->transactions += access->pool[i];
        access->of_active_pools += active ? access->pool[i] : 0;
    }
    access->duration = times->fixed + times->base[__builtin_ctz(words)] +
                       times->conflict * (access->transactions - access->pools);
}

void sharedmem_reset(struct sharedmem *sharedmem)
{
    *sharedmem = (struct sharedmem){.numbers = sharedmem->numbers};
}

cycle_t sharedmem_request(struct sharedmem *sharedmem, const struct sharedmem_access *access,
                          cycle_t now, cycle_t *taken)
{
    *taken = now;
    if (!access->transactions)
        return now;
    *taken = later(now, sharedmem->free);
    sharedmem->free = *taken + sharedmem->numbers->transaction * access->transactions;
    sharedmem->accesses[access->kind]++;
    sharedmem->transactions[access->kind] += access->transactions;
    sharedmem->conflicts += access->transactions - access->pools;
    return *taken + access->duration;
}

cycle_t sharedmem_next_event(const struct sharedmem *sharedmem, cycle_t now)
{
    return sharedmem->free > now ? sharedmem->free : NEVER;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* sharedmem.h - banked on-chip memory that serves the lanes of a warp in pools.
 *
 * Pascal's rule (PasTiS, section III-B; PAS-50..59). A lane accesses one, two or four words; the
 * lanes of a warp are divided into as many pools. Each pool is served separately, by one
 * transaction and one more for each further word in its most used bank; lanes that access the same
 * word share it. A pool without an active lane still costs its transaction (measured there). */
#ifndef WARPCLOCK_HW_SHAREDMEM_H
#define WARPCLOCK_HW_SHAREDMEM_H

#include "hw/cycle.h"

enum {
    SHAREDMEM_BANKS_MAX = 64,
    SHAREDMEM_POOLS_MAX = 16,
    SHAREDMEM_WIDTHS = 3, /* words per lane: at most one, two, four */
};

enum sharedmem_kind { SHAREDMEM_LOAD, SHAREDMEM_STORE, SHAREDMEM_KINDS };

/* duration = fixed + base[width] + conflict * (transactions beyond one per pool)   (PAS-53) */
struct sharedmem_times {
    cycle_t fixed;
    cycle_t base[SHAREDMEM_WIDTHS];
    cycle_t conflict;
};

struct sharedmem_numbers {
    uint32_t lanes; /* of a warp: at most 64 */
    uint32_t banks, word_bytes;
    uint32_t pool_lanes; /* of an access of one word per lane; 0: all lanes of the warp */
    struct sharedmem_times times[SHAREDMEM_KINDS];
    cycle_t transaction; /* for which it is busy; 0: accesses never wait for each other */
};

/* The cost of an access, independent of its cycle. All 0 when no lane is active (PAS-54). */
struct sharedmem_access {
    enum sharedmem_kind kind;
    uint32_t pools;
    uint32_t pool[SHAREDMEM_POOLS_MAX]; /* transactions of each pool */
    uint32_t transactions;               /* of all pools (PAS-52) */
    uint32_t of_active_pools;            /* as figure 8 counts them (PAS-59) */
    cycle_t duration;
};

struct sharedmem {
    const struct sharedmem_numbers *numbers;
    cycle_t free; /* first cycle in which it accepts another access */
    uint64_t accesses[SHAREDMEM_KINDS], transactions[SHAREDMEM_KINDS];
    uint64_t conflicts; /* transactions beyond one per pool */
};

static inline uint32_t sharedmem_bank(const struct sharedmem_numbers *numbers, uint64_t address)
{
    return (uint32_t)(address / numbers->word_bytes % numbers->banks);
}

/* Each lane of `mask` accesses `bytes` (a power of two, at most four words), naturally aligned. */
void sharedmem_measure(const struct sharedmem_numbers *numbers, enum sharedmem_kind kind,
                       uint32_t bytes, const uint64_t *address, uint64_t mask,
                       struct sharedmem_access *access);

void sharedmem_reset(struct sharedmem *sharedmem);
/* The cycle at which all lanes are served; *taken: when the memory accepted the access.
 * Transactions keep the memory busy, one access after the other; the rest of the duration
 * overlaps. */
cycle_t sharedmem_request(struct sharedmem *sharedmem, const struct sharedmem_access *access,
                          cycle_t now, cycle_t *taken);
cycle_t sharedmem_next_event(const struct sharedmem *sharedmem, cycle_t now);

#endif

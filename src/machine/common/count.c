/* SPDX-License-Identifier: Apache-2.0 */
/* count.c - turns the counters of hardware blocks into statistics. */
#include "machine/common/count.h"

#include "hw/cache.h"
#include "hw/dram.h"
#include "hw/sharedmem.h"
#include "machine/common/observer.h"

_Static_assert(STAT_STALL_DEPENDENCY + STALL_IDLE == STAT_STALL_IDLE,
               "stalls are counted in the order of their reasons");

void count_stalls(struct statistics *statistics, const uint64_t *stalls)
{
    for (unsigned reason = 0; reason < STALL_COUNT; reason++)
        statistics->count[STAT_STALL_DEPENDENCY + reason] += stalls[reason];
}

void count_l1(struct statistics *statistics, const struct cache *cache)
{
    statistics->count[STAT_L1_LOADS] += cache->loads;
    count_cache(statistics, STAT_L1_HITS, cache);
}

void count_cache(struct statistics *statistics, enum statistic_id hits, const struct cache *cache)
{
    statistics->count[hits] += cache->loads - cache->load_misses;
    statistics->count[hits + 1] += cache->load_misses;
}

void count_shared(struct statistics *statistics, const struct sharedmem *shared)
{
    statistics->count[STAT_SHARED_TRANSACTIONS] +=
        shared->transactions[SHAREDMEM_LOAD] + shared->transactions[SHAREDMEM_STORE];
    statistics->count[STAT_SHARED_CONFLICTS] += shared->conflicts;
}

void count_dram(struct statistics *statistics, struct dram *dram)
{
    ddr4_channel_flush(&dram->channel);
    uint64_t *count = statistics->count;
    count[STAT_DRAM_READS] = dram->loads;
    count[STAT_DRAM_WRITES] = dram->stores;
    count[STAT_DRAM_ROW_HITS] = dram->row_hits;
    count[STAT_DRAM_BYTES] = (dram->loads + dram->stores) * dram->numbers->line_bytes;
}

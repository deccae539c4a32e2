/* SPDX-License-Identifier: Apache-2.0 */
/* count.h - counting common to all models. */
#ifndef WARPCLOCK_MACHINE_COMMON_COUNT_H
#define WARPCLOCK_MACHINE_COMMON_COUNT_H

#include "isa/warp.h"
#include "machine/common/statistics.h"

/* An instruction runs or issues. */
static inline void count_instruction(struct statistics *statistics, const struct warp *warp,
                                     const struct insn *insn)
{
    uint64_t *count = statistics->count;
    const unsigned access = insn->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC);
    count[STAT_WARP_INSTRUCTIONS]++;
    count[STAT_THREAD_INSTRUCTIONS] += warp->active_count;
    count[STAT_BRANCHES] += insn->flow == FLOW_BRANCH;
    if (!access)
        return;
    count[STAT_ATOMICS] += (access & INSN_ATOMIC) != 0;
    count[STAT_LOADS] += (access & (INSN_LOAD | INSN_ATOMIC)) == INSN_LOAD;
    count[STAT_STORES] += (access & (INSN_STORE | INSN_ATOMIC)) == INSN_STORE;
}

struct cache;
struct dram;
struct sharedmem;

/* At the end of a launch: cycles by enum stall_reason ... */
void count_stalls(struct statistics *statistics, const uint64_t *stalls);
/* ... what an L1 data cache did ... */
void count_l1(struct statistics *statistics, const struct cache *cache);
/* ... hits of any other cache, and its misses in the row after `hits` ... */
void count_cache(struct statistics *statistics, enum statistic_id hits, const struct cache *cache);
/* ... transactions of shared memory ... */
void count_shared(struct statistics *statistics, const struct sharedmem *shared);
/* ... and the activity of memory, after DDR4 has reported its last commands. */
void count_dram(struct statistics *statistics, struct dram *dram);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.c - the table of the Pascal machine's statistics. */
#include "machine/pascal/statistics.h"

_Static_assert((int)STAT_PASTIS_END <= (int)STAT_MAX, "every statistic has a counter");

static const struct statistic_use common[] = {
    {STAT_DUAL_ISSUES, .alias = "pastis.dual_issues"},
    {STAT_READ_BEFORE_READY, .alias = "pastis.read_before_ready"},
    {STAT_L1_LOADS},
    {STAT_L1_HITS, .alias = "pastis.l1_hits"},
    {STAT_L1_MISSES, .alias = "pastis.l1_misses"},
    {STAT_L2_HITS, .alias = "pastis.l2_hits"},
    {STAT_L2_MISSES, .alias = "pastis.l2_misses"},
    {STAT_INSTRUCTION_HITS, .alias = "pastis.instruction_hits"},
    {STAT_INSTRUCTION_MISSES, .alias = "pastis.instruction_misses"},
    {STAT_CONSTANT_HITS, .alias = "pastis.constant_hits"},
    {STAT_CONSTANT_MISSES, .alias = "pastis.constant_misses"},
    {STAT_DRAM_ROW_HITS},
};

#define OWN(id) [(id) - STAT_COMMON]

static const struct statistic own[STAT_PASTIS_END - STAT_COMMON] = {
    OWN(STAT_PASTIS_SHARED_LOADS) = {.name = "pastis.shared_load_transactions",
        .unit = "transactions", .timed = true,
        .about = "shared-memory transactions of loads and atomics; a pool without an active lane "
                 "counts one"},
    OWN(STAT_PASTIS_SHARED_STORES) = {.name = "pastis.shared_store_transactions",
        .unit = "transactions", .timed = true, .about = "shared-memory transactions of stores"},
};

const struct statistics_table pascal_statistics = {
    .common = common, .common_count = sizeof common / sizeof *common,
    .own = own, .own_count = sizeof own / sizeof *own,
};

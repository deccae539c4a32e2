/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.h - statistics of the SBI/SWI machine in addition to the common ones. */
#ifndef WARPCLOCK_MACHINE_FERMI_STATISTICS_H
#define WARPCLOCK_MACHINE_FERMI_STATISTICS_H

#include "machine/common/statistics.h"

enum fermi_statistic {
    STAT_SBI_ISSUED = STAT_COMMON,
    STAT_SBI_PAIR_SAME_WARP,
    STAT_SBI_PAIR_SAME_ROW,
    STAT_SBI_PAIR_OTHER_ROW,
    STAT_SBI_CONFLICTS,
    STAT_SBI_ROW_CONFLICTS,
    STAT_SBI_SUSPENDED,
    STAT_SBI_REPLAYS,
    STAT_SBI_DIVERGENCE_REPLAYS,
    STAT_SBI_REORDERS,
    STAT_SBI_BUFFER_SWAPS,
    STAT_SBI_BUFFER_FLUSHES,
    STAT_SBI_MERGES,
    STAT_SBI_SWAPS,
    STAT_SBI_DEGRADED,
    STAT_SBI_FULL_STALLS,
    STAT_SBI_SPILLS,
    STAT_SBI_SPLITS_1, /* moves of warps with one, two, three and more splits */
    STAT_SBI_SPLITS_2,
    STAT_SBI_SPLITS_3,
    STAT_SBI_SPLITS_MORE,
    STAT_SBI_SPLITS_MAX,
    STAT_SBI_STACK_MAX,
    STAT_SBI_LAYOUT_BRANCHES,
    STAT_SBI_LAYOUT_BELOW,
    STAT_SBI_END
};

extern const struct statistics_table fermi_statistics;

#endif

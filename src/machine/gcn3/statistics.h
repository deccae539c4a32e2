/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.h - statistics of the GCN3 machine in addition to the common ones. */
#ifndef WARPCLOCK_MACHINE_GCN3_STATISTICS_H
#define WARPCLOCK_MACHINE_GCN3_STATISTICS_H

#include "machine/common/statistics.h"

enum gcn3_statistic {
    STAT_GCN3_VALU = STAT_COMMON, /* in the order of enum gcn3_unit, without the internal ones */
    STAT_GCN3_SALU,
    STAT_GCN3_VMEM,
    STAT_GCN3_LDS,
    STAT_GCN3_SMEM,
    STAT_GCN3_BRANCH,
    STAT_GCN3_INTERNAL,
    STAT_GCN3_GROUPS_MAX,
    STAT_GCN3_START_DELAY_MAX,
    STAT_GCN3_WAVE_CYCLES_MAX,
    STAT_GCN3_SPLITS,
    STAT_GCN3_MERGES,
    STAT_GCN3_SPLIT_DENIED,
    STAT_GCN3_MERGE_UNPAIRED,
    STAT_GCN3_SPLIT_CYCLES_MAX,
    STAT_GCN3_MERGE_CYCLES_MAX,
    STAT_GCN3_MERGE_WAIT,
    STAT_GCN3_REUSED_WAVES,
    STAT_GCN3_SPSIMD_REUSE,
    STAT_GCN3_END
};

extern const struct statistics_table gcn3_statistics;

#endif

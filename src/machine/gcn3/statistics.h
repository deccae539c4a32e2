/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.h - what the GCN3 machine counts beside what every machine does. */
#ifndef WARPCLOCK_MACHINE_GCN3_STATISTICS_H
#define WARPCLOCK_MACHINE_GCN3_STATISTICS_H

#include "machine/common/statistics.h"

enum gcn3_statistic {
    STAT_GCN3_VALU = STAT_COMMON, /* as enum gcn3_unit has them, up to the internal ones */
    STAT_GCN3_SALU,
    STAT_GCN3_VMEM,
    STAT_GCN3_LDS,
    STAT_GCN3_SMEM,
    STAT_GCN3_BRANCH,
    STAT_GCN3_INTERNAL,
    STAT_GCN3_GROUPS_MAX,
    STAT_GCN3_START_DELAY_MAX,
    STAT_GCN3_WAVE_CYCLES_MAX,
    STAT_GCN3_END
};

extern const struct statistics_table gcn3_statistics;

#endif

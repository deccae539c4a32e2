/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.h - statistics of the Vortex machines in addition to the common ones: metrics of the
 * SWaS paper (SWAS-26), for the kernel only. */
#ifndef WARPCLOCK_MACHINE_VORTEX_STATISTICS_H
#define WARPCLOCK_MACHINE_VORTEX_STATISTICS_H

#include "machine/common/statistics.h"

enum vortex_statistic {
    STAT_SWAS_KERNEL_CYCLES = STAT_COMMON,
    STAT_SWAS_COMMITTED_WARP,
    STAT_SWAS_COMMITTED_THREAD,
    STAT_SWAS_IPC,
    STAT_SWAS_LOADS,
    STAT_SWAS_LOAD_LATENCY_SUM,
    STAT_SWAS_LOAD_LATENCY,
    STAT_SWAS_KERNEL_NOPS,
    STAT_SWAS_SLOT_UTILISATION,
    STAT_SWAS_NOP_SHARE,
    STAT_SWAS_NOPS_START, /* in the order of enum nop_kind */
    STAT_SWAS_NOPS_MISS,
    STAT_SWAS_NOPS_FLUSH,
    STAT_SWAS_DISCREPANCIES,
    STAT_SWAS_ERRORS,
    STAT_SWAS_ERROR_RATE,
    STAT_SWAS_CAUSES_MISS, /* in the order of enum oracle_cause */
    STAT_SWAS_CAUSES_BRANCH,
    STAT_SWAS_CAUSES_SYNC,
    STAT_SWAS_END
};

/* Features that some of them need: statistics->has. */
enum {
    VORTEX_HAS_ORACLE = 1 << 0,
    VORTEX_HAS_L2 = 1 << 1,
};

extern const struct statistics_table vortex_statistics;

#endif

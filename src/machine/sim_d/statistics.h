/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.h - the Sim-D machine's own statistics, after the common ones. */
#ifndef WARPCLOCK_MACHINE_SIM_D_STATISTICS_H
#define WARPCLOCK_MACHINE_SIM_D_STATISTICS_H

#include "machine/common/statistics.h"

enum sim_d_statistic {
    STAT_SIM_D_GROUPS = STAT_COMMON,
    STAT_SIM_D_VECTOR,
    STAT_SIM_D_RECIPROCAL,
    STAT_SIM_D_SCALAR,
    STAT_SIM_D_CONTROL,
    STAT_SIM_D_JUMP,
    STAT_SIM_D_MEMORY,
    STAT_SIM_D_POPS,
    STAT_SIM_D_UPLOAD,
    STAT_SIM_D_WORDS,
    STAT_SIM_D_ACTIVATES,
    STAT_SIM_D_REFRESHES,
    STAT_SIM_D_DRAM_BUSY,
    STAT_SIM_D_DATA_BUSY,
    STAT_SIM_D_PAD_BUSY,
    STAT_SIM_D_PRECHARGES,
    STAT_SIM_D_DRAM_CYCLES,
    STAT_SIM_D_DRAM_UTILISATION,
    STAT_SIM_D_DATA_UTILISATION,
    STAT_SIM_D_COMPUTE_PHASES, /* in the order of enum event_phase */
    STAT_SIM_D_DRAM_PHASES,
    STAT_SIM_D_PAD_PHASES,
    STAT_SIM_D_COMPUTE_PHASE_CYCLES, /* likewise */
    STAT_SIM_D_DRAM_PHASE_CYCLES,
    STAT_SIM_D_PAD_PHASE_CYCLES,
    STAT_SIM_D_END,
};

extern const struct statistics_table sim_d_statistics;

#endif

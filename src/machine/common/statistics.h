/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.h - every number a run reports: name, unit, meaning and formula, said once.
 *
 * Machines count into struct statistics by the enum; text, JSON and the documentation are made
 * from the one table behind statistic(). */
#ifndef WARPCLOCK_MACHINE_COMMON_STATISTICS_H
#define WARPCLOCK_MACHINE_COMMON_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum statistic_id {
    STAT_CYCLES,
    STAT_WARP_INSTRUCTIONS,
    STAT_THREAD_INSTRUCTIONS,
    STAT_LANES_ACTIVE,
    STAT_LOADS,
    STAT_STORES,
    STAT_ATOMICS,
    STAT_BRANCHES,
    STAT_DIVERGENT_SPLITS,
    STAT_LANE_DISAGREEMENTS,
    STAT_BARRIERS,
    STAT_WARPS_STARTED,
    STAT_IPC,
    STAT_ISSUE_UTILISATION,
    STAT_FETCHES,
    STAT_WRONG_PATH,
    STAT_ICACHE_MISSES,
    STAT_DCACHE_LOADS,
    STAT_DCACHE_MISSES,
    STAT_LOAD_LATENCY_SUM,
    STAT_LOAD_LATENCY,
    STAT_GLOBAL_TRANSACTIONS,
    STAT_SHARED_TRANSACTIONS,
    STAT_LOCAL_CONFLICTS,
    STAT_DRAM_READS,
    STAT_DRAM_WRITES,
    STAT_DRAM_ROW_HITS,
    STAT_DRAM_BYTES,
    STAT_STALL_DEPENDENCY,
    STAT_STALL_FETCH,
    STAT_STALL_UNIT,
    STAT_STALL_MEMORY,
    STAT_STALL_BARRIER,
    STAT_STALL_DIVERGENCE,
    STAT_STALL_NOT_SELECTED,
    STAT_STALL_IDLE,
    STAT_SWAS_KERNEL_CYCLES,
    STAT_SWAS_COMMITTED_WARP,
    STAT_SWAS_COMMITTED_THREAD,
    STAT_SWAS_IPC,
    STAT_SWAS_LOADS,
    STAT_SWAS_LOAD_LATENCY_SUM,
    STAT_SWAS_LOAD_LATENCY,
    STAT_SWAS_KERNEL_NOPS,
    STAT_SWAS_SLOT_UTILISATION,
    STAT_SWAS_NOP_SHARE,
    STAT_SWAS_NOPS_START,
    STAT_SWAS_NOPS_MISS,
    STAT_SWAS_NOPS_FLUSH,
    STAT_SWAS_DISCREPANCIES,
    STAT_SWAS_ERRORS,
    STAT_SWAS_ERROR_RATE,
    STAT_SWAS_CAUSES_MISS,
    STAT_SWAS_CAUSES_BRANCH,
    STAT_SWAS_CAUSES_SYNC,
    STAT_PASTIS_SHARED_LOADS,
    STAT_PASTIS_SHARED_STORES,
    STAT_PASTIS_L1_HITS,
    STAT_PASTIS_L1_MISSES,
    STAT_PASTIS_L2_HITS,
    STAT_PASTIS_L2_MISSES,
    STAT_PASTIS_CONSTANT_HITS,
    STAT_PASTIS_CONSTANT_MISSES,
    STAT_PASTIS_INSTRUCTION_HITS,
    STAT_PASTIS_INSTRUCTION_MISSES,
    STAT_PASTIS_DUAL_ISSUES,
    STAT_PASTIS_READ_BEFORE_READY,
    STAT_GCN3_VALU, /* as enum gcn3_unit has them, up to the internal ones */
    STAT_GCN3_SALU,
    STAT_GCN3_VMEM,
    STAT_GCN3_LDS,
    STAT_GCN3_SMEM,
    STAT_GCN3_BRANCH,
    STAT_GCN3_INTERNAL,
    STAT_GCN3_L1_HITS,
    STAT_GCN3_L1_MISSES,
    STAT_GCN3_L2_HITS,
    STAT_GCN3_L2_MISSES,
    STAT_GCN3_SCALAR_HITS,
    STAT_GCN3_SCALAR_MISSES,
    STAT_GCN3_INSTRUCTION_HITS,
    STAT_GCN3_INSTRUCTION_MISSES,
    STAT_GCN3_READ_BEFORE_READY,
    STAT_GCN3_GROUPS_MAX,
    STAT_GCN3_START_DELAY,
    STAT_GCN3_WAVE_CYCLES,
    STAT_COUNT
};

/* What only some machines have to tell, and only with what they were set to. */
enum statistic_system {
    SYSTEM_SWAS = 1 << 0,        /* metrics of the SWaS paper */
    SYSTEM_SWAS_ORACLE = 1 << 1, /* ... those that its oracles count */
    SYSTEM_PASTIS = 1 << 2,      /* counters as the PasTiS paper has them */
    SYSTEM_GCN3 = 1 << 3,        /* of GCN3 compute units */
};

struct statistics {
    uint64_t count[STAT_COUNT]; /* derived ones are not stored */
    uint32_t systems;           /* enum statistic_system: whose numbers are there */
};

/* Where in JSON a statistic stands. */
enum statistic_group { GROUP_TOP, GROUP_STALLS, GROUP_MEMORY, GROUP_SWAS, GROUP_PASTIS,
                       GROUP_GCN3 };

struct statistic {
    const char *name; /* its path in JSON: "cycles", "stalls.fetch" */
    enum statistic_group group;
    bool timed;       /* only a clocked run knows it */
    uint32_t system;  /* 0: every machine's */
    const char *unit;
    const char *about;
    bool largest;     /* of several launches the largest counts, not the sum */
    const char *formula; /* of a derived one, in names of others; NULL when counted */
    double (*derive)(const struct statistics *); /* NULL when counted */
};

/* NULL behind the last one. */
const struct statistic *statistic(size_t i);
/* The last part of its name: the key inside its group. */
const char *statistic_leaf(const struct statistic *statistic);
double statistic_value(const struct statistics *statistics, size_t i);
/* The index of a name, or STAT_COUNT. */
size_t statistic_find(const char *name);
void statistics_add(struct statistics *sum, const struct statistics *more);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.h - every number a run reports: name, unit, meaning and formula, said once.
 *
 * Machines count into struct statistics by the enum; text, JSON and the documentation are made
 * from the one table behind statistic(). */
#ifndef WARPCLOCK_MACHINE_STATISTICS_H
#define WARPCLOCK_MACHINE_STATISTICS_H

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
    STAT_COUNT
};

struct statistics {
    uint64_t count[STAT_COUNT]; /* derived ones are not stored */
};

/* Where in JSON a statistic stands. */
enum statistic_group { GROUP_TOP, GROUP_STALLS, GROUP_MEMORY };

struct statistic {
    const char *name; /* its path in JSON: "cycles", "stalls.fetch" */
    enum statistic_group group;
    bool timed;       /* only a clocked run knows it */
    const char *unit;
    const char *about;
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

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
    STAT_COUNT
};

struct statistics {
    uint64_t count[STAT_COUNT]; /* derived ones are not stored */
};

struct statistic {
    const char *name; /* as in JSON */
    const char *unit;
    const char *about;
    const char *formula; /* of a derived one, in names of others; NULL when counted */
    double (*derive)(const struct statistics *); /* NULL when counted */
};

/* NULL behind the last one. */
const struct statistic *statistic(size_t i);
double statistic_value(const struct statistics *statistics, size_t i);
/* The index of a name, or STAT_COUNT. */
size_t statistic_find(const char *name);
void statistics_add(struct statistics *sum, const struct statistics *more);

#endif

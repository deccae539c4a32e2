/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.h - every number that a run reports: name, unit, meaning and formula, in one place.
 *
 * A statistic has an id, known at compile time, and machines count into a dense array by it:
 * statistics->count[STAT_CYCLES]. Ids below STAT_COMMON mean the same on every machine; they are in
 * the table of statistics.c. A model's own ids follow from STAT_COMMON on, in the model's own table
 * (machine/vortex/statistics.c). Text, JSON, `warpclock statistics` and its documentation are made
 * from these tables. */
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
    STAT_GROUPS,
    STAT_GROUP_WARPS,
    STAT_GROUP_THREADS,
    STAT_GROUPS_RESIDENT,
    STAT_IPC,
    STAT_ISSUE_UTILISATION,
    STAT_DUAL_ISSUES,
    STAT_READ_BEFORE_READY,
    STAT_FETCHES,
    STAT_WRONG_PATH,
    STAT_LOAD_LATENCY_SUM,
    STAT_LOAD_LATENCY,
    STAT_L1_LOADS,
    STAT_L1_HITS, /* the misses of a cache follow its hits: count_cache() */
    STAT_L1_MISSES,
    STAT_L2_HITS,
    STAT_L2_MISSES,
    STAT_INSTRUCTION_HITS,
    STAT_INSTRUCTION_MISSES,
    STAT_CONSTANT_HITS,
    STAT_CONSTANT_MISSES,
    STAT_SCALAR_HITS,
    STAT_SCALAR_MISSES,
    STAT_GLOBAL_TRANSACTIONS,
    STAT_SHARED_TRANSACTIONS,
    STAT_SHARED_CONFLICTS,
    STAT_DRAM_READS,
    STAT_DRAM_WRITES,
    STAT_DRAM_ROW_HITS,
    STAT_DRAM_BYTES,
    STAT_STALL_DEPENDENCY, /* in the order of enum stall_reason: count_stalls() */
    STAT_STALL_FETCH,
    STAT_STALL_UNIT,
    STAT_STALL_MEMORY,
    STAT_STALL_BARRIER,
    STAT_STALL_DIVERGENCE,
    STAT_STALL_NOT_SELECTED,
    STAT_STALL_IDLE,
    STAT_COMMON,    /* the first of a model's own */
    STAT_MAX = 96   /* above every id; every model's table asserts it */
};

struct statistics_table;

struct statistics {
    uint64_t count[STAT_MAX];             /* by id; derived ones are not stored */
    const struct statistics_table *table; /* of the model that counted; NULL: common ones only */
    uint32_t has; /* features of the machine, in bits of the model: see `needs` */
};

struct statistic {
    const char *name;  /* path in JSON: "cycles", "caches.l1.hits" */
    const char *alias; /* an older path that JSON still has, or NULL */
    const char *unit;
    const char *about;
    const char *formula; /* of a derived one, in terms of others; NULL when counted */
    double (*derive)(const struct statistics *); /* NULL when counted */
    uint32_t needs;      /* bits of statistics->has without which it is not known */
    bool optional;       /* common, but only on the models that list it */
    bool timed;          /* only a clocked run knows it */
    bool max;            /* several launches: the maximum, not the sum */
    bool warp_cycles;    /* cycles of warp slots; with the issue cycles they cover all cycles */
    bool detail;         /* the summary for people leaves it out */
};

/* A common statistic that a model has. */
struct statistic_use {
    enum statistic_id id;
    const char *alias; /* an older path on this model's machines, or NULL */
    uint32_t needs;
};

/* What a model measures in addition to the common statistics. */
struct statistics_table {
    const struct statistic_use *common; /* optional common ones that it has */
    size_t common_count;
    const struct statistic *own; /* ids from STAT_COMMON on */
    size_t own_count;
};

/* Before a launch: nothing is counted. */
void statistics_begin(struct statistics *statistics, const struct statistics_table *table);
/* Adds up consecutive launches on one machine. */
void statistics_add(struct statistics *sum, const struct statistics *more);

/* NULL: the model has none of this id. */
const struct statistic *statistic(const struct statistics_table *table, size_t id);
/* The model's first id from `id` on; STAT_MAX after the last. */
size_t statistic_next(const struct statistics_table *table, size_t id);
/* The id of a name or alias, or STAT_MAX. */
size_t statistic_find(const struct statistics_table *table, const char *name);
/* The alias that a common statistic has on this model's machines alone, or NULL. */
const char *statistic_model_alias(const struct statistics_table *table, size_t id);
/* Whether the run could measure it; a run that is not `timed` has no clock. */
bool statistic_is_known(const struct statistics *statistics, size_t id, bool timed);
double statistic_value(const struct statistics *statistics, size_t id);

/* For formulas: 0 where there is nothing to divide by. */
double statistics_ratio(const struct statistics *statistics, size_t of, size_t to);

#endif

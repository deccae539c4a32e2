/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.c - the statistics that mean the same on every machine, and how tables are read. */
#include "machine/common/statistics.h"

#include <string.h>

_Static_assert(STAT_COMMON <= STAT_MAX, "every statistic has a counter");

/* ---- formulas ---- */

double statistics_ratio(const struct statistics *s, size_t of, size_t to)
{
    return s->count[to] ? (double)s->count[of] / (double)s->count[to] : 0;
}

static double ipc(const struct statistics *s)
{
    return statistics_ratio(s, STAT_THREAD_INSTRUCTIONS, STAT_CYCLES);
}

static double lanes_active(const struct statistics *s)
{
    return statistics_ratio(s, STAT_THREAD_INSTRUCTIONS, STAT_WARP_INSTRUCTIONS);
}

static double issue_utilisation(const struct statistics *s)
{
    return statistics_ratio(s, STAT_WARP_INSTRUCTIONS, STAT_CYCLES);
}

static double load_latency(const struct statistics *s)
{
    return statistics_ratio(s, STAT_LOAD_LATENCY_SUM, STAT_LOADS);
}

/* ---- the common table ---- */

static const struct statistic common[STAT_COMMON] = {
    [STAT_CYCLES] = {.name = "cycles", .unit = "cycles", .timed = true,
        .about = "from the start of the launch to the end of its last instruction"},
    [STAT_WARP_INSTRUCTIONS] = {.name = "warp_instructions", .unit = "instructions",
        .about = "instructions executed by warps, each counted once for all its lanes"},
    [STAT_THREAD_INSTRUCTIONS] = {.name = "thread_instructions", .unit = "instructions",
        .about = "instructions executed by warps, each counted once per active lane"},
    [STAT_LANES_ACTIVE] = {.name = "lanes_active", .unit = "lanes",
        .about = "mean number of active lanes per instruction",
        .formula = "thread_instructions / warp_instructions", .derive = lanes_active},
    [STAT_LOADS] = {.name = "loads", .unit = "instructions",
        .about = "warp instructions that read memory"},
    [STAT_STORES] = {.name = "stores", .unit = "instructions",
        .about = "warp instructions that write memory"},
    [STAT_ATOMICS] = {.name = "atomics", .unit = "instructions",
        .about = "warp instructions that read and write memory in one step"},
    [STAT_BRANCHES] = {.name = "branches", .unit = "instructions",
        .about = "conditional branches executed by warps"},
    [STAT_DIVERGENT_SPLITS] = {.name = "divergent_splits", .unit = "splits",
        .about = "branches and splits that sent lanes of one warp to two paths"},
    [STAT_LANE_DISAGREEMENTS] = {.name = "lane_disagreements", .unit = "instructions",
        .about = "instructions that need one value for all lanes, where active lanes had several"},
    [STAT_BARRIERS] = {.name = "barriers", .unit = "instructions",
        .about = "arrivals of warps at barriers"},
    [STAT_WARPS_STARTED] = {.name = "warps_started", .unit = "warps",
        .about = "starts of warps; a slot that is used again counts again"},
    [STAT_GROUPS] = {.name = "groups", .unit = "work-groups",
        .about = "groups of the grid that started; none if the program starts its own warps"},
    [STAT_GROUP_WARPS] = {.name = "group_warps", .unit = "warps", .max = true,
        .about = "warps of a group"},
    [STAT_GROUP_THREADS] = {.name = "group_threads", .unit = "threads", .max = true,
        .about = "threads (work-items) of a group"},
    [STAT_GROUPS_RESIDENT] = {.name = "groups_resident", .unit = "work-groups", .timed = true,
        .max = true, .about = "groups that were on the machine at the same time, at most"},
    [STAT_IPC] = {.name = "ipc", .unit = "instructions per cycle", .timed = true,
        .about = "thread instructions per cycle",
        .formula = "thread_instructions / cycles", .derive = ipc},
    [STAT_ISSUE_UTILISATION] = {.name = "issue_utilisation", .unit = "instructions per cycle",
        .timed = true, .about = "warp instructions issued per cycle by all cores together",
        .formula = "warp_instructions / cycles", .derive = issue_utilisation},
    [STAT_DUAL_ISSUES] = {.name = "dual_issues", .unit = "instructions",
        .optional = true, .timed = true,
        .about = "instructions issued in the same cycle as the previous one of their warp"},
    [STAT_READ_BEFORE_READY] = {.name = "read_before_ready", .unit = "instructions",
        .optional = true, .timed = true,
        .about = "instructions that read a register before its value was written: the code lacks a "
                 "wait"},
    [STAT_FETCHES] = {.name = "fetches", .unit = "requests", .timed = true,
        .about = "requests for instructions, wrong paths included"},
    [STAT_WRONG_PATH] = {.name = "wrong_path", .unit = "instructions", .timed = true,
        .about = "instructions fetched on a wrong path and dropped"},
    [STAT_LOAD_LATENCY_SUM] = {.name = "load_latency_sum", .unit = "cycles", .timed = true,
        .about = "cycles from issue to register write, summed over all loads"},
    [STAT_LOAD_LATENCY] = {.name = "load_latency", .unit = "cycles", .timed = true,
        .about = "mean number of cycles from the issue of a load to its register write",
        .formula = "load_latency_sum / loads", .derive = load_latency},
    [STAT_L1_LOADS] = {.name = "caches.l1.loads", .alias = "dcache_loads", .unit = "requests",
        .optional = true, .timed = true, .about = "lines that loads requested from the L1 data "
                                                  "caches, hits and misses"},
    [STAT_L1_HITS] = {.name = "caches.l1.hits", .unit = "requests",
        .optional = true, .timed = true, .about = "lines of loads found in an L1 data cache"},
    [STAT_L1_MISSES] = {.name = "caches.l1.misses", .alias = "dcache_misses", .unit = "requests",
        .optional = true, .timed = true, .about = "lines of loads not found in an L1 data cache"},
    [STAT_L2_HITS] = {.name = "caches.l2.hits", .unit = "requests",
        .optional = true, .timed = true, .about = "lines read by L1 caches and found in L2"},
    [STAT_L2_MISSES] = {.name = "caches.l2.misses", .unit = "requests",
        .optional = true, .timed = true, .about = "lines read by L1 caches and not found in L2"},
    [STAT_INSTRUCTION_HITS] = {.name = "caches.instruction.hits", .unit = "requests",
        .optional = true, .timed = true, .about = "fetches found in an L1 instruction cache"},
    [STAT_INSTRUCTION_MISSES] = {.name = "caches.instruction.misses", .alias = "icache_misses",
        .unit = "requests", .optional = true, .timed = true,
        .about = "fetches not found in an L1 instruction cache"},
    [STAT_CONSTANT_HITS] = {.name = "caches.constant.hits", .unit = "requests",
        .optional = true, .timed = true, .about = "words found in a constant cache"},
    [STAT_CONSTANT_MISSES] = {.name = "caches.constant.misses", .unit = "requests",
        .optional = true, .timed = true, .about = "words not found in a constant cache"},
    [STAT_SCALAR_HITS] = {.name = "caches.scalar.hits", .unit = "requests",
        .optional = true, .timed = true, .about = "lines of scalar loads found in a scalar cache"},
    [STAT_SCALAR_MISSES] = {.name = "caches.scalar.misses", .unit = "requests",
        .optional = true, .timed = true,
        .about = "lines of scalar loads not found in a scalar cache"},
    [STAT_GLOBAL_TRANSACTIONS] = {.name = "memory.global_transactions", .unit = "requests",
        .timed = true, .about = "lines requested by loads and stores after coalescing"},
    [STAT_SHARED_TRANSACTIONS] = {.name = "memory.shared_transactions", .unit = "transactions",
        .timed = true, .about = "passes through the banks of shared (local) memory"},
    [STAT_SHARED_CONFLICTS] = {.name = "memory.shared_conflicts",
        .alias = "memory.local_conflicts", .unit = "transactions", .timed = true,
        .about = "passes that bank conflicts added, beyond the first of each access"},
    [STAT_DRAM_READS] = {.name = "memory.dram_reads", .unit = "lines", .timed = true,
        .about = "bursts read from DRAM"},
    [STAT_DRAM_WRITES] = {.name = "memory.dram_writes", .unit = "lines", .timed = true,
        .about = "bursts written to DRAM"},
    [STAT_DRAM_ROW_HITS] = {.name = "memory.dram_row_hits", .unit = "lines",
        .optional = true, .timed = true,
        .about = "bursts that found their DRAM row open"},
    [STAT_DRAM_BYTES] = {.name = "memory.dram_bytes", .unit = "bytes", .timed = true,
        .about = "bytes moved between DRAM and the last-level cache"},
    [STAT_STALL_DEPENDENCY] = {.name = "stalls.dependency", .unit = "warp-cycles",
        .timed = true, .warp_cycles = true,
        .about = "an operand was not computed yet, or a branch not resolved"},
    [STAT_STALL_FETCH] = {.name = "stalls.fetch", .unit = "warp-cycles",
        .timed = true, .warp_cycles = true, .about = "no decoded instruction was available"},
    [STAT_STALL_UNIT] = {.name = "stalls.unit", .unit = "warp-cycles",
        .timed = true, .warp_cycles = true, .about = "the functional unit was busy"},
    [STAT_STALL_MEMORY] = {.name = "stalls.memory", .unit = "warp-cycles",
        .timed = true, .warp_cycles = true,
        .about = "an operand was not loaded yet, or a fence waited"},
    [STAT_STALL_BARRIER] = {.name = "stalls.barrier", .unit = "warp-cycles",
        .timed = true, .warp_cycles = true, .about = "the warp waited for other warps"},
    [STAT_STALL_DIVERGENCE] = {.name = "stalls.divergence", .unit = "warp-cycles",
        .timed = true, .warp_cycles = true, .about = "the active mask of the warp was changing"},
    [STAT_STALL_NOT_SELECTED] = {.name = "stalls.not_selected", .unit = "warp-cycles",
        .timed = true, .warp_cycles = true,
        .about = "the warp was ready, but another one issued"},
    [STAT_STALL_IDLE] = {.name = "stalls.idle", .unit = "warp-cycles",
        .timed = true, .warp_cycles = true, .about = "the slot had no warp"},
};

/* ---- reading tables ---- */

static const struct statistic_use *find_use(const struct statistics_table *table, size_t id)
{
    for (size_t i = 0; table && i < table->common_count; i++) {
        if (table->common[i].id == id)
            return &table->common[i];
    }
    return NULL;
}

const struct statistic *statistic(const struct statistics_table *table, size_t id)
{
    if (id >= STAT_COMMON)
        return table && id - STAT_COMMON < table->own_count ? &table->own[id - STAT_COMMON] : NULL;
    return !common[id].optional || find_use(table, id) ? &common[id] : NULL;
}

size_t statistic_next(const struct statistics_table *table, size_t id)
{
    while (id < STAT_MAX && !statistic(table, id))
        id++;
    return id;
}

const char *statistic_model_alias(const struct statistics_table *table, size_t id)
{
    const struct statistic_use *use = find_use(table, id);
    return use ? use->alias : NULL;
}

static bool is_name(const char *known, const char *name)
{
    return known && strcmp(known, name) == 0;
}

size_t statistic_find(const struct statistics_table *table, const char *name)
{
    size_t id = statistic_next(table, 0);
    while (id < STAT_MAX && !is_name(statistic(table, id)->name, name) &&
           !is_name(statistic(table, id)->alias, name) &&
           !is_name(statistic_model_alias(table, id), name))
        id = statistic_next(table, id + 1);
    return id;
}

bool statistic_is_known(const struct statistics *statistics, size_t id, bool timed)
{
    const struct statistic *s = statistic(statistics->table, id);
    const struct statistic_use *use = find_use(statistics->table, id);
    if (!s || (s->timed && !timed))
        return false;
    uint32_t needs = use ? use->needs : s->needs;
    return (statistics->has & needs) == needs;
}

double statistic_value(const struct statistics *statistics, size_t id)
{
    const struct statistic *s = statistic(statistics->table, id);
    return s && s->derive ? s->derive(statistics) : (double)statistics->count[id];
}

/* ---- launches ---- */

void statistics_begin(struct statistics *statistics, const struct statistics_table *table)
{
    *statistics = (struct statistics){.table = table};
}

void statistics_add(struct statistics *sum, const struct statistics *more)
{
    sum->table = more->table;
    sum->has |= more->has;
    for (size_t id = statistic_next(sum->table, 0); id < STAT_MAX;
         id = statistic_next(sum->table, id + 1)) {
        uint64_t both = sum->count[id] + more->count[id];
        uint64_t larger = sum->count[id] > more->count[id] ? sum->count[id] : more->count[id];
        sum->count[id] = statistic(sum->table, id)->max ? larger : both;
    }
}

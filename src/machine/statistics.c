/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.c - the one table of statistics. */
#include "machine/statistics.h"

#include <string.h>

static double lanes_active(const struct statistics *s)
{
    uint64_t warp = s->count[STAT_WARP_INSTRUCTIONS];
    return warp ? (double)s->count[STAT_THREAD_INSTRUCTIONS] / (double)warp : 0;
}

static const struct statistic table[STAT_COUNT] = {
    [STAT_WARP_INSTRUCTIONS] = {.name = "warp_instructions", .unit = "instructions",
        .about = "instructions that a warp executed, each counted once for all its lanes"},
    [STAT_THREAD_INSTRUCTIONS] = {.name = "thread_instructions", .unit = "instructions",
        .about = "the same counted once for each active lane"},
    [STAT_LANES_ACTIVE] = {.name = "lanes_active", .unit = "lanes",
        .about = "active lanes of an instruction, on average",
        .formula = "thread_instructions / warp_instructions", .derive = lanes_active},
    [STAT_LOADS] = {.name = "loads", .unit = "instructions",
        .about = "warp-instructions that read memory"},
    [STAT_STORES] = {.name = "stores", .unit = "instructions",
        .about = "warp-instructions that write memory"},
    [STAT_ATOMICS] = {.name = "atomics", .unit = "instructions",
        .about = "warp-instructions that read and write memory in one step"},
    [STAT_BRANCHES] = {.name = "branches", .unit = "instructions",
        .about = "conditional branches that a warp executed"},
    [STAT_DIVERGENT_SPLITS] = {.name = "divergent_splits", .unit = "splits",
        .about = "splits that found lanes on both sides"},
    [STAT_LANE_DISAGREEMENTS] = {.name = "lane_disagreements", .unit = "instructions",
        .about = "uniform branches, jumps and operands at which active lanes disagreed"},
    [STAT_BARRIERS] = {.name = "barriers", .unit = "instructions",
        .about = "arrivals of a warp at a barrier"},
    [STAT_WARPS_STARTED] = {.name = "warps_started", .unit = "warps",
        .about = "warps that began to run, each start counted"},
};

const struct statistic *statistic(size_t i)
{
    return i < STAT_COUNT ? &table[i] : NULL;
}

double statistic_value(const struct statistics *statistics, size_t i)
{
    return table[i].derive ? table[i].derive(statistics) : (double)statistics->count[i];
}

size_t statistic_find(const char *name)
{
    size_t i = 0;
    while (i < STAT_COUNT && strcmp(table[i].name, name) != 0)
        i++;
    return i;
}

void statistics_add(struct statistics *sum, const struct statistics *more)
{
    for (size_t i = 0; i < STAT_COUNT; i++)
        sum->count[i] += more->count[i];
}

/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.c - every statistic by its number, over a run and of its launches. */
#include "api/context.h"
#include "report/result.h"

/* The id of the i-th statistic that the machine has, or STAT_MAX. */
static size_t id_of(const wc_result *result, size_t i)
{
    const struct statistics_table *table = result->statistics.table;
    if (i >= STAT_MAX)
        return STAT_MAX;
    size_t id = statistic_next(table, 0);
    for (; i && id < STAT_MAX; i--)
        id = statistic_next(table, id + 1);
    return id;
}

static const struct statistic *nth(const wc_result *result, size_t i)
{
    return result ? statistic(result->statistics.table, id_of(result, i)) : NULL;
}

size_t wc_statistic_count(const wc_result *result)
{
    size_t count = 0;
    while (nth(result, count))
        count++;
    return count;
}

const char *wc_statistic_name(const wc_result *result, size_t i)
{
    const struct statistic *s = nth(result, i);
    return s ? s->name : NULL;
}

const char *wc_statistic_unit(const wc_result *result, size_t i)
{
    const struct statistic *s = nth(result, i);
    return s ? s->unit : NULL;
}

const char *wc_statistic_about(const wc_result *result, size_t i)
{
    const struct statistic *s = nth(result, i);
    return s ? s->about : NULL;
}

const char *wc_statistic_formula(const wc_result *result, size_t i)
{
    const struct statistic *s = nth(result, i);
    return s ? s->formula : NULL;
}

bool wc_statistic_is_timed(const wc_result *result, size_t i)
{
    const struct statistic *s = nth(result, i);
    return s && s->timed;
}

static bool value_of(const wc_result *result, const struct statistics *statistics, size_t id,
                     double *out)
{
    if (!out || result->no_run || !statistic(statistics->table, id) ||
        !statistic_is_known(statistics, id, !result->functional))
        return false;
    *out = statistic_value(statistics, id);
    return true;
}

bool wc_result_statistic(const wc_result *result, size_t i, double *out)
{
    return result && value_of(result, &result->statistics, id_of(result, i), out);
}

size_t wc_result_launch_count(const wc_result *result)
{
    return result ? result->launch_count : 0;
}

static bool has_launch(const wc_result *result, size_t launch)
{
    return result && launch < result->launch_count;
}

const char *wc_result_launch_kernel(const wc_result *result, size_t launch)
{
    return has_launch(result, launch) ? result->launches[launch].kernel : NULL;
}

bool wc_result_launch_statistic(const wc_result *result, size_t launch, size_t i, double *out)
{
    return has_launch(result, launch) &&
           value_of(result, &result->launches[launch].statistics, id_of(result, i), out);
}

bool wc_result_launch_value(const wc_result *result, size_t launch, const char *name, double *out)
{
    if (!has_launch(result, launch) || !name)
        return false;
    size_t id = statistic_find(result->statistics.table, name);
    return value_of(result, &result->launches[launch].statistics, id, out);
}

bool wc_result_launch_bound(const wc_result *result, size_t launch, uint64_t *cycles)
{
    if (!has_launch(result, launch) || !cycles || !result->launches[launch].has_bound)
        return false;
    *cycles = result->launches[launch].bound.cycles;
    return true;
}

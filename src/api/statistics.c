/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.c - every statistic by its number, over a run and of its launches. */
#include "api/context.h"
#include "report/result.h"

size_t wc_statistic_count(void)
{
    size_t count = 0;
    while (statistic(count))
        count++;
    return count;
}

const char *wc_statistic_name(size_t i)
{
    return statistic(i) ? statistic(i)->name : NULL;
}

const char *wc_statistic_unit(size_t i)
{
    return statistic(i) ? statistic(i)->unit : NULL;
}

const char *wc_statistic_about(size_t i)
{
    return statistic(i) ? statistic(i)->about : NULL;
}

const char *wc_statistic_formula(size_t i)
{
    return statistic(i) ? statistic(i)->formula : NULL;
}

bool wc_statistic_is_timed(size_t i)
{
    return statistic(i) && statistic(i)->timed;
}

/* The same rule as in JSON, which has null or nothing in the place of what a run does not have. */
static bool has_statistic(const wc_result *result, const struct statistics *statistics, size_t i)
{
    const struct statistic *s = statistic(i);
    return s && !result->no_run && !(s->timed && result->functional) &&
           (statistics->systems & s->system) == s->system;
}

static bool value_of(const wc_result *result, const struct statistics *statistics, size_t i,
                     double *out)
{
    if (!has_statistic(result, statistics, i))
        return false;
    *out = statistic_value(statistics, i);
    return true;
}

bool wc_result_statistic(const wc_result *result, size_t i, double *out)
{
    return value_of(result, &result->statistics, i, out);
}

size_t wc_result_launch_count(const wc_result *result)
{
    return result->launch_count;
}

const char *wc_result_launch_kernel(const wc_result *result, size_t launch)
{
    return launch < result->launch_count ? result->launches[launch].kernel : NULL;
}

bool wc_result_launch_statistic(const wc_result *result, size_t launch, size_t i, double *out)
{
    return launch < result->launch_count &&
           value_of(result, &result->launches[launch].statistics, i, out);
}

bool wc_result_launch_bound(const wc_result *result, size_t launch, uint64_t *cycles)
{
    if (launch >= result->launch_count || !result->launches[launch].has_bound)
        return false;
    *cycles = result->launches[launch].bound.cycles;
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* measures.c - figures over several runs of the SWaS paper. */
#include <math.h>
#include <string.h>

#include "paper/swas/swas.h"

enum { BASELINE_RUNS = SWAS_BENCHMARKS * SWAS_PAIRS };

const char *swas_name(const struct swas *swas, size_t benchmark)
{
    return swas->published.benchmarks[benchmark].name;
}

void swas_benchmark_column(struct paper_table *table, bool quiet)
{
    paper_table_columns(table, &(struct paper_column){"benchmark", "benchmark", true, quiet}, 1);
}

double swas_field(const struct swas_run *run, size_t field)
{
    return *(const double *)((const char *)run + field);
}

size_t swas_benchmark(const struct swas_published *published, const char *name)
{
    size_t i = 0;
    while (i < SWAS_BENCHMARKS && strcmp(published->benchmarks[i].name, name) != 0)
        i++;
    return i < SWAS_BENCHMARKS ? i : 0;
}

double swas_ratio(const struct swas_runs *runs, size_t benchmark, enum swas_policy policy,
                  unsigned baseline)
{
    return runs->run[benchmark][CONFIGURATION_SWAS + (unsigned)policy].ipc /
           runs->run[benchmark][baseline].ipc;
}

double swas_mean_ipc(const struct swas_runs *runs, unsigned configuration)
{
    double logs = 0;
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++)
        logs += log(runs->run[i][configuration].ipc);
    return exp(logs / SWAS_BENCHMARKS);
}

double swas_mean_error_rate(const struct swas_runs *runs, size_t benchmark)
{
    double sum = 0;
    for (unsigned k = 0; k < SWAS_PAIRS; k++)
        sum += runs->run[benchmark][k].error_rate;
    return sum / SWAS_PAIRS;
}

struct swas_extremes swas_baseline_extremes(const struct swas_runs *runs, size_t field)
{
    struct swas_extremes found = {{NAN, 0, 0}, {NAN, 0, 0}};
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        for (unsigned k = 0; k < SWAS_PAIRS; k++) {
            struct swas_extreme here = {swas_field(&runs->run[i][k], field), i, k};
            if (isnan(here.value))
                return (struct swas_extremes){here, here};
            if (!(found.min.value <= here.value))
                found.min = here;
            if (!(found.max.value >= here.value))
                found.max = here;
        }
    }
    return found;
}

/* Ranks from 1; equal values share the mean of theirs. */
static void rank(const double *values, double *ranks)
{
    for (size_t i = 0; i < BASELINE_RUNS; i++) {
        size_t less = 0, equal = 0;
        for (size_t k = 0; k < BASELINE_RUNS; k++) {
            less += values[k] < values[i];
            equal += values[k] == values[i];
        }
        ranks[i] = (double)less + ((double)equal + 1) / 2;
    }
}

static double correlation(const double *x, const double *y)
{
    double mean = (BASELINE_RUNS + 1) / 2.0, xy = 0, xx = 0, yy = 0;
    for (size_t i = 0; i < BASELINE_RUNS; i++) {
        xy += (x[i] - mean) * (y[i] - mean);
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
    }
    return xy / sqrt(xx * yy);
}

double swas_rank_correlation(const struct swas_runs *runs)
{
    double ipc[BASELINE_RUNS], errors[BASELINE_RUNS];
    double ipc_ranks[BASELINE_RUNS], error_ranks[BASELINE_RUNS];
    for (size_t i = 0; i < BASELINE_RUNS; i++) {
        const struct swas_run *run = &runs->run[i / SWAS_PAIRS][i % SWAS_PAIRS];
        ipc[i] = run->ipc;
        errors[i] = run->error_rate;
        if (isnan(ipc[i]) || isnan(errors[i]))
            return NAN;
    }
    rank(ipc, ipc_ranks);
    rank(errors, error_ranks);
    return correlation(ipc_ranks, error_ranks);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* swas.h - the tables of the SWaS paper (Crouzet, Carle, Rochange, DSD 2024). */
#ifndef WARPCLOCK_PAPER_SWAS_SWAS_H
#define WARPCLOCK_PAPER_SWAS_SWAS_H

#include "paper/paper.h"
#include "paper/swas/published.h"
#include "paper/swas/runs.h"

struct swas {
    struct swas_published published;
    struct swas_runs runs;
};

/* Each fills one table. */
typedef void swas_table_fn(struct swas *swas, struct paper_table *table);

/* figures.c, pairs.c: what the paper shows */
swas_table_fn swas_table_instructions, swas_table_best, swas_table_latency, swas_table_slots;
swas_table_fn swas_table_ipc, swas_table_paths, swas_table_errors, swas_table_ratios;
/* anomalies.c, cycles.c: schedules by hand */
swas_table_fn swas_table_anomalies, swas_table_cycles;
/* acceptance.c: the headlines, each with a verdict */
swas_table_fn swas_table_acceptance;
/* Refuses published claims that nothing measures, or with another number of limits. */
enum wc_status swas_check_claims(struct error *err, const char *file,
                                 const struct swas_published *published);

/* Whether every schedule and every worked cycle table is as it must be; for the acceptance. */
bool swas_anomalies_hold(void);
bool swas_cycles_hold(void);

/* measures.c: what tables have in common */
const char *swas_name(const struct swas *swas, size_t benchmark);
void swas_benchmark_column(struct paper_table *table, bool quiet);
static inline double swas_percent(double share)
{
    return 100 * share;
}

/* The same: figures over several runs; NAN when one of them is missing */
double swas_ratio(const struct swas_runs *runs, size_t benchmark, enum swas_policy policy,
                  unsigned baseline);
/* Of IPCs over the benchmarks. */
double swas_mean_ipc(const struct swas_runs *runs, unsigned configuration);
/* Of error rates over the nine pairs. */
double swas_mean_error_rate(const struct swas_runs *runs, size_t benchmark);
/* Least and largest of a field of all baseline runs, and where. */
struct swas_extreme {
    double value;
    size_t benchmark;
    unsigned configuration;
};
struct swas_extremes {
    struct swas_extreme min, max;
};
struct swas_extremes swas_baseline_extremes(const struct swas_runs *runs, size_t field);
/* Spearman's rank correlation of IPC and error rate over the baseline runs. */
double swas_rank_correlation(const struct swas_runs *runs);
double swas_field(const struct swas_run *run, size_t field);
size_t swas_benchmark(const struct swas_published *published, const char *name);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* pairs.c - the figures of the SWaS paper with one bar per pair of policies. */
#include <math.h>

#include "paper/swas/swas.h"

static void add_pair_columns(struct paper_table *table)
{
    for (unsigned k = 0; k < SWAS_PAIRS; k++) {
        struct paper_column column = {swas_configuration_name(k), swas_configuration_name(k),
                                      false, false};
        paper_table_columns(table, &column, 1);
    }
}

/* The pairs by the geometric mean of their IPC, the best first. */
static void rank_pairs(const struct swas_runs *runs, unsigned order[SWAS_PAIRS])
{
    for (unsigned i = 0; i < SWAS_PAIRS; i++) {
        unsigned k = i;
        for (; k && swas_mean_ipc(runs, order[k - 1]) < swas_mean_ipc(runs, i); k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

static void note_ranking(const struct swas *swas, struct paper_table *table)
{
    unsigned order[SWAS_PAIRS];
    struct text names = {0};
    if (isnan(swas_baseline_extremes(&swas->runs, offsetof(struct swas_run, ipc)).min.value))
        return;
    rank_pairs(&swas->runs, order);
    for (size_t i = 0; i < SWAS_PAIRS; i++)
        text_add(&names, "%s%s", i ? ", " : "", swas_configuration_name(order[i]));
    paper_table_note(table, "By geometric mean, the best first: %s. The paper: lrr-gtlrr and "
                            "lrr-gtlo.",
                     text_string(&names));
    text_free(&names);
}

static void note_span(const struct swas *swas, struct paper_table *table)
{
    struct swas_extremes ours =
        swas_baseline_extremes(&swas->runs, offsetof(struct swas_run, ipc));
    const struct published_span *theirs = &swas->published.ipc;
    if (isnan(ours.min.value))
        return;
    paper_table_note(table, "From %.2f (%s) to %.2f (%s); the paper: %.2f to %.2f.",
                     ours.min.value, swas_name(swas, ours.min.benchmark), ours.max.value,
                     swas_name(swas, ours.max.benchmark), theirs->min, theirs->max);
}

static void note_gtlo_fetch(const struct swas *swas, struct paper_table *table)
{
    const struct swas_run *psort = swas->runs.run[swas_benchmark(&swas->published, "psort")];
    double ratio = psort[swas_pair(SWAS_GTLO, SWAS_GTLRR)].ipc /
                   psort[swas_pair(SWAS_LRR, SWAS_GTLRR)].ipc;
    if (isnan(ratio))
        return;
    paper_table_note(table, "psort, GTLO fetch over LRR fetch with GTLRR issue: %.2f; the paper: "
                            "about %.1f, because loop branches are fetched past more often "
                            "(SWAS-32).",
                     ratio, swas->published.gtlo_fetch);
}

void swas_table_ipc(struct swas *swas, struct paper_table *table)
{
    swas_benchmark_column(table, false);
    add_pair_columns(table);
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        paper_table_text(table, "%s", swas_name(swas, i));
        for (unsigned k = 0; k < SWAS_PAIRS; k++)
            paper_table_number(table, swas->runs.run[i][k].ipc, 2);
    }
    paper_table_text(table, "geometric mean");
    for (unsigned k = 0; k < SWAS_PAIRS; k++)
        paper_table_number(table, swas_mean_ipc(&swas->runs, k), 2);
    note_span(swas, table);
    note_gtlo_fetch(swas, table);
    note_ranking(swas, table);
    paper_table_note(table, "The bars of Fig. 4 have no numbers: only its range and its ranking "
                            "can be compared with ours.");
}

void swas_table_paths(struct swas *swas, struct paper_table *table)
{
    swas_benchmark_column(table, false);
    add_pair_columns(table);
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        paper_table_text(table, "%s", swas_name(swas, i));
        for (unsigned k = 0; k < SWAS_PAIRS; k++)
            paper_table_number(
                table, swas->runs.run[i][k].wrong_path / swas->runs.run[i][k].branches, 2);
    }
    paper_table_note(table, "For the whole run, including start-up code.");
    paper_table_note(table, "The paper, without numbers: greedy fetch, and GTLO most of all, "
                            "fetches past a loop branch before it is decided; round-robin over "
                            "many warps leaves it enough time (SWAS-32).");
}

static void note_error_spans(const struct swas *swas, struct paper_table *table)
{
    const struct swas_runs *runs = &swas->runs;
    struct swas_extremes rates =
        swas_baseline_extremes(runs, offsetof(struct swas_run, error_rate));
    const struct swas_run *lowest = runs->run[swas_benchmark(&swas->published, "hotspot3D")];
    double min = INFINITY, max = 0;
    if (isnan(rates.min.value))
        return;
    for (unsigned k = 0; k < SWAS_PAIRS; k++) {
        min = fmin(min, lowest[k].errors);
        max = fmax(max, lowest[k].errors);
    }
    paper_table_note(table, "From %.2f %% (%s, %s) to %.2f %% (%s, %s); the paper: %.2f %% to "
                            "%.2f %%.",
                     swas_percent(rates.min.value), swas_name(swas, rates.min.benchmark),
                     swas_configuration_name(rates.min.configuration),
                     swas_percent(rates.max.value), swas_name(swas, rates.max.benchmark),
                     swas_configuration_name(rates.max.configuration),
                     swas_percent(swas->published.error_rate.min),
                     swas_percent(swas->published.error_rate.max));
    paper_table_note(table, "Rank correlation of IPC and error rate over the 54 runs: %.2f; the "
                            "paper: the benchmarks with the highest IPC have the highest error "
                            "rates.",
                     swas_rank_correlation(runs));
    paper_table_note(table, "hotspot3D: %.0f to %.0f errors; the paper, where it is the "
                            "lowest: %.0f to %.0f.",
                     min, max, swas->published.lowest_errors.min,
                     swas->published.lowest_errors.max);
}

void swas_table_errors(struct swas *swas, struct paper_table *table)
{
    static const struct paper_column sync[] = {
        {"lrr-lrr sync", "lrr-lrr*", false, false}, {"gtlrr-lrr sync", "gtlrr-lrr*", false, false},
        {"gtlo-lrr sync", "gtlo-lrr*", false, false},
    };
    swas_benchmark_column(table, false);
    add_pair_columns(table);
    paper_table_columns(table, sync, SWAS_POLICIES);
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        paper_table_text(table, "%s", swas_name(swas, i));
        for (unsigned k = 0; k < SWAS_PAIRS; k++)
            paper_table_number(table, swas_percent(swas->runs.run[i][k].error_rate), 2);
        for (unsigned k = 0; k < SWAS_POLICIES; k++)
            paper_table_number(
                table, swas_percent(swas->runs.run[i][CONFIGURATION_SYNC + k].error_rate), 2);
    }
    note_error_spans(swas, table);
    paper_table_note(table, "*: the LRR oracle copies the real state after each error, which the "
                            "paper states only for greedy policies (oracle.sync=all; AMB-4). "
                            "Otherwise one deviation can count for many cycles.");
}

void swas_table_ratios(struct swas *swas, struct paper_table *table)
{
    double worst = INFINITY;
    size_t benchmark = 0;
    unsigned pair = 0;
    swas_benchmark_column(table, false);
    add_pair_columns(table);
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        paper_table_text(table, "%s", swas_name(swas, i));
        for (unsigned k = 0; k < SWAS_PAIRS; k++) {
            double ratio = swas_ratio(&swas->runs, i, k % SWAS_POLICIES, k);
            paper_table_number(table, ratio, 2);
            if (ratio < worst) {
                worst = ratio;
                benchmark = i;
                pair = k;
            }
        }
    }
    paper_table_note(table, "SWaS uses the issue policy of its column for fetch and issue.");
    if (isinf(worst))
        return;
    paper_table_note(table, "Worst: %.2f, %s against %s; the paper: %.2f, psort against lrr-gtlo, "
                            "and near 1 for all others.",
                     worst, swas_name(swas, benchmark),
                     swas_configuration_name(pair), swas->published.worst_ratio);
}

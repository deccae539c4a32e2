/* SPDX-License-Identifier: Apache-2.0 */
/* worst.c - Fig. 8 and Table 5: worst-case bounds next to runs. */
#include <math.h>
#include <string.h>

#include "paper/sim_d/sim_d.h"

static void want(struct sim_d_paper *paper)
{
    paper->runs.wanted[CONFIGURATION_FREE] = true;
    paper->runs.wanted[CONFIGURATION_ACCESS] = true;
    paper->runs.wanted[CONFIGURATION_COMPUTE] = true;
    paper->runs.wanted[CONFIGURATION_SAFE] = true;
    paper->runs.wanted[CONFIGURATION_ORIGINAL] = true;
}

static const struct sim_d_worst *worst_of(const struct sim_d_paper *paper, size_t benchmark,
                                          bool original)
{
    return original ? &paper->runs.original[benchmark] : &paper->runs.safe[benchmark];
}

double sim_d_pessimism(const struct sim_d_paper *paper, size_t benchmark, bool original,
                       bool access)
{
    const struct sim_d_worst *worst = worst_of(paper, benchmark, original);
    const struct sim_d_run *run = paper->runs.run[benchmark];
    return access ? 100 * (worst->access / run[CONFIGURATION_ACCESS].cycles - 1)
                  : 100 * (worst->compute / run[CONFIGURATION_COMPUTE].cycles - 1);
}

double sim_d_mean_pessimism(const struct sim_d_paper *paper, bool original, bool access,
                            const char *without)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        const struct sim_d_benchmark *benchmark = &paper->published.benchmark[i];
        if (benchmark->outlier || (without && strcmp(benchmark->key, without) == 0))
            continue;
        sum += sim_d_pessimism(paper, i, original, access);
        count++;
    }
    return sum / count;
}

/* ---- Fig. 8 ---- */

/* How much of the way from U to L the better policy goes: the parallelism that it uses. */
static double potential(const struct sim_d_worst *worst)
{
    double better = fmin(worst->access, worst->compute);
    return 100 * (worst->upper - better) / (worst->upper - worst->lower);
}

static void add_benchmark(const struct sim_d_paper *paper, struct paper_table *table, size_t i)
{
    const struct sim_d_worst *safe = &paper->runs.safe[i];
    const struct sim_d_run *run = paper->runs.run[i];
    paper_table_text(table, "%s", paper->published.benchmark[i].title);
    paper_table_number(table, safe->lower, 0);
    paper_table_number(table, safe->upper, 0);
    paper_table_number(table, run[CONFIGURATION_ACCESS].cycles, 0);
    paper_table_number(table, safe->access, 0);
    paper_table_number(table, sim_d_pessimism(paper, i, false, true), 1);
    paper_table_number(table, sim_d_pessimism(paper, i, true, true), 1);
    paper_table_number(table, run[CONFIGURATION_COMPUTE].cycles, 0);
    paper_table_number(table, safe->compute, 0);
    paper_table_number(table, sim_d_pessimism(paper, i, false, false), 1);
    paper_table_number(table, sim_d_pessimism(paper, i, true, false), 1);
    paper_table_number(table, potential(safe), 0);
}

static void add_means(struct paper_table *table, const char *name, const double *access,
                      const double *compute)
{
    paper_table_text(table, "%s", name);
    for (size_t i = 0; i < 4; i++)
        paper_table_number(table, NAN, 0);
    paper_table_number(table, access[0], 1);
    paper_table_number(table, access[1], 1);
    paper_table_number(table, NAN, 0);
    paper_table_number(table, NAN, 0);
    paper_table_number(table, compute[0], 1);
    paper_table_number(table, compute[1], 1);
    paper_table_number(table, NAN, 0);
}

static void add_all_means(const struct sim_d_paper *paper, struct paper_table *table)
{
    const double *theirs = paper->published.pessimism;
    double access[2], compute[2];
    for (int original = 0; original < 2; original++) {
        access[original] = sim_d_mean_pessimism(paper, original, true, NULL);
        compute[original] = sim_d_mean_pessimism(paper, original, false, NULL);
    }
    add_means(table, "mean", access, compute);
    add_means(table, "paper: mean", (const double[]){NAN, theirs[0]},
              (const double[]){NAN, theirs[1]});
}

/* Benchmarks whose bound is U under a policy: one sentence explains their rows. */
static void note_serial(const struct sim_d_paper *paper, struct paper_table *table)
{
    struct text names = {0};
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        const struct sim_d_worst *safe = worst_of(paper, i, false);
        const bool serial = safe->access >= safe->upper || safe->compute >= safe->upper;
        if (serial && !paper->published.benchmark[i].outlier)
            text_add(&names, "%s%s", names.length ? ", " : "",
                     paper->published.benchmark[i].title);
    }
    if (names.length)
        paper_table_note(table, "%s: the bound is U. As far as the analysis knows, work-groups may "
                                "end early or leave out requests, and then need not form pairs.",
                         text_string(&names));
    text_free(&names);
}

void sim_d_table_figure8(struct sim_d_paper *paper, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"benchmark", "", true, false}, {"lower", "L", false, false},
        {"upper", "U", false, false}, {"access", "as access", false, false},
        {"access_bound", "bound", false, false}, {"access_percent", "%", false, false},
        {"access_original", "original %", false, false},
        {"compute", "as compute", false, false}, {"compute_bound", "bound", false, false},
        {"compute_percent", "%", false, false}, {"compute_original", "original %", false, false},
        {"potential", "of L..U %", false, false},
    };
    want(paper);
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        if (!paper->published.benchmark[i].outlier)
            add_benchmark(paper, table, i);
    }
    add_all_means(paper, table);
    paper_table_note(table, "Bounds are safe; \"original %%\" is the difference with the "
                            "arithmetic of the authors' analyser (analysis=original), which the "
                            "paper's means compare with. L is no bound but what no policy can be "
                            "better than; \"of L..U\" is how much of the way from U to L the "
                            "better policy goes.");
    note_serial(paper, table);
    paper_table_note(table, "SPMV: its loop runs as long as the longest row of each work-group, "
                            "which the bound does not know; the annotated maximum holds for all.");
}

/* ---- Table 5 ---- */

static void add_row(struct paper_table *table, const char *benchmark, const char *who,
                    const double *values)
{
    paper_table_text(table, "%s", benchmark);
    paper_table_text(table, "%s", who);
    for (size_t i = 0; i < 9; i++)
        paper_table_number(table, values[i], i % 3 == 2 && i > 2 ? 1 : 0);
}

static void add_ours(const struct sim_d_paper *paper, struct paper_table *table, size_t i,
                     bool original)
{
    const struct sim_d_worst *worst = worst_of(paper, i, original);
    const struct sim_d_run *run = paper->runs.run[i];
    const double values[] = {
        run[CONFIGURATION_FREE].cycles, worst->lower, worst->upper,
        run[CONFIGURATION_ACCESS].cycles, worst->access, sim_d_pessimism(paper, i, original, true),
        run[CONFIGURATION_COMPUTE].cycles, worst->compute,
        sim_d_pessimism(paper, i, original, false)};
    add_row(table, paper->published.benchmark[i].title, original ? "original" : "safe", values);
}

void sim_d_table_5(struct sim_d_paper *paper, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"benchmark", "", true, true}, {"who", "", true, false},
        {"cycles", "unconstrained", false, false}, {"lower", "L", false, false},
        {"upper", "U", false, false}, {"access", "as access", false, false},
        {"access_bound", "bound", false, false}, {"access_percent", "%", false, false},
        {"compute", "as compute", false, false}, {"compute_bound", "bound", false, false},
        {"compute_percent", "%", false, false},
    };
    want(paper);
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        const struct sim_d_benchmark *theirs = &paper->published.benchmark[i];
        if (!theirs->outlier)
            continue;
        add_row(table, theirs->title, "paper", theirs->worst);
        add_ours(paper, table, i, true);
        add_ours(paper, table, i, false);
    }
    paper_table_note(table, "\"original\" and \"safe\": our programs in the two readings of the "
                            "analysis. The paper's track is 1165.5 and 1199.2 %%, its SRAD2 614.5 "
                            "%% by its own cycles (A13).");
    paper_table_note(table, "track: six indexed reads of 47 360 cycles each make up the bound "
                            "here and there; the runs have other indexes (--table 4).");
    paper_table_note(table, "SRAD and SRAD2: ours have no indexed reads, so their bounds are near "
                            "their runs. computePhiMag: the original counts a refresh of 350 "
                            "cycles, which such a short run does not meet; the safe bound knows "
                            "when refreshes fall due.");
}

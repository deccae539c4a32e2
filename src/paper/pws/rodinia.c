/* SPDX-License-Identifier: Apache-2.0 */
/* rodinia.c - Figures 10e and 11: kernels of our suite that Rodinia has too. */
#include <math.h>

#include "paper/pws/pws.h"

/* The paper names bfs alone. psort is not of Rodinia; it is what we have of hybridsort. */
static const char *const benchmarks[] = {"bfs", "hotspot", "hotspot3D", "kmeans", "lud",
                                         "nw", "pathfinder", "psort", "srad"};
enum { BENCHMARKS = sizeof benchmarks / sizeof *benchmarks };

size_t pws_benchmark_count(void)
{
    return BENCHMARKS;
}

const char *pws_benchmark_name(size_t i)
{
    return benchmarks[i];
}

/* Which split points, and what becomes of SpSIMDs that they leave idle. */
enum variant { OPTIMAL, OPTIMAL_IDLE, SELECTED, DYNAMIC };

static const struct pws_run *run(struct pws *pws, size_t benchmark, uint32_t splits,
                                 uint32_t total, enum variant variant)
{
    struct pws_case what = {
        .job = arena_format(pws->arena, "jobs/%s.yaml", benchmarks[benchmark]), .splits = splits,
        .total = total};
    if (variant == DYNAMIC) {
        what.mode = PWS_DWS;
    } else if (splits) {
        what.mode = PWS_PWS;
        what.marks = PWS_ALL_MARKS;
        what.optimal = variant != SELECTED;
        what.reprovision = variant != OPTIMAL_IDLE;
    }
    return pws_run(&pws->runs, &what);
}

/* ---- Figure 10e ---- */

void pws_table_figure10e(struct pws *pws, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"benchmark", "benchmark", true, false}, {"none", "S = 0, cycles", false, false},
        {"s1", "S = 1", false, false}, {"s3", "S = 3", false, false},
        {"branches", "branches", false, false}, {"points_s1", "split, S = 1", false, false},
        {"points_s3", "S = 3", false, false}, {"blocks", "blocks", false, false},
        {"blocks_run", "that ran", false, false}};
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < BENCHMARKS; i++) {
        const struct pws_run *none = run(pws, i, 0, 4, OPTIMAL);
        const struct pws_run *one = run(pws, i, 1, 8, OPTIMAL_IDLE);
        const struct pws_run *three = run(pws, i, 3, 16, OPTIMAL_IDLE);
        const double base = pws_analytical(none, true);
        paper_table_text(table, "%s", benchmarks[i]);
        paper_table_number(table, base, 0);
        paper_table_number(table, pws_analytical(one, false) / base, 3);
        paper_table_number(table, pws_analytical(three, false) / base, 3);
        paper_table_number(table, none->times.branches, 0);
        paper_table_number(table, one->times.points, 0);
        paper_table_number(table, three->times.points, 0);
        paper_table_number(table, none->times.blocks, 0);
        paper_table_number(table, none->times.blocks_run, 0);
        if (none->times.problem)
            paper_table_note(table, "%s: %s", benchmarks[i], none->times.problem);
    }
    paper_table_note(table, "Analytical WCET of all launches, relative to S = 0; 4 SIMDs per CU, "
                            "SpSIMDs in addition. Split points are our optimal ones. The figure's "
                            "values are not available; the text says that reductions are small.");
}

/* ---- Figure 11 ---- */

static double speed(struct pws *pws, size_t benchmark, uint32_t total, enum variant variant)
{
    const struct pws_run *none = run(pws, benchmark, 0, total, OPTIMAL);
    const struct pws_run *own = run(pws, benchmark, 1, total, variant);
    return pws_observed(none) / pws_observed(own);
}

double pws_speed(struct pws *pws, size_t benchmark, uint32_t total)
{
    return speed(pws, benchmark, total, OPTIMAL);
}

enum { SPEEDS = 5 };

static void add_mean(struct paper_table *table, const char *name, double paper,
                     const double ours[SPEEDS])
{
    paper_table_text(table, "%s", name);
    paper_table_number(table, 1 + paper / 100, 2);
    for (int k = 0; k < SPEEDS; k++)
        paper_table_number(table, ours[k], 3);
    paper_table_number(table, NAN, 0);
    paper_table_number(table, NAN, 0);
}

void pws_table_figure11(struct pws *pws, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"benchmark", "benchmark", true, false}, {"paper", "paper", false, false},
        {"total8", "8 SIMDs", false, false}, {"total8_idle", "not reused", false, false},
        {"total8_select", "SELECT", false, false}, {"total4", "4 SIMDs", false, false},
        {"dws", "DWS, 8 SIMDs", false, false},
        {"points", "split points", false, false}, {"splits", "splits made", false, false}};
    double geometric[SPEEDS] = {1, 1, 1, 1, 1}, arithmetic[SPEEDS] = {0};
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < BENCHMARKS; i++) {
        const struct pws_run *own = run(pws, i, 1, 8, OPTIMAL);
        const double ours[SPEEDS] = {speed(pws, i, 8, OPTIMAL), speed(pws, i, 8, OPTIMAL_IDLE),
                                     speed(pws, i, 8, SELECTED), speed(pws, i, 4, OPTIMAL),
                                     speed(pws, i, 8, DYNAMIC)};
        paper_table_text(table, "%s", benchmarks[i]);
        paper_table_number(table, i == 0 ? pws->published.figure_11.bfs : NAN, 2);
        for (int k = 0; k < SPEEDS; k++) {
            paper_table_number(table, ours[k], 3);
            geometric[k] *= pow(ours[k], 1.0 / BENCHMARKS);
            arithmetic[k] += ours[k] / BENCHMARKS;
        }
        paper_table_number(table, own->times.points, 0);
        paper_table_number(table, own->splits, 0);
    }
    add_mean(table, "geometric mean", pws->published.figure_11.geometric, geometric);
    add_mean(table, "arithmetic mean", pws->published.figure_11.arithmetic, arithmetic);
    paper_table_note(table, "Speed with S = 1 over that without splitting, on as many SIMDs per CU "
                            "in total: 8 against 4 and 4 SpSIMDs, 4 against 2 and 2. Kernels "
                            "without a split point use all units as SIMDs (Sec. 4.3), except under "
                            "\"not reused\". Split points are our optimal ones; SELECT: the "
                            "paper's, with all branches marked.");
}

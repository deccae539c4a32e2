/* SPDX-License-Identifier: Apache-2.0 */
/* synthetic.c - Table 3 and Figures 10a to 10d: the synthetic benchmark. */
#include <math.h>

#include "paper/pws/pws.h"

const uint32_t pws_depths[PWS_DEPTHS] = {1, 3, 7};

static const char *const by_divergence[PWS_SHARES] = {"d0", "d25", "d50", "d75", "d100"};
static const char *const by_memory[PWS_SHARES] = {"d100", "m25", "m50", "m75", "m100"};
static const uint32_t totals[PWS_TOTALS] = {4, 8, 16};

static const struct pws_run *run(struct pws *pws, const char *job, const char *entry,
                                 enum pws_mode mode, uint32_t splits, uint32_t total)
{
    /* As many branches are marked as there are SpSIMDs (section 7). */
    const struct pws_case what = {.job = job, .entry = entry, .mode = mode, .splits = splits,
                                  .marks = mode == PWS_PWS ? splits : 0, .total = total};
    return pws_run(&pws->runs, &what);
}

const struct pws_run *pws_synthetic(struct pws *pws, const char *entry, enum pws_mode mode,
                                    uint32_t splits)
{
    return run(pws, "jobs/synthetic.yaml", entry, mode, splits, 0);
}

/* ---- Table 3 ---- */

enum { THOUSAND = 1000 };

static double dws_reading(const struct pws_run *run, enum dws_reading reading)
{
    return run->known && !run->times.problem ? (double)run->times.dws[reading] : NAN;
}

/* The paper's readings take the blocks of DWS to be as long as those of PWS (Lemma 5.6). */
double pws_dws_analytical(struct pws *pws, uint32_t splits, enum dws_reading reading)
{
    const enum pws_mode mode = reading == DWS_TIGHT ? PWS_DWS : PWS_PWS;
    return dws_reading(pws_synthetic(pws, "d100", mode, splits), reading);
}

static void add_pair(struct paper_table *table, double theirs, double ours)
{
    paper_table_number(table, theirs, 0);
    paper_table_number(table, ours / THOUSAND, 1);
}

static void add_row(struct pws *pws, struct paper_table *table, size_t i)
{
    const uint32_t splits = pws_depths[i];
    const struct pws_run *none = pws_synthetic(pws, "d100", PWS_NONE, 0);
    const struct pws_run *dws = pws_synthetic(pws, "d100", PWS_DWS, splits);
    const struct pws_run *own = pws_synthetic(pws, "d100", PWS_PWS, splits);
    const double *observed = pws->published.table_3[i].observed;
    const double *analytical = pws->published.table_3[i].analytical;
    paper_table_number(table, splits, 0);
    add_pair(table, observed[PWS_NONE], pws_observed(none));
    add_pair(table, analytical[PWS_NONE], pws_analytical(none, true));
    add_pair(table, observed[PWS_DWS], pws_observed(dws));
    add_pair(table, analytical[PWS_DWS], pws_dws_analytical(pws, splits, DWS_TABLE3));
    paper_table_number(table, pws_dws_analytical(pws, splits, DWS_TEXT) / THOUSAND, 1);
    paper_table_number(table, pws_dws_analytical(pws, splits, DWS_TIGHT) / THOUSAND, 1);
    add_pair(table, observed[PWS_PWS], pws_observed(own));
    add_pair(table, analytical[PWS_PWS], pws_analytical(own, true));
    paper_table_number(table, pws_analytical(own, false) / THOUSAND, 1);
    paper_table_number(table, pws->published.table_3[i].over_dws, 0);
    paper_table_number(table, pws_reduction(pws_analytical(own, true),
                                            pws_dws_analytical(pws, splits, DWS_TABLE3)), 1);
}

void pws_table_3(struct pws *pws, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"splits", "S", false, false},
        {"none_observed_paper", "none, observed, paper", false, false},
        {"none_observed", "ours", false, false},
        {"none_analytical_paper", "analytical, paper", false, false},
        {"none_analytical", "ours", false, false},
        {"dws_observed_paper", "DWS, observed, paper", false, false},
        {"dws_observed", "ours", false, false},
        {"dws_analytical_paper", "analytical, paper", false, false},
        {"dws_table3", "table3", false, false}, {"dws_text", "text", false, false},
        {"dws_tight", "tight", false, false},
        {"pws_observed_paper", "PWS, observed, paper", false, false},
        {"pws_observed", "ours", false, false},
        {"pws_analytical_paper", "analytical, paper", false, false},
        {"pws_analytical", "Eq. 3", false, false}, {"pws_ours", "ours", false, false},
        {"over_dws_paper", "% over DWS, paper", false, false},
        {"over_dws", "ours", false, false}};
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < PWS_DEPTHS; i++)
        add_row(pws, table, i);
    paper_table_note(table, "Thousand cycles. Analytical: equations over times that were measured "
                            "in the same run, as in the paper: no bound for other runs.");
    paper_table_note(table, "The paper does not say how many wavefronts ran. Here two run in each "
                            "CU of 4 SIMDs: with S = 1 DWS has a SIMD for every part, with S = 3 "
                            "and 7 parts compete.");
    paper_table_note(table, "DWS, readings of Lemma 5.7: text as printed; table3 with the "
                            "wavefront of PWS, which alone fits the printed ratio S + 1; tight is "
                            "ours. The first two have the block times of the PWS run (Lemma 5.6 "
                            "takes both as equal), tight has those of the DWS run.");
    paper_table_note(table, "In the paper, splitting gains more than S + 1 times (500 to 150, 30, "
                            "15), which splitting alone cannot; its cause is not known.");
}

/* ---- Figures 10a and 10b ---- */

static double reduction(struct pws *pws, const char *entry, size_t depth)
{
    const struct pws_run *none = pws_synthetic(pws, entry, PWS_NONE, 0);
    const struct pws_run *own = pws_synthetic(pws, entry, PWS_PWS, pws_depths[depth]);
    return pws_reduction(pws_analytical(own, true), pws_analytical(none, true));
}

double pws_by_divergence(struct pws *pws, size_t share, size_t depth)
{
    return share ? reduction(pws, by_divergence[share], depth) : 0; /* no branch: nothing splits */
}

double pws_by_memory(struct pws *pws, size_t share, size_t depth)
{
    return reduction(pws, by_memory[share], depth);
}

static double observed_reduction(struct pws *pws, const char *entry, size_t depth)
{
    const struct pws_run *none = pws_synthetic(pws, entry, PWS_NONE, 0);
    const struct pws_run *own = pws_synthetic(pws, entry, PWS_PWS, pws_depths[depth]);
    return pws_reduction(pws_observed(own), pws_observed(none));
}

static const struct paper_column share_columns[] = {
    {"share", "share %", false, false}, {"s1", "S = 1", false, false},
    {"s3", "S = 3", false, false}, {"s7", "S = 7", false, false},
    {"observed_s1", "observed, S = 1", false, false},
    {"observed_s3", "S = 3", false, false}, {"observed_s7", "S = 7", false, false}};

void pws_table_figure10a(struct pws *pws, struct paper_table *table)
{
    paper_table_columns(table, share_columns, sizeof share_columns / sizeof *share_columns);
    for (size_t share = 0; share < PWS_SHARES; share++) {
        paper_table_number(table, 25.0 * (double)share, 0);
        for (size_t i = 0; i < PWS_DEPTHS; i++)
            paper_table_number(table, pws_by_divergence(pws, share, i), 1);
        for (size_t i = 0; i < PWS_DEPTHS; i++)
            paper_table_number(
                table, share ? observed_reduction(pws, by_divergence[share], i) : 0, 1);
    }
    paper_table_note(table, "The figure's values are not available; the text says that the "
                            "reduction grows with the share of divergent instructions.");
}

void pws_table_figure10b(struct pws *pws, struct paper_table *table)
{
    paper_table_columns(table, share_columns, sizeof share_columns / sizeof *share_columns);
    for (size_t share = 0; share < PWS_SHARES; share++) {
        paper_table_number(table, 25.0 * (double)share, 0);
        for (size_t i = 0; i < PWS_DEPTHS; i++)
            paper_table_number(table, pws_by_memory(pws, share, i), 1);
        for (size_t i = 0; i < PWS_DEPTHS; i++)
            paper_table_number(table, observed_reduction(pws, by_memory[share], i), 1);
    }
    paper_table_note(table, "The figure's values are not available; the text says that the "
                            "reduction shrinks when more instructions access memory.");
}

/* ---- Figure 10c ---- */

double pws_by_total(struct pws *pws, size_t total, size_t depth)
{
    const uint32_t splits = pws_depths[depth];
    if (totals[total] % (splits + 1))
        return NAN;
    const struct pws_run *none =
        run(pws, "jobs/synthetic.yaml", "short", PWS_NONE, 0, totals[total]);
    const struct pws_run *own =
        run(pws, "jobs/synthetic.yaml", "short", PWS_PWS, splits, totals[total]);
    return pws_reduction(pws_analytical(own, true), pws_analytical(none, true));
}

void pws_table_figure10c(struct pws *pws, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"total", "SIMDs and SpSIMDs per CU", false, false}, {"s1", "S = 1", false, false},
        {"s3", "S = 3", false, false}, {"s7", "S = 7", false, false}};
    paper_table_columns(table, columns, 4);
    for (size_t total = 0; total < PWS_TOTALS; total++) {
        paper_table_number(table, totals[total], 0);
        for (size_t i = 0; i < PWS_DEPTHS; i++)
            paper_table_number(table, pws_by_total(pws, total, i), 1);
    }
    paper_table_note(table, "Reduction of the analytical WCET in percent against no splitting with "
                            "as many SIMDs; one in S + 1 is a SIMD, the others are SpSIMDs. Two "
                            "wavefronts run in each CU.");
}

/* ---- Figure 10d ---- */

void pws_table_figure10d(struct pws *pws, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"splits", "S", false, false}, {"pws_paper", "PWS, paper", false, false},
        {"pws", "ours", false, false}, {"dws_paper", "DWS, paper", false, false},
        {"dws_table3", "table3", false, false}, {"dws_text", "text", false, false},
        {"dws_tight", "tight", false, false}};
    static const enum dws_reading order[] = {DWS_TABLE3, DWS_TEXT, DWS_TIGHT};
    const struct pws_published *p = &pws->published;
    const double none = pws_analytical(pws_synthetic(pws, "d100", PWS_NONE, 0), true);
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < PWS_DEPTHS; i++) {
        const double *theirs = p->table_3[i].analytical;
        const struct pws_run *own = pws_synthetic(pws, "d100", PWS_PWS, pws_depths[i]);
        paper_table_number(table, pws_depths[i], 0);
        paper_table_number(table, pws_reduction(theirs[PWS_PWS], theirs[PWS_NONE]), 0);
        paper_table_number(table, pws_reduction(pws_analytical(own, true), none), 1);
        paper_table_number(table, pws_reduction(theirs[PWS_DWS], theirs[PWS_NONE]), 0);
        for (size_t k = 0; k < DWS_READINGS; k++)
            paper_table_number(
                table, pws_reduction(pws_dws_analytical(pws, pws_depths[i], order[k]), none), 1);
    }
    paper_table_note(table, "Percent. The figure's values are not available; theirs here follow "
                            "from Table 3.");
}

/* ---- the choice of split points ---- */

static const struct pws_run *choice(struct pws *pws, uint32_t splits, bool optimal)
{
    const struct pws_case what = {.job = "jobs/synthetic.yaml", .entry = "d100", .mode = PWS_PWS,
                                  .splits = splits, .marks = PWS_ALL_MARKS, .optimal = optimal};
    return pws_run(&pws->runs, &what);
}

void pws_table_optimal(struct pws *pws, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"splits", "S", false, false}, {"select", "SELECT, analytical", false, false},
        {"select_observed", "observed", false, false},
        {"select_points", "split points", false, false},
        {"outermost", "outermost, analytical", false, false},
        {"outermost_observed", "observed", false, false},
        {"optimal", "optimal, analytical", false, false},
        {"optimal_observed", "observed", false, false},
        {"optimal_points", "split points", false, false}};
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < PWS_DEPTHS; i++) {
        const uint32_t splits = pws_depths[i];
        const struct pws_run *selected = choice(pws, splits, false);
        const struct pws_run *outermost = pws_synthetic(pws, "d100", PWS_PWS, splits);
        const struct pws_run *optimal = choice(pws, splits, true);
        paper_table_number(table, splits, 0);
        paper_table_number(table, pws_analytical(selected, false) / THOUSAND, 1);
        paper_table_number(table, pws_observed(selected) / THOUSAND, 1);
        paper_table_number(table, selected->times.points, 0);
        paper_table_number(table, pws_analytical(outermost, false) / THOUSAND, 1);
        paper_table_number(table, pws_observed(outermost) / THOUSAND, 1);
        paper_table_number(table, pws_analytical(optimal, false) / THOUSAND, 1);
        paper_table_number(table, pws_observed(optimal) / THOUSAND, 1);
        paper_table_number(table, optimal->times.points, 0);
    }
    paper_table_note(table, "Thousand cycles; the kernel of Table 3, worst cases in our form. "
                            "SELECT and the optimal choice may take any of its 63 branches, SELECT "
                            "in the order of the code; outermost are the marks of Table 3. Both "
                            "choose before the run, the optimal one by estimated block times.");
}

/* SPDX-License-Identifier: Apache-2.0 */
/* acceptance.c - how each headline of the PWS paper is measured. */
#include <math.h>
#include <string.h>

#include "paper/pws/pws.h"

static enum verdict verdict_known(double sum, bool pass)
{
    return isnan(sum) ? VERDICT_UNKNOWN : verdict_of(pass);
}

/* Measures get the paper read-only; runs are only looked up now. */
static struct pws *pws_of(const void *paper)
{
    return (struct pws *)(uintptr_t)paper;
}

/* ---- exact ones ---- */

static enum verdict masks(const void *paper, const double *limits, struct text *ours)
{
    size_t equal = pws_equal_masks(pws_of(paper));
    (void)limits;
    text_add(ours, "%zu of %d states equal", equal, PWS_STEPS);
    return verdict_of(equal == PWS_STEPS);
}

static enum verdict figure2(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    const struct pws_published *p = &pws->published;
    struct pws_example e =
        pws_example(pws->arena, &p->figure_2.program, p->figure_2.marks, 3, 2, 0);
    (void)limits;
    text_add(ours, "%lld, %lld, %lld", (long long)e.times.unsplit, (long long)e.times.pruned,
             (long long)e.times.dws[DWS_TIGHT]);
    return verdict_of(e.known && (double)e.times.unsplit == p->figure_2.none &&
                      (double)e.times.pruned == p->figure_2.dws_best &&
                      (double)e.times.dws[DWS_TIGHT] == p->figure_2.dws_worst);
}

static struct pws_example figure8(struct pws *pws, uint32_t splits)
{
    const struct pws_published *p = &pws->published;
    return pws_example(pws->arena, &p->figure_8.program, p->figure_8.marks, PWS_MARKS, splits, 1);
}

static enum verdict table2(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    struct pws_example one = figure8(pws, 1), two = figure8(pws, 2);
    (void)limits;
    text_add(ours, "%lld, %lld, %lld; E_WF %lld", (long long)one.kernel_none,
             (long long)one.kernel_pws, (long long)two.kernel_pws,
             (long long)two.times.pws_paper);
    return verdict_of(one.known && two.known &&
                      (double)one.kernel_none == pws->published.table_2[0].none &&
                      (double)one.kernel_pws == pws->published.table_2[0].pws &&
                      (double)two.kernel_pws == pws->published.table_2[1].pws &&
                      two.times.pws_paper == 48);
}

static enum verdict equation2(const void *paper, const double *limits, struct text *ours)
{
    const struct pws *pws = paper;
    const struct gpu_shape gpu = {.cus = 4, .simds = 4, .contexts = 10, .lanes = 64, .splits = 3};
    bool pass = true;
    (void)limits;
    for (uint64_t used = 0; used < PWS_EQUATION_2; used++) {
        struct error err = {0};
        uint64_t simds = 0;
        pass &= pws_simds(&err, &gpu, used, &simds) == WC_OK &&
                (double)simds == pws->published.equation_2[used];
        error_clear(&err);
        text_add(ours, "%s%llu", used ? ", " : "", (unsigned long long)simds);
    }
    return verdict_of(pass);
}

static enum verdict reductions2(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    bool pass = true;
    (void)limits;
    for (uint32_t splits = 1; splits <= 2; splits++) {
        struct pws_example e = figure8(pws, splits);
        double found = pws_reduction((double)e.kernel_pws, (double)e.kernel_none);
        text_add(ours, "%s%.1f %%", splits > 1 ? ", " : "", found);
        pass &= e.known && round(found) == pws->published.table_2[splits - 1].over_none;
    }
    return verdict_of(pass);
}

/* ---- all runs ---- */

/* Runs that took longer than their own analysis says: none, by the definition of its times. */
static enum verdict covered(const void *paper, const double *limits, struct text *ours)
{
    const struct pws_runs *runs = &((const struct pws *)paper)->runs;
    size_t known = 0, above = 0, unknown = 0;
    (void)limits;
    for (size_t i = 0; i < runs->count; i++) {
        double analytical = pws_analytical(runs->list[i], false);
        known += !isnan(analytical);
        unknown += isnan(analytical);
        above += pws_observed(runs->list[i]) > analytical;
    }
    text_add(ours, "%zu of %zu runs above", above, known);
    if (unknown)
        text_add(ours, "; %zu without an analysis", unknown);
    return known ? verdict_of(!above) : VERDICT_UNKNOWN;
}

static bool is_of_same_job(const struct pws_case *a, const struct pws_case *b)
{
    return strcmp(a->job, b->job) == 0 &&
           (a->entry == b->entry || (a->entry && b->entry && strcmp(a->entry, b->entry) == 0));
}

static enum verdict same_memory(const void *paper, const double *limits, struct text *ours)
{
    const struct pws_runs *runs = &((const struct pws *)paper)->runs;
    size_t known = 0, equal = 0;
    (void)limits;
    for (size_t i = 0; i < runs->count; i++) {
        size_t first = 0;
        while (!is_of_same_job(&runs->list[first]->what, &runs->list[i]->what))
            first++;
        known += runs->list[i]->known;
        equal += runs->list[i]->known && runs->list[first]->known &&
                 runs->list[i]->memory == runs->list[first]->memory;
    }
    text_add(ours, "%zu of %zu runs leave the same memory", equal, known);
    return known ? verdict_of(equal == known) : VERDICT_UNKNOWN;
}

/* ---- Table 3 ---- */

static enum verdict over_dws(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    double sum = 0;
    bool pass = true;
    for (size_t i = 0; i < PWS_DEPTHS; i++) {
        const struct pws_run *own = pws_synthetic(pws, "d100", PWS_PWS, pws_depths[i]);
        double found = pws_reduction(pws_analytical(own, true),
                                     (double)own->times.dws[DWS_TABLE3]);
        text_add(ours, "%s%.1f", i ? ", " : "", found);
        pass &= fabs(found - pws->published.table_3[i].over_dws) <= limits[0];
        sum += found;
    }
    text_add(ours, " %%");
    return verdict_known(sum, pass);
}

static double over_none(struct pws *pws, size_t i)
{
    const struct pws_run *none = pws_synthetic(pws, "d100", PWS_NONE, 0);
    const struct pws_run *own = pws_synthetic(pws, "d100", PWS_PWS, pws_depths[i]);
    return pws_reduction(pws_analytical(own, true), pws_analytical(none, true));
}

static enum verdict reductions3(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    double sum = 0, last = 0;
    bool pass = true;
    for (size_t i = 0; i < PWS_DEPTHS; i++) {
        const double *theirs = pws->published.table_3[i].analytical;
        double found = over_none(pws, i);
        text_add(ours, "%s%.1f", i ? ", " : "", found);
        pass &= found > last && found > limits[0] &&
                fabs(found - pws_reduction(theirs[PWS_PWS], theirs[PWS_NONE])) <= limits[1];
        last = found;
        sum += found;
    }
    text_add(ours, " %%");
    return verdict_known(sum, pass);
}

/* R² of the line of least squares through three points. */
static double linearity(const double x[PWS_DEPTHS], const double y[PWS_DEPTHS])
{
    double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    for (size_t i = 0; i < PWS_DEPTHS; i++) {
        mx += x[i] / PWS_DEPTHS;
        my += y[i] / PWS_DEPTHS;
    }
    for (size_t i = 0; i < PWS_DEPTHS; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        xy += (x[i] - mx) * (y[i] - my);
        yy += (y[i] - my) * (y[i] - my);
    }
    return xy * xy / (xx * yy);
}

static enum verdict growth(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    double x[PWS_DEPTHS], dws[PWS_DEPTHS], own[PWS_DEPTHS];
    for (size_t i = 0; i < PWS_DEPTHS; i++) {
        x[i] = pws_depths[i];
        dws[i] = pws_dws_analytical(pws, pws_depths[i], DWS_TEXT);
        own[i] = pws_analytical(pws_synthetic(pws, "d100", PWS_PWS, pws_depths[i]), true);
    }
    double fit = linearity(x, dws);
    text_add(ours, "%.0f, %.0f, %.0f (R2 %.4f); %.0f, %.0f, %.0f thousand", dws[0] / 1000,
             dws[1] / 1000, dws[2] / 1000, fit, own[0] / 1000, own[1] / 1000, own[2] / 1000);
    return verdict_known(fit + own[0] + own[1] + own[2],
                         fit > limits[0] && dws[2] > dws[1] && dws[1] > dws[0] &&
                             own[0] > own[1] && own[1] > own[2]);
}

static enum verdict observed(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    double none = pws_observed(pws_synthetic(pws, "d100", PWS_NONE, 0)), sum = none;
    bool pass = true;
    text_add(ours, "none %.0f", none / 1000);
    for (size_t i = 0; i < PWS_DEPTHS; i++) {
        double dws = pws_observed(pws_synthetic(pws, "d100", PWS_DWS, pws_depths[i]));
        double own = pws_observed(pws_synthetic(pws, "d100", PWS_PWS, pws_depths[i]));
        text_add(ours, "; S = %u DWS %.1f, PWS %.1f", pws_depths[i], dws / 1000, own / 1000);
        pass &= own < none && (i ? own < dws : own <= (1 + limits[0]) * dws);
        sum += dws + own;
    }
    text_add(ours, " thousand");
    return verdict_known(sum, pass);
}

/* ---- Figure 10 ---- */

typedef double reduction_fn(struct pws *pws, size_t step, size_t depth);

/* Steps of one curve against the direction. */
struct trend {
    size_t inversions; /* of the curve that has most */
    double largest, sum;
};

static struct trend trend_of(struct pws *pws, reduction_fn *reduction, size_t steps, double sign)
{
    struct trend trend = {0};
    for (size_t depth = 0; depth < PWS_DEPTHS; depth++) {
        size_t inversions = 0;
        for (size_t i = 1; i < steps; i++) {
            double step = sign * (reduction(pws, i, depth) - reduction(pws, i - 1, depth));
            trend.sum += step;
            inversions += step < 0;
            trend.largest = fmax(trend.largest, -step);
        }
        trend.inversions = inversions > trend.inversions ? inversions : trend.inversions;
    }
    return trend;
}

static void add_trend(struct text *ours, const char *name, const struct trend *trend)
{
    text_add(ours, "%s ", name);
    if (trend->inversions)
        text_add(ours, "max inversions per curve %zu, up to %.1f points", trend->inversions,
                 trend->largest);
    else
        text_add(ours, "monotone");
}

static bool is_trend(const struct trend *trend, double limit)
{
    return trend->inversions <= 1 && trend->largest <= limit;
}

static enum verdict trends(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    struct trend divergence = trend_of(pws, pws_by_divergence, PWS_SHARES, 1);
    struct trend memory = trend_of(pws, pws_by_memory, PWS_SHARES, -1);
    double smallest = INFINITY;
    for (size_t i = 0; i < PWS_TOTALS * PWS_DEPTHS; i++)
        smallest = fmin(smallest, pws_by_total(pws, i / PWS_DEPTHS, i % PWS_DEPTHS));
    add_trend(ours, "10a", &divergence);
    add_trend(ours, "; 10b", &memory);
    text_add(ours, "; 10c at least %.1f %%", smallest);
    return verdict_known(divergence.sum + memory.sum,
                         is_trend(&divergence, limits[0]) && is_trend(&memory, limits[0]) &&
                             smallest > 0);
}

/* ---- Rodinia ---- */

enum { TOTAL = 8 };

static enum verdict means(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    const size_t count = pws_benchmark_count();
    double product = 1, sum = 0;
    for (size_t i = 0; i < count; i++) {
        double speed = pws_speed(pws, i, TOTAL);
        product *= speed;
        sum += speed;
    }
    double geometric = 100 * (pow(product, 1.0 / (double)count) - 1);
    text_add(ours, "geometric %+.1f %%, arithmetic %+.1f %%", geometric,
             100 * (sum / (double)count - 1));
    return verdict_known(geometric, geometric >= limits[0] && geometric <= limits[1]);
}

static enum verdict bfs(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    double own = pws_speed(pws, 0, TOTAL), sum = own;
    size_t rank = 1;
    for (size_t i = 1; i < pws_benchmark_count(); i++) {
        double other = pws_speed(pws, i, TOTAL);
        rank += other > own;
        sum += other;
    }
    text_add(ours, "%.2f, rank %zu of %zu", own, rank, pws_benchmark_count());
    return verdict_known(sum, rank <= 2 && own >= limits[0]);
}

static enum verdict worst(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    double least = INFINITY, sum = 0;
    size_t at = 0;
    for (size_t i = 0; i < pws_benchmark_count(); i++) {
        double speed = pws_speed(pws, i, TOTAL);
        at = speed < least ? i : at;
        least = fmin(least, speed);
        sum += speed;
    }
    text_add(ours, "%s %+.1f %%", pws_benchmark_name(at), 100 * (least - 1));
    return verdict_known(sum, 100 * (least - 1) >= limits[0]);
}

/* ---- Figure 12 ---- */

static enum verdict reuse(const void *paper, const double *limits, struct text *ours)
{
    struct pws *pws = pws_of(paper);
    double last = INFINITY, sum = 0;
    bool pass = true;
    for (uint32_t points = 0; points < 4; points++) {
        double found = pws_reuse(pws, points);
        text_add(ours, "%s%.1f", points ? ", " : "", found);
        pass &= found <= last;
        last = found;
        sum += found;
    }
    double most = pws_reuse(pws, 0);
    text_add(ours, " %%");
    return verdict_known(sum, pass && most >= limits[0] && most <= limits[1] && last == 0);
}

/* ---- the table ---- */

static const struct measure measures[] = {
    {"1", masks, 0},        {"2", figure2, 0},  {"3", table2, 0},   {"4", equation2, 0},
    {"5", covered, 0},      {"6", over_dws, 1}, {"7", reductions3, 2}, {"8", growth, 1},
    {"9", reductions2, 0},  {"10", observed, 1}, {"11", trends, 1}, {"12", means, 2},
    {"13", bfs, 1},         {"14", worst, 1},   {"15", reuse, 2},   {"16", same_memory, 0},
};

enum { MEASURES = sizeof measures / sizeof *measures };

enum wc_status pws_check_claims(struct error *err, const char *file,
                                const struct pws_published *published)
{
    return claims_check(err, file, &published->claims, measures, MEASURES);
}

void pws_table_acceptance(struct pws *pws, struct paper_table *table)
{
    if (!pws->runs.collecting)
        claims_table(&pws->published.claims, measures, MEASURES, pws, table);
}

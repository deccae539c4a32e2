/* SPDX-License-Identifier: Apache-2.0 */
/* acceptance.c - the headlines of the PasTiS paper, each with a verdict.
 *
 * The published figures, the limits and the reasons for differences are in
 * papers/pastis/published.yaml; this file defines how each is measured. */
#include <math.h>

#include "paper/pastis/pastis.h"

static enum verdict verdict_known(double figure, bool pass)
{
    return isnan(figure) ? VERDICT_UNKNOWN : verdict_of(pass);
}

static double size_value(const struct pastis *pastis, unsigned runs, size_t size, const char *name)
{
    return pastis_value(&pastis->runs, runs + (unsigned)size, name);
}

/* ---- shared memory ---- */

static enum verdict all_cells(const struct pastis *pastis, unsigned run,
                              const struct published_mask *rows, size_t count, struct text *ours)
{
    double equal = pastis_equal_cells(pastis, run, rows, count);
    text_add(ours, "%.0f of %zu equal", equal, count * PASTIS_WIDTHS);
    return verdict_known(equal, equal == (double)(count * PASTIS_WIDTHS));
}

static enum verdict table_1(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    (void)limits;
    return all_cells(pastis, RUN_TABLE_1, pastis->published.table_1, PASTIS_TABLE_1_ROWS, ours);
}

static enum verdict table_2(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    (void)limits;
    return all_cells(pastis, RUN_TABLE_2, pastis->published.table_2, PASTIS_LANES, ours);
}

static enum verdict figure_8(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    double all = pastis_value(&pastis->runs, RUN_FIGURE_8, "pastis.shared_load_transactions");
    struct sharedmem_access access;
    (void)limits;
    if (!pastis_figure_8(pastis, &access))
        return VERDICT_UNKNOWN;
    text_add(ours, "%u in active pools, %.0f in total, %.0f cycles", access.of_active_pools, all,
             (double)access.duration);
    return verdict_of(access.of_active_pools == pastis->published.figure_8.printed &&
                      all == pastis->published.figure_8.all && access.transactions == all &&
                      (double)access.duration == pastis->published.figure_8.cycles);
}

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static enum verdict constants(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    double fixed = pastis->published.duration.fixed, sum = 0;
    bool pass = true;
    (void)limits;
    for (size_t i = 0; i < PASTIS_WIDTHS; i++) {
        struct pastis_fit fit = pastis_fit(pastis, i);
        text_add(ours, "%s%.0f + %.3g and %.3g", i ? ", " : "", fixed, fit.min - fixed,
                 fit.slope);
        pass &= near(fit.min, fixed + pastis->published.duration.base[i]) && near(fit.r2, 1) &&
                near(fit.slope, pastis->published.duration.conflict);
        sum += fit.slope;
    }
    return verdict_known(sum, pass);
}

/* The minimum and maximum of a width by the paper's formula: no conflict, and all lanes but one of
 * each pool. */
static enum verdict extremes(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    double sum = 0;
    bool pass = true;
    (void)limits;
    for (size_t i = 0; i < 2 * PASTIS_WIDTHS; i++) {
        size_t width = i % PASTIS_WIDTHS, lanes = i < PASTIS_WIDTHS ? 1 : PASTIS_LANES;
        double pools = pastis->published.table_2[0].transactions[width];
        double conflicts = pastis->published.table_2[lanes - 1].transactions[width] - pools;
        double found = pastis_clocked(pastis, lanes, width);
        text_add(ours, "%s%.0f", i == PASTIS_WIDTHS ? "; " : i ? ", " : "", found);
        pass &= found == pastis->published.duration.fixed +
                             pastis->published.duration.base[width] +
                             pastis->published.duration.conflict * conflicts;
        sum += found;
    }
    return verdict_known(sum, pass);
}

/* ---- divergence ---- */

static enum verdict stack(const void *paper, const double *limits, struct text *ours)
{
    size_t equal = pastis_equal_states(paper);
    (void)limits;
    text_add(ours, "%zu of %d states equal", equal, PASTIS_STATES);
    return verdict_of(equal == PASTIS_STATES);
}

static enum verdict taken_first(const void *paper, const double *limits, struct text *ours)
{
    size_t probes;
    double first = pastis_taken_first(paper, &probes);
    (void)limits;
    text_add(ours, "%.0f of %zu arms run in the expected order", first, probes);
    return verdict_known(first, first == (double)probes);
}

/* ---- matrix products ---- */

static enum verdict transactions(const struct pastis *pastis, const char *name,
                                 const double theirs[PASTIS_SIZES], struct text *ours)
{
    double sum = 0;
    bool pass = true;
    for (size_t i = 0; i < PASTIS_SIZES; i++) {
        double found = size_value(pastis, RUN_COLD, i, name);
        text_add(ours, "%s%.0f", i ? ", " : "", found);
        pass &= found == theirs[i];
        sum += found;
    }
    return verdict_known(sum, pass);
}

static enum verdict reads(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    const struct published_product *theirs = pastis->published.products;
    (void)limits;
    return transactions(pastis, "pastis.shared_load_transactions",
                        (double[]){theirs[0].reads, theirs[1].reads, theirs[2].reads}, ours);
}

static enum verdict writes(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    const struct published_product *theirs = pastis->published.products;
    (void)limits;
    return transactions(pastis, "pastis.shared_store_transactions",
                        (double[]){theirs[0].writes, theirs[1].writes, theirs[2].writes}, ours);
}

static enum verdict products(const void *paper, const double *limits, struct text *ours)
{
    double right = pastis_right_products(paper);
    (void)limits;
    text_add(ours, "%.0f of %d equal", right, PASTIS_SIZES);
    return verdict_known(right, right == PASTIS_SIZES);
}

static enum verdict cold(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    double sum = 0;
    bool pass = true;
    for (size_t i = 0; i < PASTIS_SIZES; i++) {
        double found = size_value(pastis, RUN_COLD, i, "cycles");
        double theirs = pastis->published.products[i].simulator;
        text_add(ours, "%s%.0f (%+.1f %%)", i ? ", " : "", found, pastis_percent(found, theirs));
        pass &= fabs(found / theirs - 1) <= limits[0];
        sum += found;
    }
    return verdict_known(sum, pass);
}

static enum verdict warm(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    double sum = 0;
    bool pass = true;
    for (size_t i = 0; i < PASTIS_SIZES; i++) {
        double found = size_value(pastis, RUN_WARM, i, "cycles");
        double theirs = pastis->published.products[i].board;
        text_add(ours, "%s%.0f (%+.1f %%)", i ? ", " : "", found, pastis_percent(found, theirs));
        pass &= fabs(found / theirs - 1) <= limits[0] &&
                found <= size_value(pastis, RUN_COLD, i, "cycles");
        sum += found;
    }
    return verdict_known(sum, pass);
}

static enum verdict gap(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    double sum = 0, last = INFINITY;
    bool pass = true;
    for (size_t i = 0; i < PASTIS_SIZES; i++) {
        double from = size_value(pastis, RUN_WARM, i, "cycles");
        double found = size_value(pastis, RUN_COLD, i, "cycles") - from, share = found / from;
        text_add(ours, "%s%.0f (%.1f %%)", i ? ", " : "", found, 100 * share);
        pass &= found >= limits[0] && found <= limits[1] && share < last;
        last = share;
        sum += found;
    }
    return verdict_known(sum, pass);
}

static enum verdict step(const void *paper, const double *limits, struct text *ours)
{
    double found = pastis_step(paper);
    text_add(ours, "%.1f", found);
    return verdict_known(found, found >= limits[0] && found <= limits[1]);
}

/* ---- the perceptron ---- */

static enum verdict shape(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    struct pastis_network network = pastis_network(pastis);
    (void)limits;
    for (size_t i = 0; i <= PASTIS_LAYERS; i++)
        text_add(ours, "%s%.0f", i ? "-" : "", pastis->published.mlp.layers[i]);
    text_add(ours, ", %.0f parameters", network.parameters);
    return network.known ? verdict_of(network.parameters == pastis->published.mlp.parameters)
                         : VERDICT_UNKNOWN;
}

static enum verdict classes(const void *paper, const double *limits, struct text *ours)
{
    struct pastis_network network = pastis_network(paper);
    (void)limits;
    text_add(ours, "%zu of %zu, the same labels for %zu", network.right, network.images,
             network.same);
    return network.known ? verdict_of(network.same == network.images) : VERDICT_UNKNOWN;
}

static enum verdict digits(const void *paper, const double *limits, struct text *ours)
{
    struct pastis_network network = pastis_network(paper);
    text_add(ours, "%g to fused, %.2g to plain arithmetic; of probabilities %.2g", network.fused,
             network.plain, network.probability);
    return network.known ? verdict_of(network.fused == 0 && network.probability <= limits[0])
                         : VERDICT_UNKNOWN;
}

/* ---- policies ---- */

static enum verdict one_warp(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    double sum = 0;
    bool pass = true;
    (void)limits;
    for (unsigned i = 0; i < PASTIS_SIZES; i++) {
        double first = size_value(pastis, RUN_POLICY, i, "cycles");
        text_add(ours, "%s%.0f", i ? ", " : "", first);
        for (unsigned policy = 1; policy < PASTIS_POLICIES; policy++)
            pass &= size_value(pastis, RUN_POLICY + policy * PASTIS_SIZES, i, "cycles") == first;
        sum += first;
    }
    text_add(ours, pass ? " under all three" : " under the first, not the others");
    return verdict_known(sum, pass);
}

static enum verdict hiding(const void *paper, const double *limits, struct text *ours)
{
    const struct pastis *pastis = paper;
    double first = pastis_value(&pastis->runs, RUN_SUITE, "cycles"), sum = 0;
    bool pass = true;
    (void)limits;
    for (unsigned policy = 0; policy < PASTIS_POLICIES; policy++) {
        double found = pastis_value(&pastis->runs, RUN_SUITE + policy, "cycles");
        text_add(ours, "%s%s %.0f", policy ? ", " : "saxpy: ", pastis_policy_name(policy), found);
        pass &= policy == PASTIS_RUN_TO_BARRIER || found < first;
        sum += found;
    }
    return verdict_known(sum, pass);
}

/* ---- the table ---- */

static const struct measure measures[] = {
    {"1", table_1, 0},      {"2", table_2, 0},   {"3", figure_8, 0}, {"4", constants, 0},
    {"5", extremes, 0},     {"6", stack, 0},     {"7", taken_first, 0}, {"8", reads, 0},
    {"9", writes, 0},       {"10", products, 0}, {"11", cold, 1},    {"12", warm, 1},
    {"13", gap, 2},         {"14", step, 2},     {"15", shape, 0},   {"16", classes, 0},
    {"17", digits, 1},      {"18", one_warp, 0}, {"19", hiding, 0},
};

enum { MEASURES = sizeof measures / sizeof *measures };

enum wc_status pastis_check_claims(struct error *err, const char *file,
                                   const struct pastis_published *published)
{
    return claims_check(err, file, &published->claims, measures, MEASURES);
}

void pastis_table_acceptance(struct pastis *pastis, struct paper_table *table)
{
    claims_table(&pastis->published.claims, measures, MEASURES, pastis, table);
}

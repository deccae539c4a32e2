/* SPDX-License-Identifier: Apache-2.0 */
/* acceptance.c - the headlines of the SWaS paper (A1 to A17), each with a verdict.
 *
 * The published figures, the limits and the reasons for differences are in
 * papers/swas/published.yaml; this file defines how each is measured. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "paper/swas/swas.h"
#include "paper/swas/random.h"

static bool within(double value, double min, double max)
{
    return value >= min && value <= max;
}

static const struct swas_run *runs_of(const struct swas *swas, const char *benchmark)
{
    return swas->runs.run[swas_benchmark(&swas->published, benchmark)];
}

/* ---- SWaS itself ---- */

static enum verdict no_errors(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    double sum = 0;
    (void)limits;
    for (size_t i = 0; i < SWAS_BENCHMARKS * SWAS_POLICIES; i++)
        sum += swas->runs.run[i / SWAS_POLICIES][CONFIGURATION_SWAS + i % SWAS_POLICIES].errors;
    text_add(ours, "%.0f errors in 18 runs", sum);
    return isnan(sum) ? VERDICT_UNKNOWN : verdict_of(sum == 0);
}

/* The runs were made with an observer that checks the queues in every cycle. */
static enum verdict full_queues(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    size_t done = 0;
    (void)limits;
    for (size_t i = 0; i < SWAS_BENCHMARKS * SWAS_POLICIES; i++)
        done += swas->runs.run[i / SWAS_POLICIES][CONFIGURATION_SWAS + i % SWAS_POLICIES].done;
    text_add(ours, "%zu of 18 runs without a violation", done);
    if (done == SWAS_BENCHMARKS * SWAS_POLICIES)
        return VERDICT_PASS;
    return swas->runs.made.worst == WC_INTERNAL ? VERDICT_OUTSIDE : VERDICT_UNKNOWN;
}

static enum verdict nops(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    struct swas_lemmas lemmas = swas_random_lemmas();
    double start = 0, warps = 0;
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        start += swas->runs.run[i][CONFIGURATION_SWAS + SWAS_GTLRR].nops_start;
        warps += swas->runs.run[i][CONFIGURATION_SWAS + SWAS_GTLRR].warps_started;
    }
    text_add(ours, "%.2f per start; slot identity violated in %" PRIu64 " of %" PRIu64
             " random runs",
             start / warps, lemmas.mismatches, lemmas.runs);
    return isnan(start) ? VERDICT_UNKNOWN
                        : verdict_of(start == limits[0] * warps && lemmas.mismatches == 0);
}

/* ---- errors of the baseline ---- */

static enum verdict error_span(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    struct swas_extremes found =
        swas_baseline_extremes(&swas->runs, offsetof(struct swas_run, error_rate));
    double min = found.min.value, max = found.max.value;
    text_add(ours, "%.2f %% to %.2f %%", 100 * min, 100 * max);
    if (isnan(min))
        return VERDICT_UNKNOWN;
    return verdict_of(min > 0 && min <= limits[0] && max >= limits[1]);
}

/* The place of a benchmark by mean error rate, 1 the highest. */
static size_t error_place(const struct swas *swas, const char *name)
{
    size_t place = 1, own = swas_benchmark(&swas->published, name);
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++)
        place += swas_mean_error_rate(&swas->runs, i) > swas_mean_error_rate(&swas->runs, own);
    return place;
}

static bool has_error_rates(const struct swas *swas)
{
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        if (isnan(swas_mean_error_rate(&swas->runs, i)))
            return false;
    }
    return true;
}

static void add_error_rates(const struct swas *swas, struct text *ours)
{
    for (size_t place = 1; place <= SWAS_BENCHMARKS; place++) {
        for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
            if (error_place(swas, swas_name(swas, i)) == place)
                text_add(ours, "%s%s %.1f %%", ours->length ? ", " : "", swas_name(swas, i),
                         100 * swas_mean_error_rate(&swas->runs, i));
        }
    }
}

static enum verdict highest_errors(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    add_error_rates(swas, ours);
    if (!has_error_rates(swas))
        return VERDICT_UNKNOWN;
    return verdict_of((double)error_place(swas, "psort") <= limits[0] &&
                      (double)error_place(swas, "kmeans") <= limits[0]);
}

static enum verdict lowest_errors(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    size_t from_below = SWAS_BENCHMARKS + 1 - error_place(swas, "hotspot3D");
    if (!has_error_rates(swas))
        return VERDICT_UNKNOWN;
    text_add(ours, "hotspot3D has rank %zu from the lowest", from_below);
    return verdict_of((double)from_below <= limits[0]);
}

static enum verdict psort_errors(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    const struct swas_run *run = &runs_of(swas, "psort")[swas_pair(SWAS_LRR, SWAS_GTLRR)];
    double rate = run->errors / run->committed_warp;
    text_add(ours, "%.3f", rate);
    return isnan(rate) ? VERDICT_UNKNOWN : verdict_of(within(rate, limits[0], limits[1]));
}

/* ---- IPC of the baseline ---- */

static enum verdict ipc_span(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    struct swas_extremes found =
        swas_baseline_extremes(&swas->runs, offsetof(struct swas_run, ipc));
    const char *top = swas_name(swas, found.max.benchmark);
    text_add(ours, "%.2f to %.2f, the maximum on %s", found.min.value, found.max.value, top);
    if (isnan(found.min.value))
        return VERDICT_UNKNOWN;
    return verdict_of(within(found.min.value, limits[0], limits[1]) &&
                      within(found.max.value, limits[2], limits[3]) &&
                      strcmp(top, "psort") == 0);
}

static enum verdict gtlo_fetch(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    const struct swas_run *psort = runs_of(swas, "psort");
    bool pass = true, known = true;
    for (unsigned issue = 0; issue < SWAS_POLICIES; issue++) {
        double ratio =
            psort[swas_pair(SWAS_GTLO, issue)].ipc / psort[swas_pair(SWAS_LRR, issue)].ipc;
        text_add(ours, "%s%.2f (%s)", issue ? ", " : "", ratio, swas_policy_name(issue));
        known &= !isnan(ratio);
        pass &= within(ratio, limits[0], limits[1]);
    }
    return known ? verdict_of(pass) : VERDICT_UNKNOWN;
}

static enum verdict best_pairs(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    static const unsigned theirs[] = {1, 2}; /* lrr-gtlrr, lrr-gtlo */
    double best = 0;
    bool pass = true;
    for (unsigned k = 0; k < SWAS_PAIRS; k++)
        best = fmax(best, swas_mean_ipc(&swas->runs, k));
    for (size_t i = 0; i < sizeof theirs / sizeof *theirs; i++) {
        double behind = 1 - swas_mean_ipc(&swas->runs, theirs[i]) / best;
        text_add(ours, "%s%s %.1f %% below the best", i ? ", " : "",
                 swas_configuration_name(theirs[i]), 100 * behind);
        pass &= behind <= limits[0];
        if (isnan(behind))
            return VERDICT_UNKNOWN;
    }
    return verdict_of(pass);
}

/* ---- IPC of SWaS over the baseline ---- */

static double best_ratio(const struct swas *swas, size_t benchmark)
{
    return swas_ratio(&swas->runs, benchmark, SWAS_GTLRR, swas_pair(SWAS_LRR, SWAS_GTLRR));
}

static enum verdict other_ratios(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    size_t psort = swas_benchmark(&swas->published, "psort");
    double logs = 0;
    bool pass = true;
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        double ratio = best_ratio(swas, i);
        if (i == psort)
            continue;
        text_add(ours, "%s%s %.2f", ours->length ? ", " : "", swas_name(swas, i), ratio);
        pass &= fabs(ratio - swas->published.benchmarks[i].ratio) <= limits[0];
        logs += log(ratio);
    }
    double mean = exp(logs / (SWAS_BENCHMARKS - 1));
    text_add(ours, "; mean %.3f", mean);
    return isnan(mean) ? VERDICT_UNKNOWN
                       : verdict_of(pass && within(mean, limits[1], limits[2]));
}

static enum verdict psort_ratio(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    size_t psort = swas_benchmark(&swas->published, "psort");
    double ratio = best_ratio(swas, psort);
    bool min = true;
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++)
        min &= ratio <= best_ratio(swas, i);
    text_add(ours, "%.2f%s", ratio, min ? ", the minimum" : ", not the minimum");
    return isnan(ratio) ? VERDICT_UNKNOWN
                        : verdict_of(min && within(ratio, limits[0], limits[1]));
}

static enum verdict worst_ratio(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    double ratio = swas_ratio(&swas->runs, swas_benchmark(&swas->published, "psort"), SWAS_GTLO,
                              swas_pair(SWAS_LRR, SWAS_GTLO));
    text_add(ours, "%.2f", ratio);
    return isnan(ratio) ? VERDICT_UNKNOWN : verdict_of(within(ratio, limits[0], limits[1]));
}

/* ---- the rest ---- */

static enum verdict load_latency(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    double largest_short = 0, min_long = INFINITY;
    bool pass = true, known = true;
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        const struct published_benchmark *theirs = &swas->published.benchmarks[i];
        double value = swas->runs.run[i][swas_pair(SWAS_LRR, SWAS_GTLRR)].load_latency;
        text_add(ours, "%s%s %.0f", i ? ", " : "", theirs->name, value);
        known &= !isnan(value);
        pass &= within(value, limits[0] * theirs->latency.min, limits[1] * theirs->latency.max);
        if (theirs->latency.min == theirs->latency.max) /* kmeans and psort have one figure */
            largest_short = fmax(largest_short, value);
        else
            min_long = fmin(min_long, value);
    }
    return known ? verdict_of(pass && largest_short < min_long) : VERDICT_UNKNOWN;
}

static enum verdict schedules(const void *paper, const double *limits, struct text *ours)
{
    bool anomalies = swas_anomalies_hold(), cycles = swas_cycles_hold();
    (void)paper;
    (void)limits;
    text_add(ours, "schedules %s, cycle tables %s", anomalies ? "exact" : "differ",
             cycles ? "exact" : "differ");
    return verdict_of(anomalies && cycles);
}

static enum verdict bound(const void *paper, const double *limits, struct text *ours)
{
    struct swas_replays replays = swas_random_replays();
    struct swas_bound_trials trials = swas_random_bound();
    (void)paper;
    (void)limits;
    text_add(ours, "%" PRIu64 " of %" PRIu64 " replays differ; %" PRIu64 " of %" PRIu64
                   " abstract runs exceed the bound, equal in %.0f %%, bound/run %.2f",
             replays.different, replays.runs, trials.violations, trials.runs,
             100 * (double)trials.equal / (double)trials.runs, trials.mean_ratio);
    return verdict_of(replays.different == 0 && trials.violations == 0);
}

static enum verdict images(const void *paper, const double *limits, struct text *ours)
{
    const struct swas *swas = paper;
    size_t done = 0, same = 0;
    (void)limits;
    for (size_t i = 0; i < SWAS_BENCHMARKS * CONFIGURATIONS; i++) {
        done += swas->runs.run[i / CONFIGURATIONS][i % CONFIGURATIONS].done;
        same += swas->runs.run[i / CONFIGURATIONS][i % CONFIGURATIONS].same_image;
    }
    text_add(ours, "%zu of %zu runs", same, done);
    if (same < done)
        return VERDICT_OUTSIDE;
    return done == SWAS_BENCHMARKS * CONFIGURATIONS ? VERDICT_PASS : VERDICT_UNKNOWN;
}

/* ---- the table ---- */

static const struct measure measures[] = {
    {"A1", no_errors, 0},      {"A2", full_queues, 0},   {"A3", nops, 1},
    {"A4", error_span, 2},     {"A5", highest_errors, 1}, {"A6", lowest_errors, 1},
    {"A7", ipc_span, 4},       {"A8", gtlo_fetch, 2},    {"A9", best_pairs, 1},
    {"A10", other_ratios, 3},  {"A11", psort_ratio, 2},  {"A12", worst_ratio, 2},
    {"A13", load_latency, 2},  {"A14", psort_errors, 2}, {"A15", schedules, 0},
    {"A16", bound, 0},         {"A17", images, 0},
};

enum { MEASURES = sizeof measures / sizeof *measures };

enum wc_status swas_check_claims(struct error *err, const char *file,
                                 const struct swas_published *published)
{
    return claims_check(err, file, &published->claims, measures, MEASURES);
}

void swas_table_acceptance(struct swas *swas, struct paper_table *table)
{
    claims_table(&swas->published.claims, measures, MEASURES, swas, table);
    paper_table_note(table, "A16 and the random runs of A3 use abstract warps on the hand-made "
                            "front end (--table cycles), not the machine; on the machine, A2 "
                            "counts the slots and checks the queues in every cycle.");
}

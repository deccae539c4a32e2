/* SPDX-License-Identifier: Apache-2.0 */
/* acceptance.c - the main results of the Sim-D paper, each with a verdict.
 *
 * The published figures, the limits and the reasons for differences are in
 * papers/sim-d/published.yaml; this file defines how each is measured. */
#include <math.h>
#include <string.h>

#include "machine/sim_d/closed_form.h"
#include "paper/sim_d/sim_d.h"

static bool within(double value, double min, double max)
{
    return value >= min && value <= max;
}

static double cycles_of(const struct sim_d_paper *paper, size_t benchmark)
{
    return paper->runs.run[benchmark][CONFIGURATION_FREE].cycles *
           sim_d_scale(&paper->published, benchmark);
}

/* ---- requests ---- */

static bool rows_agree(const struct sim_d_published *p, const struct ddr4_numbers *n)
{
    bool same = true;
    for (size_t i = 0; i < p->count_15; i++) {
        const double *row = p->equation_15[i];
        for (int write = 0; write < 2; write++)
            same &= (double)sim_d_tile_delay(n, (uint64_t)row[0], write) == row[2 + write];
    }
    for (size_t i = 0; i < p->count_16; i++) {
        const double *row = p->equation_16[i];
        for (int write = 0; write < 2; write++)
            same &= (double)sim_d_index_delay(n, 1024, (uint64_t)row[0], write) == row[1 + write];
    }
    return same;
}

static enum verdict equations(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    bool same = rows_agree(&paper->published, ddr4_find("3200AA", "x16"));
    (void)limits;
    text_add(ours, "%zu rows %s", paper->published.count_15 + paper->published.count_16,
             same ? "are equal" : "differ");
    return verdict_of(same);
}

static enum verdict longest(const void *from, const double *limits, struct text *ours)
{
    struct sim_d_paper *paper = (struct sim_d_paper *)from; /* its arena */
    struct request_cost read = sim_d_longest_request(paper, false);
    struct request_cost write = sim_d_longest_request(paper, true);
    const double found[] = {(double)read.dc, (double)write.dc, (double)read.cc, (double)write.cc};
    bool same = true;
    for (size_t i = 0; i < 4; i++)
        same &= found[i] == limits[i];
    text_add(ours, "%.0f / %.0f DC, %.0f / %.0f CC", found[0], found[1], found[2], found[3]);
    return verdict_of(same);
}

static enum verdict upload(const void *from, const double *limits, struct text *ours)
{
    const struct ddr4_numbers *n = ddr4_find("3200AA", "x16");
    cycle_t cycles =
        sim_d_in_compute_cycles(sim_d_upload_delay(n, 1) + SIM_D_PIPELINE_FILL, n->mhz, 1000);
    (void)from;
    text_add(ours, "%.0f", (double)cycles);
    return verdict_of((double)cycles == limits[0]);
}

static enum verdict utilisation(const void *from, const double *limits, struct text *ours)
{
    (void)from;
    text_add(ours, "%.3f %%", sim_d_utilisation());
    return verdict_of(sim_d_utilisation() == limits[0]);
}

static enum verdict crossovers(const void *from, const double *limits, struct text *ours)
{
    double read = sim_d_crossover(false), write = sim_d_crossover(true);
    (void)from;
    text_add(ours, "%.3f and %.3f MiB", read, write);
    return verdict_of(within(read, limits[0], limits[1]) && within(write, limits[2], limits[3]));
}

static enum verdict refresh(const void *from, const double *limits, struct text *ours)
{
    double sum = sim_d_refresh_of_sum(), time = sim_d_refresh_of_time();
    (void)from;
    text_add(ours, "%.2f %% of the sum, %.2f %% of the time", sum, time);
    return verdict_of(within(sum, limits[0], limits[1]) && within(time, limits[0], limits[1]));
}

static enum verdict bus_use(const void *from, const double *limits, struct text *ours)
{
    double aligned = sim_d_bus_use(64, false), worst = sim_d_bus_use(65, false);
    (void)from;
    text_add(ours, "%.1f %% aligned, %.1f %% at worst", aligned, worst);
    return verdict_of(within(aligned, limits[0], limits[1]) && within(worst, limits[0], limits[1]));
}

/* ---- cycles of Table 4 ---- */

/* Benchmarks within `limit` of the paper's cycles. */
static enum verdict compare_cycles(const struct sim_d_paper *paper, const char *const *keys,
                                   size_t count, double limit, struct text *ours)
{
    size_t equal = 0;
    bool known = true;
    for (size_t i = 0; i < count; i++) {
        size_t benchmark = sim_d_find(paper, keys[i]);
        double cycles = cycles_of(paper, benchmark);
        known &= !isnan(cycles);
        equal += fabs(cycles / paper->published.benchmark[benchmark].cycles - 1) <= limit;
        text_add(ours, "%s%.0f", i ? " / " : "", cycles);
    }
    return known ? verdict_of(equal == count) : VERDICT_UNKNOWN;
}

static enum verdict srad2(const void *from, const double *limits, struct text *ours)
{
    static const char *const keys[] = {"srad2"};
    return compare_cycles(from, keys, 1, limits[0], ours);
}

static enum verdict measured(const void *from, const double *limits, struct text *ours)
{
    static const char *const keys[] = {"half-sample", "fft", "stencil", "cnn-relu"};
    return compare_cycles(from, keys, 4, limits[0], ours);
}

static enum verdict others(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    size_t equal = 0;
    bool known = true;
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        double cycles = cycles_of(paper, i);
        known &= !isnan(cycles);
        equal += fabs(cycles / paper->published.benchmark[i].cycles - 1) <= limits[0];
    }
    text_add(ours, "%zu of %d within %.0f %%", equal, SIM_D_BENCHMARKS, 100 * limits[0]);
    return known ? verdict_of(equal == SIM_D_BENCHMARKS) : VERDICT_UNKNOWN;
}

/* ---- policies ---- */

static double max_of(const struct sim_d_paper *paper,
                     double (*value)(const struct sim_d_paper *paper, size_t benchmark))
{
    double max = -INFINITY;
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++)
        max = isnan(value(paper, i)) ? NAN : fmax(max, value(paper, i));
    return max;
}

static enum verdict pairwise(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    double mean = sim_d_mean(paper, sim_d_pairwise_cost, sim_d_is_affected);
    double worst = max_of(paper, sim_d_pairwise_cost);
    text_add(ours, "%.1f %% / %.1f %%", mean, worst);
    if (isnan(mean))
        return VERDICT_UNKNOWN;
    return verdict_of(fabs(mean - paper->published.pairwise[0]) <= limits[0] &&
                      fabs(worst - paper->published.pairwise[1]) <= limits[1]);
}

static enum verdict policies(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    double access = sim_d_mean(paper, sim_d_access_cost, sim_d_is_affected);
    double compute = sim_d_mean(paper, sim_d_compute_cost, sim_d_is_affected);
    double worst = fmax(max_of(paper, sim_d_access_cost), max_of(paper, sim_d_compute_cost));
    text_add(ours, "%.1f / %.1f %%, %.1f %%", access, compute, worst);
    if (isnan(access) || isnan(compute))
        return VERDICT_UNKNOWN;
    return verdict_of(fabs(access - paper->published.access) <= limits[0] &&
                      fabs(compute - paper->published.compute) <= limits[0] &&
                      fabs(worst - paper->published.worst) <= limits[1]);
}

static enum verdict best_policy(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    double some = sim_d_mean(paper, sim_d_better_cost, sim_d_is_affected);
    double all = sim_d_mean(paper, sim_d_better_cost, NULL);
    text_add(ours, "%.1f %%, %.1f %%", some, all);
    if (isnan(all))
        return VERDICT_UNKNOWN;
    return verdict_of(fabs(some - paper->published.best[0]) <= limits[0] &&
                      fabs(all - paper->published.best[1]) <= limits[0]);
}

static enum verdict depth2vertex(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    double cost = sim_d_compute_cost(paper, sim_d_find(paper, "depth2vertex"));
    text_add(ours, "%+.1f %%", cost);
    if (isnan(cost))
        return VERDICT_UNKNOWN;
    return verdict_of(cost < 0 && fabs(cost - paper->published.depth2vertex) <= limits[0]);
}

/* A group agrees if a benchmark of it does and none prefers the other policy. */
static bool group_agrees(const struct sim_d_paper *paper, const char *prefix)
{
    bool agrees = false, contradicts = false;
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        const struct sim_d_benchmark *theirs = &paper->published.benchmark[i];
        const char *better = sim_d_better(paper, i);
        if (!theirs->better || strncmp(theirs->title, prefix, strlen(prefix)) != 0)
            continue;
        agrees |= strcmp(better, theirs->better) == 0;
        contradicts |= strcmp(better, "same") != 0 && strcmp(better, theirs->better) != 0;
    }
    return agrees && !contradicts;
}

static enum verdict ranking(const void *from, const double *limits, struct text *ours)
{
    static const char *const groups[] = {"KFusion", "SPMV", "Stencil",
                                         "CNN Convolution", "CNN Maxpool", "SRAD reduce"};
    const struct sim_d_paper *paper = from;
    double equal = 0;
    for (size_t i = 0; i < 6; i++) {
        bool agrees = group_agrees(paper, groups[i]);
        equal += agrees;
        if (!agrees)
            text_add(ours, "%s%s", ours->length ? ", " : "other: ", groups[i]);
    }
    if (!ours->length)
        text_add(ours, "all six");
    if (isnan(sim_d_mean(paper, sim_d_better_cost, NULL)))
        return VERDICT_UNKNOWN;
    return verdict_of(equal >= limits[0]);
}

/* ---- worst cases ---- */

static enum verdict phimag(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    size_t i = sim_d_find(paper, "phimag");
    const struct sim_d_worst *worst = &paper->runs.original[i];
    const double found[] = {cycles_of(paper, i), worst->access, worst->lower, worst->upper};
    bool same = true;
    for (size_t k = 0; k < 4; k++)
        same &= found[k] == limits[k];
    text_add(ours, "%.0f / %.0f / %.0f / %.0f", found[0], found[1], found[2], found[3]);
    return isnan(found[0] + found[1]) ? VERDICT_UNKNOWN : verdict_of(same);
}

static enum verdict half_sample(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    const struct sim_d_worst *worst = &paper->runs.original[sim_d_find(paper, "half-sample")];
    const double found[] = {worst->access, worst->compute, worst->lower, worst->upper};
    bool same = true;
    for (size_t i = 0; i < 4; i++)
        same &= fabs(found[i] / limits[1 + i] - 1) <= limits[0];
    text_add(ours, "%.0f / %.0f, %.0f / %.0f", found[0], found[1], found[2], found[3]);
    return isnan(found[0]) ? VERDICT_UNKNOWN : verdict_of(same);
}

/* L, U and both bounds of an outlier are within `limit` of Table 5. */
static bool is_near(const struct sim_d_paper *paper, size_t i, double limit)
{
    const struct sim_d_worst *ours = &paper->runs.original[i];
    const double *theirs = paper->published.benchmark[i].worst;
    return fabs(ours->lower / theirs[1] - 1) <= limit &&
           fabs(ours->upper / theirs[2] - 1) <= limit &&
           fabs(ours->access / theirs[4] - 1) <= limit &&
           fabs(ours->compute / theirs[7] - 1) <= limit;
}

static enum verdict outliers(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    size_t near = 0, all = 0;
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        if (!paper->published.benchmark[i].outlier)
            continue;
        if (isnan(paper->runs.original[i].access))
            return VERDICT_UNKNOWN;
        bool same = is_near(paper, i, limits[0]);
        text_add(ours, "%s%s %s", all ? ", " : "", paper->published.benchmark[i].key,
                 same ? "equal" : "differs");
        near += same;
        all++;
    }
    return verdict_of(near == all);
}

/* Runs that took longer than their safe bound, of one benchmark. */
static size_t exceeded(const struct sim_d_paper *paper, size_t i)
{
    const struct sim_d_worst *safe = &paper->runs.safe[i];
    const struct sim_d_run *run = paper->runs.run[i];
    return (run[CONFIGURATION_FREE].cycles > safe->upper) +
           (run[CONFIGURATION_PAIRWISE].cycles > safe->upper) +
           (run[CONFIGURATION_ACCESS].cycles > safe->access) +
           (run[CONFIGURATION_COMPUTE].cycles > safe->compute);
}

static enum verdict safety(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    size_t count = 0;
    (void)limits;
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        if (isnan(paper->runs.safe[i].access + paper->runs.run[i][CONFIGURATION_COMPUTE].cycles))
            return VERDICT_UNKNOWN;
        count += exceeded(paper, i);
    }
    text_add(ours, "%zu of %d runs exceed their bound", count, 4 * SIM_D_BENCHMARKS);
    return verdict_of(count == 0);
}

static enum verdict pessimism(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    double access = sim_d_mean_pessimism(paper, true, true, NULL);
    double compute = sim_d_mean_pessimism(paper, true, false, NULL);
    text_add(ours, "%.1f %% / %.1f %%", access, compute);
    if (isnan(access) || isnan(compute))
        return VERDICT_UNKNOWN;
    return verdict_of(fabs(access - paper->published.pessimism[0]) <= limits[0] &&
                      fabs(compute - paper->published.pessimism[1]) <= limits[0]);
}

static enum verdict tightness(const void *from, const double *limits, struct text *ours)
{
    double access = sim_d_mean_pessimism(from, false, true, NULL);
    double compute = sim_d_mean_pessimism(from, false, false, NULL);
    text_add(ours, "%.1f %% / %.1f %%; without SPMV %.1f %% / %.1f %%", access, compute,
             sim_d_mean_pessimism(from, false, true, "spmv"),
             sim_d_mean_pessimism(from, false, false, "spmv"));
    if (isnan(access) || isnan(compute))
        return VERDICT_UNKNOWN;
    return verdict_of(access <= limits[0] && compute <= limits[0]);
}

/* The time is the host's. */
static enum verdict analysis_time(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    double longest = 0;
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        if (isnan(paper->runs.safe[i].seconds))
            return VERDICT_UNKNOWN;
        longest = fmax(longest, paper->runs.safe[i].seconds);
    }
    text_add(ours, longest < limits[0] ? "all below that" : "up to %.0f s", longest);
    return verdict_of(longest < limits[0]);
}

/* ---- other memories ---- */

static double speed_up(const struct sim_d_paper *paper, size_t benchmark, size_t of, size_t over)
{
    const struct sim_d_run *run = paper->runs.run[benchmark];
    return run[over].cycles / run[of].cycles;
}

static enum verdict dram_speed(const void *from, const double *limits, struct text *ours)
{
    static const char *const keys[] = {"cnn-relu", "track", "stencil"};
    bool pass = true, known = true;
    for (size_t i = 0; i < 3; i++) {
        double found = speed_up(from, sim_d_find(from, keys[i]), CONFIGURATION_BRIEF,
                                CONFIGURATION_SLOW);
        known &= !isnan(found);
        pass &= within(found, limits[0], limits[1]);
        text_add(ours, "%s%s %.2f", i ? ", " : "", keys[i], found);
    }
    return known ? verdict_of(pass) : VERDICT_UNKNOWN;
}

static enum verdict bank_groups(const void *from, const double *limits, struct text *ours)
{
    size_t slower = 0;
    double min = INFINITY;
    (void)limits;
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        double found = speed_up(from, i, CONFIGURATION_GROUPS, CONFIGURATION_BRIEF);
        if (isnan(found))
            return VERDICT_UNKNOWN;
        slower += found < 1;
        min = fmin(min, found);
    }
    text_add(ours, "%zu slower; speed-up at least %.3f", slower, min);
    return verdict_of(slower == 0);
}

/* ---- the simulator ---- */

/* The time is the host's: not the same twice. */
static enum verdict simulator(const void *from, const double *limits, struct text *ours)
{
    const struct sim_d_paper *paper = from;
    double rate = paper->runs.run[sim_d_find(paper, "srad2")][CONFIGURATION_FREE].rate / 1000;
    if (isnan(rate))
        return VERDICT_UNKNOWN;
    text_add(ours, rate > 10 * limits[0] ? "more than ten times that" : "%.0f K cycles/s", rate);
    return verdict_of(rate > limits[0]);
}

const struct measure sim_d_measures[] = {
    {"R1", phimag, 4},
    {"R2", longest, 4},
    {"R3", equations, 0},
    {"R4", upload, 1},
    {"R5", srad2, 1},
    {"R6", measured, 1},
    {"R6b", half_sample, 5},
    {"R7", others, 1},
    {"R8", outliers, 1},
    {"R9", safety, 0},
    {"R11", pessimism, 1},
    {"R11b", tightness, 1},
    {"R12", pairwise, 2},
    {"R13", policies, 2},
    {"R14", best_policy, 1},
    {"R15", depth2vertex, 1},
    {"R16", ranking, 1},
    {"R17", utilisation, 1},
    {"R18", crossovers, 4},
    {"R19", refresh, 2},
    {"R20", bus_use, 2},
    {"R21", dram_speed, 2},
    {"R22", bank_groups, 0},
    {"R23", simulator, 1},
    {"R24", analysis_time, 1},
};
const size_t sim_d_measure_count = sizeof sim_d_measures / sizeof *sim_d_measures;

void sim_d_table_acceptance(struct sim_d_paper *paper, struct paper_table *table)
{
    for (size_t k = 0; k < CONFIGURATIONS; k++)
        paper->runs.wanted[k] = true;
    if (!paper->collecting)
        claims_table(&paper->published.claims, sim_d_measures, sim_d_measure_count, paper, table);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* runs.c - runs the benchmarks on configurations of Sim-D. */
#include "paper/sim_d/runs.h"

#include <math.h>
#include <string.h>

#include "hw/ddr4.h"
#include "report/result.h"

/* Where the suite has a benchmark: a job of papers/sim-d/jobs and some of its launches. */
static const struct source {
    const char *key, *job;
    const char *brief; /* a smaller job, or NULL */
    size_t first, launches;
    double scale;
} sources[] = {
    {"cnn-convolution", "cnn-convolution", "cnn-convolution-brief", 0, 1, 1},
    {"cnn-maxpool", "cnn-maxpool", NULL, 0, 1, 1},
    {"cnn-relu", "cnn-fc", NULL, 0, 1, 1},
    {"fft", "fft", NULL, 0, 1, 1},
    {"depth2vertex", "kfusion-depth2vertex", NULL, 0, 1, 1},
    {"half-sample", "kfusion-half-sample", NULL, 0, 1, 1},
    {"track", "kfusion-track", NULL, 0, 1, 1},
    {"vertex2normal", "kfusion-vertex2normal", NULL, 0, 1, 1},
    {"phimag", "mriq-phimag", NULL, 0, 1, 1},
    {"computeq", "mriq-q", NULL, 0, 1, 16},
    {"spmv", "spmv-jds", NULL, 0, 1, 1},
    {"srad2", "srad-step", NULL, 1, 1, 1},
    {"srad-reduce", "srad-reduce", NULL, 1, 2, 1},
    {"srad", "srad-step", NULL, 0, 1, 1},
    {"stencil", "stencil-sp", NULL, 0, 1, 1},
};
enum { SOURCES = sizeof sources / sizeof *sources };

static const struct {
    const char *about;
    struct paper_set set;
    const char *speed; /* of its DRAM */
} configurations[CONFIGURATIONS] = {
    [CONFIGURATION_FREE] = {"unconstrained", {0}, "3200AA"},
    [CONFIGURATION_PAIRWISE] = {"pairwise", {"policy", "pairwise"}, "3200AA"},
    [CONFIGURATION_ACCESS] = {"as access", {"policy", "access"}, "3200AA"},
    [CONFIGURATION_COMPUTE] = {"as compute", {"policy", "compute"}, "3200AA"},
    [CONFIGURATION_BRIEF] = {"unconstrained", {0}, "3200AA"},
    [CONFIGURATION_SLOW] = {"DDR4-1866M", {"dram.speed", "1866M"}, "1866M"},
    [CONFIGURATION_GROUPS] = {"four bank groups", {"dram.organisation", "x8"}, "3200AA"},
    [CONFIGURATION_NARROW] = {"narrow scratchpad", {"scratchpad.width", "4"}, "3200AA"},
    [CONFIGURATION_SAFE] = {"safe bounds", {"analysis", "safe"}, "3200AA"},
    [CONFIGURATION_ORIGINAL] = {"original bounds", {"analysis", "original"}, "3200AA"},
};

enum { COMPUTE_MHZ = 1000 };

static const struct source *source_of(const struct sim_d_published *published, size_t benchmark)
{
    for (size_t i = 0; i < SOURCES; i++) {
        if (strcmp(sources[i].key, published->benchmark[benchmark].key) == 0)
            return &sources[i];
    }
    return NULL;
}

bool sim_d_has_benchmarks(const struct sim_d_published *published, const char **missing)
{
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        *missing = published->benchmark[i].key;
        if (!source_of(published, i))
            return false;
    }
    return true;
}

/* ---- one run ---- */

static double sum_of(const wc_result *result, const struct source *source, const char *name)
{
    double sum = 0;
    for (size_t i = 0; i < source->launches; i++)
        sum += paper_launch_value(result, source->first + i, name);
    return sum;
}

/* DRAM and scratchpads count cycles of the DRAM's clock. */
static double share_of(const wc_result *result, const struct source *source, const char *name,
                       size_t configuration)
{
    double mhz = ddr4_find(configurations[configuration].speed, "x16")->mhz;
    return sum_of(result, source, name) * COMPUTE_MHZ / mhz / sum_of(result, source, "cycles");
}

static double cycles_of_job(const wc_result *result)
{
    double cycles = NAN;
    return wc_result_value(result, "cycles", &cycles) ? cycles : NAN;
}

static void keep(const wc_result *result, const struct source *source, size_t configuration,
                 struct sim_d_run *run)
{
    *run = (struct sim_d_run){
        .cycles = sum_of(result, source, "cycles"),
        .groups = sum_of(result, source, "sim_d.groups"),
        .dram_busy = share_of(result, source, "sim_d.dram_busy", configuration),
        .pad_busy = share_of(result, source, "sim_d.scratchpad_busy", configuration),
        .rate = cycles_of_job(result) / result->host_seconds};
}

/* Bounds that the analysis has beside that of the policy. */
static double beside(const wc_result *result, const struct source *source, const char *name)
{
    double sum = 0;
    for (size_t i = 0; i < source->launches; i++) {
        const struct term *all = result->launches[source->first + i].bound.beside;
        const struct term *term = all ? term_find(all, name) : NULL;
        sum += term ? (double)term->value : NAN;
    }
    return sum;
}

static struct sim_d_worst worst_of(const wc_result *result, const struct source *source)
{
    return (struct sim_d_worst){.lower = beside(result, source, "L"),
                                .upper = beside(result, source, "U"),
                                .access = beside(result, source, "as_access"),
                                .compute = beside(result, source, "as_compute"),
                                .seconds = result->bound_seconds};
}

static bool is_bound(size_t configuration)
{
    return configuration == CONFIGURATION_SAFE || configuration == CONFIGURATION_ORIGINAL;
}

static const char *job_of(const struct source *source, size_t configuration)
{
    bool brief = configuration >= CONFIGURATION_BRIEF && !is_bound(configuration);
    return brief && source->brief ? source->brief : source->job;
}

static void keep_all(struct sim_d_runs *runs, const struct sim_d_published *published,
                     const wc_result *result, const char *job, size_t configuration)
{
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        const struct source *source = source_of(published, i);
        if (strcmp(source->job, job) != 0)
            continue;
        if (configuration == CONFIGURATION_SAFE)
            runs->safe[i] = worst_of(result, source);
        else if (configuration == CONFIGURATION_ORIGINAL)
            runs->original[i] = worst_of(result, source);
        else
            keep(result, source, configuration, &runs->run[i][configuration]);
    }
}

/* Several benchmarks can be launches of one job: it runs for the first of them. */
static bool is_first(const struct sim_d_published *published, size_t benchmark)
{
    for (size_t i = 0; i < benchmark; i++) {
        if (strcmp(source_of(published, i)->job, source_of(published, benchmark)->job) == 0)
            return false;
    }
    return true;
}

/* The brief job is the same as the full one: it has run already. */
static bool is_copy(const struct sim_d_runs *runs, const struct source *source,
                    size_t configuration)
{
    return configuration == CONFIGURATION_BRIEF && !source->brief &&
           runs->wanted[CONFIGURATION_FREE];
}

static void make(struct sim_d_runs *runs, const struct sim_d_published *published,
                 size_t benchmark, size_t configuration)
{
    struct arena *arena = runs->made.arena;
    const char *name = source_of(published, benchmark)->job;
    const char *job = job_of(source_of(published, benchmark), configuration);
    const struct paper_run what = {
        .job = arena_format(arena, "jobs/%s.yaml", job),
        .about = arena_format(arena, "%s, %s", job, configurations[configuration].about),
        .sets = {configurations[configuration].set}, .bound = is_bound(configuration)};
    wc_result *result = NULL;
    struct paper_image image = {0};
    if (!paper_runs_make(&runs->made, &what, &result, &image))
        return;
    keep_all(runs, published, result, name, configuration);
    wc_result_free(result);
    paper_image_free(&image);
}

/* ---- all of them ---- */

static bool is_made(const struct sim_d_runs *runs, const struct sim_d_published *published,
                    size_t benchmark, size_t configuration)
{
    return runs->wanted[configuration] && is_first(published, benchmark) &&
           !is_copy(runs, source_of(published, benchmark), configuration);
}

static void copy_runs(struct sim_d_runs *runs, const struct sim_d_published *published)
{
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        if (is_copy(runs, source_of(published, i), CONFIGURATION_BRIEF))
            runs->run[i][CONFIGURATION_BRIEF] = runs->run[i][CONFIGURATION_FREE];
    }
}

void sim_d_runs_make(struct sim_d_runs *runs, const struct sim_d_published *published)
{
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        for (size_t k = 0; k < CONFIGURATIONS; k++) {
            runs->made.planned += is_made(runs, published, i, k);
            runs->run[i][k] = (struct sim_d_run){NAN, NAN, NAN, NAN, NAN};
        }
        runs->safe[i] = runs->original[i] = (struct sim_d_worst){NAN, NAN, NAN, NAN, NAN};
    }
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        for (size_t k = 0; k < CONFIGURATIONS; k++) {
            if (is_made(runs, published, i, k))
                make(runs, published, i, k);
        }
    }
    copy_runs(runs, published);
}

/* ---- results ---- */

double sim_d_scale(const struct sim_d_published *published, size_t benchmark)
{
    return source_of(published, benchmark)->scale;
}

double sim_d_cost(const struct sim_d_runs *runs, size_t benchmark,
                  enum sim_d_configuration policy)
{
    const struct sim_d_run *run = runs->run[benchmark];
    return 1 - run[CONFIGURATION_FREE].cycles / run[policy].cycles;
}

double sim_d_best_cost(const struct sim_d_runs *runs, size_t benchmark)
{
    double access = sim_d_cost(runs, benchmark, CONFIGURATION_ACCESS);
    double compute = sim_d_cost(runs, benchmark, CONFIGURATION_COMPUTE);
    return access < compute ? access : compute;
}

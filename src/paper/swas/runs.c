/* SPDX-License-Identifier: Apache-2.0 */
/* runs.c - makes the runs for the SWaS paper's tables. */
#include "paper/swas/runs.h"

#include <math.h>
#include <string.h>

const char *swas_policy_name(enum swas_policy policy)
{
    static const char *const names[] = {"lrr", "gtlrr", "gtlo"};
    return names[policy];
}

const char *swas_configuration_name(unsigned configuration)
{
    static const char *const names[CONFIGURATIONS] = {
        "lrr-lrr", "lrr-gtlrr", "lrr-gtlo", "gtlrr-lrr", "gtlrr-gtlrr", "gtlrr-gtlo",
        "gtlo-lrr", "gtlo-gtlrr", "gtlo-gtlo", "swas lrr", "swas gtlrr", "swas gtlo",
        "lrr-lrr sync", "gtlrr-lrr sync", "gtlo-lrr sync", "stock",
    };
    return names[configuration];
}

/* ---- statistics of a run ---- */

static const struct {
    const char *name;
    size_t field;
} fields[] = {
    {"swas.kernel_cycles", offsetof(struct swas_run, kernel_cycles)},
    {"swas.committed_warp", offsetof(struct swas_run, committed_warp)},
    {"swas.committed_thread", offsetof(struct swas_run, committed_thread)},
    {"swas.ipc", offsetof(struct swas_run, ipc)},
    {"swas.load_latency", offsetof(struct swas_run, load_latency)},
    {"swas.nops.start", offsetof(struct swas_run, nops_start)},
    {"swas.nops.miss", offsetof(struct swas_run, nops_miss)},
    {"swas.nops.flush", offsetof(struct swas_run, nops_flush)},
    {"swas.nop_share", offsetof(struct swas_run, nop_share)},
    {"swas.slot_utilisation", offsetof(struct swas_run, slot_utilisation)},
    {"swas.discrepancies", offsetof(struct swas_run, discrepancies)},
    {"swas.errors", offsetof(struct swas_run, errors)},
    {"swas.error_rate", offsetof(struct swas_run, error_rate)},
    {"swas.causes.miss", offsetof(struct swas_run, cause_miss)},
    {"swas.causes.branch", offsetof(struct swas_run, cause_branch)},
    {"swas.causes.sync", offsetof(struct swas_run, cause_sync)},
    {"warps_started", offsetof(struct swas_run, warps_started)},
    {"icache_misses", offsetof(struct swas_run, icache_misses)},
    {"wrong_path", offsetof(struct swas_run, wrong_path)},
    {"branches", offsetof(struct swas_run, branches)},
};

static void read_fields(struct swas_run *run, const wc_result *result)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        double *field = (double *)((char *)run + fields[i].field);
        if (!result || !wc_result_value(result, fields[i].name, field))
            *field = NAN;
    }
}

/* ---- one run ---- */

/* Baseline pairs, the same with the other way of counting, SWaS, and the stock core (SWAS-12). */
static struct paper_run configuration_run(unsigned configuration)
{
    bool sync = configuration >= CONFIGURATION_SYNC;
    unsigned fetch = sync ? configuration - CONFIGURATION_SYNC : configuration / SWAS_POLICIES;
    unsigned issue = sync ? SWAS_LRR : configuration % SWAS_POLICIES;
    if (configuration == CONFIGURATION_STOCK)
        return (struct paper_run){.machine = "vortex", .sets = {{"frontend", "stock"},
                                                                {"fetch", "fp"},
                                                                {"issue", "lrr"}}};
    if (configuration >= CONFIGURATION_SWAS && !sync)
        return (struct paper_run){
            .machine = "vortex-swas", .check = true,
            .sets = {{"issue", swas_policy_name(configuration - CONFIGURATION_SWAS)},
                     {"oracle", "on"}}};
    return (struct paper_run){.machine = "vortex",
                              .sets = {{"fetch", swas_policy_name(fetch)},
                                       {"issue", swas_policy_name(issue)},
                                       {"oracle", "on"},
                                       {sync ? "oracle.sync" : NULL, "all"}}};
}

/* The first image of a benchmark is kept; the others are compared with it. */
static bool compare_image(struct swas_runs *runs, size_t benchmark, struct paper_image *image)
{
    struct paper_image *first = &runs->image[benchmark];
    if (!first->bytes) {
        *first = *image;
        *image = (struct paper_image){0};
        return true;
    }
    return first->length == image->length &&
           memcmp(first->bytes, image->bytes, image->length) == 0;
}

static void make_run(struct swas_runs *runs, size_t benchmark, unsigned configuration)
{
    struct swas_run *run = &runs->run[benchmark][configuration];
    struct arena *arena = runs->made.arena;
    const char *name = runs->published->benchmarks[benchmark].name;
    struct paper_run plan = configuration_run(configuration);
    struct paper_image image;
    wc_result *result;
    plan.job = arena_format(arena, "jobs/%s.yaml", name);
    plan.about = arena_format(arena, "%s, %s", name, swas_configuration_name(configuration));
    run->done = paper_runs_make(&runs->made, &plan, &result, &image);
    if (!run->done)
        return;
    read_fields(run, result);
    run->same_image = compare_image(runs, benchmark, &image);
    paper_image_free(&image);
    wc_result_free(result);
}

/* ---- all of them ---- */

void swas_runs_begin(struct swas_runs *runs, wc_context *context, const char *folder,
                     struct arena *arena, const struct swas_published *published)
{
    *runs = (struct swas_runs){.published = published};
    paper_runs_begin(&runs->made, context, folder, arena);
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        for (unsigned k = 0; k < CONFIGURATIONS; k++)
            read_fields(&runs->run[i][k], NULL);
    }
}

void swas_runs_end(struct swas_runs *runs)
{
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++)
        paper_image_free(&runs->image[i]);
}

void swas_runs_make(struct swas_runs *runs, uint32_t set)
{
    runs->made.planned = (size_t)__builtin_popcount(set) * SWAS_BENCHMARKS;
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        for (unsigned k = 0; k < CONFIGURATIONS; k++) {
            if (set >> k & 1)
                make_run(runs, i, k);
        }
    }
}

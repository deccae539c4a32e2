/* SPDX-License-Identifier: Apache-2.0 */
/* runs.c - the runs for the PasTiS paper's tables. */
#include "paper/pastis/runs.h"

#include <math.h>

struct planned {
    unsigned group;
    struct paper_run run;
};

static const struct planned plan[PASTIS_RUNS] = {
    [RUN_TABLE_1] = {GROUP_TABLE_1, {.job = "jobs/shared-table-1.yaml", .about = "table I"}},
    [RUN_TABLE_2] = {GROUP_TABLE_2, {.job = "jobs/shared-table-2.yaml", .about = "table II"}},
    [RUN_CYCLES] =
        {GROUP_CYCLES, {.job = "jobs/shared-cycles.yaml", .about = "cycles of shared memory"}},
    [RUN_OVERHEAD] =
        {GROUP_CYCLES, {.job = "jobs/shared-cycles.yaml", .about = "cycles of the clock",
                        .sets = {{"shared.load.fixed", "100"}, {"shared.load.base32", "1"},
                                 {"shared.load.base64", "1"}, {"shared.load.base128", "1"},
                                 {"shared.load.conflict", "0"}}}},
    [RUN_STRIDES] = {GROUP_STRIDES, {.job = "jobs/shared-strides.yaml", .about = "strides"}},
    [RUN_FIGURE_8] = {GROUP_FIGURE_8, {.job = "jobs/shared-figure-8.yaml", .about = "figure 8"}},
    [RUN_ARMS] = {GROUP_ARMS, {.job = "jobs/arms.yaml", .about = "arms"}},
    [RUN_SIDES] = {GROUP_ARMS, {.job = "jobs/sides.yaml", .about = "sides"}},
    [RUN_COLD + 0] = {GROUP_MATMUL, {.job = "jobs/matmul-4.yaml", .about = "matmul 4"}},
    [RUN_COLD + 1] = {GROUP_MATMUL, {.job = "jobs/matmul-8.yaml", .about = "matmul 8"}},
    [RUN_COLD + 2] = {GROUP_MATMUL, {.job = "jobs/matmul-11.yaml", .about = "matmul 11"}},
    [RUN_WARM + 0] =
        {GROUP_MATMUL, {.job = "jobs/matmul-4.yaml", .about = "matmul 4, warm",
                        .sets = {{"warm", "inputs"}}}},
    [RUN_WARM + 1] =
        {GROUP_MATMUL, {.job = "jobs/matmul-8.yaml", .about = "matmul 8, warm",
                        .sets = {{"warm", "inputs"}}}},
    [RUN_WARM + 2] =
        {GROUP_MATMUL, {.job = "jobs/matmul-11.yaml", .about = "matmul 11, warm",
                        .sets = {{"warm", "inputs"}}}},
    [RUN_PAPER + 0] =
        {GROUP_MATMUL, {.job = "jobs/matmul-4.yaml", .about = "matmul 4, paper's model",
                        .sets = {{"mode", "paper"}}}},
    [RUN_PAPER + 1] =
        {GROUP_MATMUL, {.job = "jobs/matmul-8.yaml", .about = "matmul 8, paper's model",
                        .sets = {{"mode", "paper"}}}},
    [RUN_PAPER + 2] =
        {GROUP_MATMUL, {.job = "jobs/matmul-11.yaml", .about = "matmul 11, paper's model",
                        .sets = {{"mode", "paper"}}}},
    [RUN_POLICY + PASTIS_RUN_TO_BARRIER * PASTIS_SIZES + 0] =
        {GROUP_POLICIES, {.job = "jobs/matmul-4.yaml", .about = "matmul 4, run_to_barrier",
                          .sets = {{"scheduler", "run_to_barrier"}}}},
    [RUN_POLICY + PASTIS_RUN_TO_BARRIER * PASTIS_SIZES + 1] =
        {GROUP_POLICIES, {.job = "jobs/matmul-8.yaml", .about = "matmul 8, run_to_barrier",
                          .sets = {{"scheduler", "run_to_barrier"}}}},
    [RUN_POLICY + PASTIS_RUN_TO_BARRIER * PASTIS_SIZES + 2] =
        {GROUP_POLICIES, {.job = "jobs/matmul-11.yaml", .about = "matmul 11, run_to_barrier",
                          .sets = {{"scheduler", "run_to_barrier"}}}},
    [RUN_POLICY + PASTIS_LRR * PASTIS_SIZES + 0] =
        {GROUP_POLICIES, {.job = "jobs/matmul-4.yaml", .about = "matmul 4, lrr",
                          .sets = {{"scheduler", "lrr"}}}},
    [RUN_POLICY + PASTIS_LRR * PASTIS_SIZES + 1] =
        {GROUP_POLICIES, {.job = "jobs/matmul-8.yaml", .about = "matmul 8, lrr",
                          .sets = {{"scheduler", "lrr"}}}},
    [RUN_POLICY + PASTIS_LRR * PASTIS_SIZES + 2] =
        {GROUP_POLICIES, {.job = "jobs/matmul-11.yaml", .about = "matmul 11, lrr",
                          .sets = {{"scheduler", "lrr"}}}},
    [RUN_POLICY + PASTIS_GTO * PASTIS_SIZES + 0] =
        {GROUP_POLICIES, {.job = "jobs/matmul-4.yaml", .about = "matmul 4, gto",
                          .sets = {{"scheduler", "gto"}}}},
    [RUN_POLICY + PASTIS_GTO * PASTIS_SIZES + 1] =
        {GROUP_POLICIES, {.job = "jobs/matmul-8.yaml", .about = "matmul 8, gto",
                          .sets = {{"scheduler", "gto"}}}},
    [RUN_POLICY + PASTIS_GTO * PASTIS_SIZES + 2] =
        {GROUP_POLICIES, {.job = "jobs/matmul-11.yaml", .about = "matmul 11, gto",
                          .sets = {{"scheduler", "gto"}}}},
    [RUN_SUITE + PASTIS_RUN_TO_BARRIER] =
        {GROUP_POLICIES, {.job = "jobs/saxpy.yaml",
                          .about = "saxpy, run_to_barrier",
                          .sets = {{"scheduler", "run_to_barrier"}}}},
    [RUN_SUITE + PASTIS_LRR] =
        {GROUP_POLICIES, {.job = "jobs/saxpy.yaml", .about = "saxpy, lrr",
                          .sets = {{"scheduler", "lrr"}}}},
    [RUN_SUITE + PASTIS_GTO] =
        {GROUP_POLICIES, {.job = "jobs/saxpy.yaml", .about = "saxpy, gto",
                          .sets = {{"scheduler", "gto"}}}},
    [RUN_ROWS] = {GROUP_CONFLICTS, {.job = "jobs/matmul-32.yaml", .about = "matmul 32"}},
    [RUN_COLUMNS] =
        {GROUP_CONFLICTS, {.job = "jobs/matmul-columns.yaml", .about = "matmul 32 by columns"}},
    [RUN_PADDED] =
        {GROUP_CONFLICTS, {.job = "jobs/matmul-padded.yaml", .about = "matmul 32, padded"}},
    [RUN_NETWORK + NETWORK_PAPER] =
        {GROUP_MLP, {.job = "jobs/mlp.yaml", .about = "perceptron, paper's model",
                     .sets = {{"mode", "paper"}}}},
    [RUN_NETWORK + NETWORK_PAPER_FP64] =
        {GROUP_MLP, {.job = "jobs/mlp.yaml",
                     .about = "perceptron, paper's model with one FP64 lane",
                     .sets = {{"mode", "paper"}, {"units.double.lanes", "1"}}}},
    [RUN_NETWORK + NETWORK_HIDING] =
        {GROUP_MLP, {.job = "jobs/mlp.yaml", .about = "perceptron, paper's model with gto",
                     .sets = {{"mode", "paper"}, {"scheduler", "gto"}}}},
    [RUN_NETWORK + NETWORK_HIDING_FP64] =
        {GROUP_MLP, {.job = "jobs/mlp.yaml", .about = "perceptron, paper's model with gto and FP64",
                     .sets = {{"mode", "paper"}, {"scheduler", "gto"},
                              {"units.double.lanes", "1"}}}},
    [RUN_NETWORK + NETWORK_FULL] = {GROUP_MLP, {.job = "jobs/mlp.yaml", .about = "perceptron"}},
    [RUN_NETWORK + NETWORK_PREFETCH] =
        {GROUP_MLP, {.job = "jobs/mlp.yaml", .about = "perceptron with prefetch",
                     .sets = {{"front.prefetch", "4"}}}},
    [RUN_NETWORK + NETWORK_PREFETCH_DATA] =
        {GROUP_MLP, {.job = "jobs/mlp.yaml", .about = "perceptron with prefetch of data",
                     .sets = {{"lsu.prefetch", "1"}}}},
};

const char *pastis_policy_name(enum pastis_policy policy)
{
    static const char *const names[] = {"run_to_barrier", "lrr", "gto"};
    return names[policy];
}

void pastis_runs_begin(struct pastis_runs *runs, wc_context *context, const char *folder,
                       struct arena *arena)
{
    *runs = (struct pastis_runs){0};
    paper_runs_begin(&runs->made, context, folder, arena);
}

void pastis_runs_make(struct pastis_runs *runs, unsigned groups)
{
    for (size_t i = 0; i < PASTIS_RUNS; i++)
        runs->made.planned += (plan[i].group & groups) != 0;
    for (size_t i = 0; i < PASTIS_RUNS; i++) {
        if (plan[i].group & groups)
            paper_runs_make(&runs->made, &plan[i].run, &runs->run[i].result, &runs->run[i].image);
    }
}

void pastis_runs_end(struct pastis_runs *runs)
{
    for (size_t i = 0; i < PASTIS_RUNS; i++) {
        wc_result_free(runs->run[i].result);
        paper_image_free(&runs->run[i].image);
    }
}

double pastis_value(const struct pastis_runs *runs, unsigned id, const char *name)
{
    double value;
    return runs->run[id].result && wc_result_value(runs->run[id].result, name, &value) ? value
                                                                                      : NAN;
}

double pastis_launch_value(const struct pastis_runs *runs, unsigned id, size_t launch,
                           const char *name)
{
    return runs->run[id].result ? paper_launch_value(runs->run[id].result, launch, name) : NAN;
}

const void *pastis_buffer(const struct pastis_runs *runs, unsigned id, const char *name,
                          size_t bytes)
{
    return runs->run[id].result ? paper_image_buffer(&runs->run[id].image, name, bytes) : NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* analysis.c - from measured times to the worst case of a job. */
#include "paper/pws/analysis.h"

static uint64_t rounded(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static struct gpu_shape gpu_of(const struct gcn3_numbers *n)
{
    return (struct gpu_shape){.cus = n->cus, .simds = n->simds, .contexts = n->waves,
                              .lanes = GCN3_LANES, .splits = n->split.splits, .vgprs = n->vgprs,
                              .sgprs = n->sgprs, .lds = n->lds_bytes, .barriers = n->groups};
}

static struct kernel_shape shape_of(const struct gcn3_numbers *n,
                                    const struct measured_kernel *kernel,
                                    const struct measured_launch *launch)
{
    return (struct kernel_shape){.groups = launch->groups, .group_size = launch->group_size,
                                 .vgprs = rounded(kernel->vgprs, n->vgpr_unit),
                                 .sgprs = rounded(kernel->sgprs, n->sgpr_unit),
                                 .lds = rounded(launch->lds, n->lds_unit)};
}

/* The split instructions of the code; without contexts they do nothing. */
static struct split_choice choice_of(struct arena *arena, const struct split_graph *graph,
                                     const struct measured_kernel *kernel, uint64_t splits)
{
    struct split_choice choice = choice_none(arena, graph->branches);
    for (uint32_t i = 0; splits > 0 && i < kernel->sites.count; i++) {
        if (!kernel->split[i] || !kernel->code.site[i])
            continue;
        choice.split[kernel->code.site[i]->branch] = true;
        choice.count++;
    }
    choice.contexts = choice_need(graph->program, choice.split);
    return choice;
}

static void add_times(struct pws_times *out, const struct kernel_times *times, int64_t count)
{
    out->none += count * times->none.cycles;
    out->pws_paper += count * times->pws_paper.cycles;
    out->pws += count * times->pws.cycles;
    out->reprovisioned += count * times->reprovisioned.cycles;
    out->dws_crowded += count * times->dws_crowded.cycles;
    for (int i = 0; i < DWS_READINGS; i++)
        out->dws[i] += count * times->dws[i].cycles;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static enum wc_status analyse(struct error *err, struct arena *arena,
                              const struct gcn3_numbers *numbers,
                              const struct measured_kernel *kernel, struct pws_times *out)
{
    struct ilp_solver solver = {0};
    struct split_graph graph;
    struct wavefront_times wavefront;
    const struct gpu_shape gpu = gpu_of(numbers);
    enum wc_status status = split_graph_make(err, arena, kernel->code.program, &graph);
    if (status != WC_OK)
        return status;
    const struct split_choice choice = choice_of(arena, &graph, kernel, gpu.splits);
    status = wavefront_times(err, arena, &solver, &graph, &choice, &kernel->timing, gpu.splits,
                             &wavefront);
    ilp_solver_close(&solver);
    for (uint32_t i = 0; status == WC_OK && i < kernel->launch_count; i++) {
        const struct kernel_shape shape = shape_of(numbers, kernel, &kernel->launches[i]);
        struct kernel_times times;
        status = kernel_times(err, &gpu, &shape, RESIDENT_SOUND, kernel->timing.start,
                              choice.contexts, &wavefront, &times);
        if (status == WC_OK)
            add_times(out, &times, (int64_t)kernel->launches[i].count);
    }
    out->points += choice.count;
    out->branches += graph.branches;
    return status;
}

void pws_analyse(struct arena *arena, const struct gcn3_numbers *numbers,
                 const struct measured_kernel *kernel, struct pws_times *times)
{
    struct error err = {0};
    if (times->problem)
        return;
    if (kernel->problem) {
        times->problem = kernel->problem;
        return;
    }
    if (analyse(&err, arena, numbers, kernel, times) != WC_OK)
        times->problem = arena_strdup(arena, err.message);
    error_clear(&err);
    times->timing.start = larger(times->timing.start, kernel->timing.start);
    times->timing.split = larger(times->timing.split, kernel->timing.split);
    times->timing.merge = larger(times->timing.merge, kernel->timing.merge);
    times->blocks += kernel->code.count;
    times->blocks_run += kernel->blocks_run;
}

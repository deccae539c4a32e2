/* SPDX-License-Identifier: Apache-2.0 */
/* compare.c - worst cases of a wavefront and of a kernel in every mode. */
#include "bound/pws/compare.h"

#include "bound/pws/prune.h"
#include "bound/pws/split_ipet.h"

const char *const dws_reading_name[DWS_READINGS] = {"text", "table3", "tight"};

struct analysis {
    struct error *err;
    struct arena *arena;
    struct ilp_solver *solver;
    const struct split_graph *graph;
    const struct split_choice *choice;
    int64_t split_cost;
};

/* The worst path after PRUNE, found in three ways. */
static enum wc_status pruned_time(const struct analysis *in, int64_t split_cost, int64_t *time)
{
    struct pruned pruned = prune(in->arena, in->graph, in->choice->split, split_cost);
    int64_t *surcharge = arena_array(in->arena, in->graph->branches, sizeof *surcharge);
    for (uint32_t i = 0; i < in->graph->branches; i++)
        surcharge[i] = in->choice->split[i] ? split_cost : 0;
    struct split_paths paths = {in->graph, pruned.removed, surcharge};
    enum wc_status status = split_ipet_solve(in->err, in->arena, in->solver, &paths, time);
    int64_t tree = choice_cost(in->graph->program, in->choice->split, split_cost);
    if (status == WC_OK && (*time != pruned.rest[0] || *time != tree))
        status = fail(in->err, WC_INTERNAL, "IPET finds %lld cycles, PRUNE %lld, the tree %lld",
                      (long long)*time, (long long)pruned.rest[0], (long long)tree);
    return status;
}

/* Each branch may split, and then both SWFs pass its BSB. */
static enum wc_status tight_time(const struct analysis *in, int64_t *time)
{
    int64_t *surcharge = arena_array(in->arena, in->graph->branches, sizeof *surcharge);
    for (uint32_t i = 0; i < in->graph->branches; i++)
        surcharge[i] = in->split_cost + in->graph->branch[i].structure->serial.cost;
    return split_ipet_solve(in->err, in->arena, in->solver,
                            &(struct split_paths){in->graph, NULL, surcharge}, time);
}

static enum wc_status dws_times(const struct analysis *in, uint64_t splits,
                                struct wavefront_times *times)
{
    int64_t all;
    if (__builtin_mul_overflow(splits, in->split_cost, &all) ||
        __builtin_add_overflow(times->unsplit, all, &times->dws[DWS_TEXT]))
        return fail(in->err, WC_BAD_INPUT, "the bound exceeds 64 bits");
    times->dws[DWS_TABLE3] = times->pws_paper;
    return tight_time(in, &times->dws[DWS_TIGHT]);
}

enum wc_status wavefront_times(struct error *err, struct arena *arena, struct ilp_solver *solver,
                               const struct split_graph *graph, const struct split_choice *choice,
                               const struct split_timing *timing, uint64_t splits,
                               struct wavefront_times *times)
{
    struct analysis in = {err, arena, solver, graph, choice, 0};
    enum wc_status status = pws_split_cost(err, timing, &in.split_cost);
    if (status == WC_OK)
        status = split_graph_check_cost(err, graph, in.split_cost);
    if (status == WC_OK)
        status = split_ipet_solve(err, arena, solver, &(struct split_paths){graph, NULL, NULL},
                                  &times->unsplit);
    if (status == WC_OK)
        status = pruned_time(&in, 0, &times->pruned);
    if (status == WC_OK)
        status = pruned_time(&in, in.split_cost, &times->pws);
    if (status != WC_OK)
        return status;
    times->pws_paper = times->pruned + choice_trips(graph, choice->split) * in.split_cost;
    return dws_times(&in, splits, times);
}

/* One row of the comparison: a wavefront's time, on so many base SIMDs. */
struct mode {
    struct kernel_bound *bound;
    int64_t wavefront;
    uint64_t simds, contexts;
};

static enum wc_status times_factor(struct error *err, int64_t wavefront, uint64_t factor,
                                   int64_t *out)
{
    if (__builtin_mul_overflow(wavefront, factor, out))
        return fail(err, WC_BAD_INPUT, "the bound exceeds 64 bits");
    return WC_OK;
}

enum wc_status kernel_times(struct error *err, const struct gpu_shape *gpu,
                            const struct kernel_shape *kernel, enum resident_form form,
                            int64_t start, uint64_t used, const struct wavefront_times *wavefront,
                            struct kernel_times *times)
{
    const int64_t *dws = wavefront->dws;
    int64_t text, table3;
    uint64_t base = gpu->simds, more;
    enum wc_status status = pws_simds(err, gpu, used, &more);
    if (status == WC_OK)
        status = times_factor(err, dws[DWS_TEXT], gpu->splits + 1, &text);
    if (status == WC_OK)
        status = times_factor(err, dws[DWS_TABLE3], gpu->splits + 1, &table3);
    if (status != WC_OK)
        return status;
    const struct mode modes[] = {
        {&times->none, wavefront->unsplit, base, 1},
        {&times->pws_paper, wavefront->pws_paper, base, 1},
        {&times->pws, wavefront->pws, base, 1},
        {&times->reprovisioned_paper, wavefront->pws_paper, more, 1},
        {&times->reprovisioned, wavefront->pws, more, 1},
        {&times->dws[DWS_TEXT], text, base, 1},
        {&times->dws[DWS_TABLE3], table3, base, 1},
        {&times->dws[DWS_TIGHT], dws[DWS_TIGHT], base, 1},
        {&times->dws_crowded, dws[DWS_TIGHT], base, gpu->splits + 1},
    };
    for (size_t i = 0; i < sizeof modes / sizeof *modes && status == WC_OK; i++) {
        modes[i].bound->simds = modes[i].simds;
        status = pws_kernel(err, gpu, kernel, form, modes[i].contexts, start, modes[i].wavefront,
                            modes[i].bound);
    }
    times->lemma_5_6 = wavefront->pws_paper <= dws[DWS_TEXT];
    times->lemma_5_8 = times->pws_paper.cycles <= times->dws[DWS_TEXT].cycles;
    return status;
}

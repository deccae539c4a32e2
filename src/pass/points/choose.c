/* SPDX-License-Identifier: Apache-2.0 */
/* choose.c - the split points of a kernel: the paper's SELECT, or the optimum (bound/pws/). */
#include "bound/pws/optimal.h"
#include "bound/pws/select.h"
#include "pass/points/points.h"

static void set_marks(struct points_kernel *kernel, const struct split_structure *structure)
{
    for (uint32_t i = 0; i < kernel->sites.count; i++) {
        if (structure->site[i])
            structure->site[i]->marked = kernel->marked[i];
    }
}

static void take(struct points_kernel *kernel, const struct split_structure *structure,
                 const struct split_choice *choice)
{
    for (uint32_t i = 0; i < kernel->sites.count; i++) {
        const struct structure *branch = structure->site[i];
        kernel->chosen[i] = branch && choice->split[branch->branch];
        kernel->chosen_count += kernel->chosen[i];
    }
    kernel->contexts = choice->contexts;
    kernel->rewritten |= kernel->chosen_count > 0;
}

static enum wc_status choose_optimal(struct error *err, struct points *points,
                                     const struct split_graph *graph, const bool *candidate,
                                     int64_t split_cost, struct split_choice *out)
{
    struct optimal optimal;
    const struct optimal_question question = {graph, candidate, points->request.depth, split_cost};
    enum wc_status status = optimal_make(err, &points->arena, &question, &optimal);
    if (status == WC_OK)
        *out = optimal_choice(&points->arena, &optimal, optimal.question.contexts);
    return status;
}

enum wc_status points_choose(struct error *err, struct points *points,
                             struct points_kernel *kernel, struct split_structure *structure)
{
    struct arena *arena = &points->arena;
    const int64_t split_cost = points_split_cost(kernel->kernel);
    struct split_choice choice;
    struct split_graph graph;
    points_estimate(points->program, structure);
    set_marks(kernel, structure);
    enum wc_status status = split_graph_make(err, arena, structure->program, &graph);
    if (status == WC_OK)
        status = split_graph_check_cost(err, &graph, split_cost);
    if (status != WC_OK)
        return status;
    const bool *candidate = select_marked(arena, &graph);
    if (points->request.optimal)
        status = choose_optimal(err, points, &graph, candidate, split_cost, &choice);
    else
        choice = select_splits(arena, &graph, candidate, points->request.depth);
    if (status == WC_OK)
        take(kernel, structure, &choice);
    return status;
}

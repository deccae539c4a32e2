/* SPDX-License-Identifier: Apache-2.0 */
/* optimal.c - the smallest worst case for each number of contexts, from the leaves to the root.
 *
 * With W(x, k) the smallest worst case of x with at most k contexts (choice.c has the rule of what
 * a set needs):
 *
 *     sequence   W = sum of W(part, k): the parts follow each other and share the contexts
 *     loop       W = bound * W(body, k)
 *     uniform    W = own + max(W(then, k), W(else, k))
 *     divergent  W = own + min(serial, split)
 *                serial = W(then, k) + W(else, k)
 *                split  = e_s + e_m + min over i + j = k - 1 of max(W(then, i), W(else, j))
 *
 * A cost never grows when a part's cost falls, so best parts make a best whole. A split is taken
 * only where it gains more than e_s + e_m: that is the profitability filter. */
#include "bound/pws/optimal.h"

static int64_t max_i64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static uint32_t min_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

bool *optimal_candidates(struct arena *arena, const struct split_graph *graph)
{
    bool *candidate = arena_array(arena, graph->branches, sizeof *candidate);
    for (uint32_t i = 0; i < graph->branches; i++)
        candidate[i] = graph->branch[i].structure->allowed;
    return candidate;
}

struct table {
    struct optimal *out;
    struct arena *arena;
    int64_t *zero; /* of an empty list */
};

/* The better of all ways to share k - 1 contexts between both sides. */
static int64_t best_pair(const int64_t *then, const int64_t *other, uint32_t k)
{
    int64_t best = INT64_MAX;
    for (uint32_t i = 0; i < k; i++) {
        int64_t slower = max_i64(then[i], other[k - 1 - i]);
        best = slower < best ? slower : best;
    }
    return best;
}

static int64_t divergent_cost(const struct optimal_question *question,
                              const struct structure *branch, const int64_t *then,
                              const int64_t *other, uint32_t k)
{
    int64_t own = branch->block.cost + branch->serial.cost, best = then[k] + other[k];
    if (question->candidate[branch->branch] && k) {
        int64_t split = question->split_cost + best_pair(then, other, k);
        best = split < best ? split : best;
    }
    return own + best;
}

static int64_t part_cost(const struct optimal_question *question, const struct structure *part,
                         const int64_t *then, const int64_t *other, uint32_t k)
{
    switch (part->kind) {
    case STRUCTURE_BLOCK: return part->block.cost;
    case STRUCTURE_UNIFORM: return part->block.cost + max_i64(then[k], other[k]);
    case STRUCTURE_LOOP: return part->bound * then[k];
    case STRUCTURE_DIVERGENT: break;
    }
    return divergent_cost(question, part, then, other, k);
}

static const int64_t *fill_list(struct table *table, const struct structure *list)
{
    if (!list)
        return table->zero;
    uint32_t contexts = table->out->question.contexts;
    int64_t *sum = arena_array(table->arena, contexts + 1u, sizeof *sum);
    table->out->list[list->number] = sum;
    for (; list; list = list->next) {
        const int64_t *then = fill_list(table, list->side[SIDE_THEN]);
        const int64_t *other = fill_list(table, list->side[SIDE_ELSE]);
        int64_t *cost = arena_array(table->arena, contexts + 1u, sizeof *cost);
        table->out->part[list->number] = cost;
        for (uint32_t k = 0; k <= contexts; k++) {
            cost[k] = part_cost(&table->out->question, list, then, other, k);
            sum[k] += cost[k];
        }
    }
    return sum;
}

static uint32_t count_structures(const struct structure *list)
{
    uint32_t count = 0;
    for (; list; list = list->next)
        count += 1 + count_structures(list->side[SIDE_THEN]) +
                 count_structures(list->side[SIDE_ELSE]);
    return count;
}

enum wc_status optimal_make(struct error *err, struct arena *arena,
                            const struct optimal_question *question, struct optimal *optimal)
{
    const struct split_graph *graph = question->graph;
    enum wc_status status = split_graph_check_cost(err, graph, question->split_cost);
    if (status != WC_OK)
        return status;
    uint32_t structures = count_structures(graph->program);
    *optimal = (struct optimal){
        .question = *question,
        .part = arena_array(arena, structures, sizeof *optimal->part),
        .list = arena_array(arena, structures, sizeof *optimal->list),
    };
    uint32_t *contexts = &optimal->question.contexts;
    *contexts = min_u32(*contexts, min_u32(graph->branches, OPTIMAL_CONTEXTS_MAX));
    struct table table = {optimal, arena, arena_array(arena, *contexts + 1u, sizeof *table.zero)};
    optimal->cost = fill_list(&table, graph->program);
    return WC_OK;
}

/* ---- from costs back to a set ---- */

/* Everything may take as long as what runs beside it or was allowed for the whole: the fewest
 * contexts that keep within `allowance` are used, and their splits. */
static int64_t choose_list(const struct optimal *in, const struct structure *list,
                           int64_t allowance, struct split_choice *out);

static uint32_t fewest(const int64_t *cost, int64_t allowance)
{
    uint32_t k = 0;
    while (cost[k] > allowance)
        k++;
    return k;
}

static int64_t choose_serial(const struct optimal *in, const struct structure *branch,
                             int64_t allowance, uint32_t k, struct split_choice *out)
{
    const struct structure *other = branch->side[SIDE_ELSE];
    int64_t second = other ? in->list[other->number][k] : 0;
    int64_t first = choose_list(in, branch->side[SIDE_THEN], allowance - second, out);
    return first + choose_list(in, other, allowance - first, out);
}

static int64_t choose_beside(const struct optimal *in, const struct structure *branch,
                             int64_t allowance, struct split_choice *out)
{
    int64_t then = choose_list(in, branch->side[SIDE_THEN], allowance, out);
    return max_i64(then, choose_list(in, branch->side[SIDE_ELSE], allowance, out));
}

static int64_t list_cost(const struct optimal *in, const struct structure *list, uint32_t k)
{
    return list ? in->list[list->number][k] : 0;
}

static int64_t choose_divergent(const struct optimal *in, const struct structure *branch,
                                int64_t allowance, struct split_choice *out)
{
    int64_t own = branch->block.cost + branch->serial.cost;
    uint32_t k = fewest(in->part[branch->number], allowance);
    int64_t serial = list_cost(in, branch->side[SIDE_THEN], k) +
                     list_cost(in, branch->side[SIDE_ELSE], k);
    if (own + serial <= allowance)
        return own + choose_serial(in, branch, allowance - own, k, out);
    own += in->question.split_cost;
    out->split[branch->branch] = true;
    out->count++;
    return own + choose_beside(in, branch, allowance - own, out);
}

static int64_t choose_part(const struct optimal *in, const struct structure *part,
                           int64_t allowance, struct split_choice *out)
{
    int64_t own = part->block.cost;
    switch (part->kind) {
    case STRUCTURE_BLOCK: return own;
    case STRUCTURE_UNIFORM: return own + choose_beside(in, part, allowance - own, out);
    case STRUCTURE_LOOP:
        return part->bound *
               choose_list(in, part->side[SIDE_BODY], allowance / part->bound, out);
    case STRUCTURE_DIVERGENT: break;
    }
    return choose_divergent(in, part, allowance, out);
}

static int64_t choose_list(const struct optimal *in, const struct structure *list,
                           int64_t allowance, struct split_choice *out)
{
    if (!list)
        return 0;
    uint32_t k = fewest(in->list[list->number], allowance);
    int64_t spare = allowance - in->list[list->number][k], total = 0;
    for (; list; list = list->next) {
        int64_t part = in->part[list->number][k];
        int64_t taken = choose_part(in, list, part + spare, out);
        spare += part - taken;
        total += taken;
    }
    return total;
}

struct split_choice optimal_choice(struct arena *arena, const struct optimal *optimal,
                                   uint32_t contexts)
{
    const struct split_graph *graph = optimal->question.graph;
    struct split_choice out = choice_none(arena, graph->branches);
    contexts = min_u32(contexts, optimal->question.contexts);
    choose_list(optimal, graph->program, optimal->cost[contexts], &out);
    out.contexts = choice_need(graph->program, out.split);
    return out;
}

enum wc_status optimal_for_kernel(struct error *err, const struct optimal *optimal,
                                  const struct gpu_shape *gpu, const struct kernel_shape *kernel,
                                  int64_t start, bool reprovision, uint32_t *contexts,
                                  struct kernel_bound *bound)
{
    enum wc_status status = WC_OK;
    for (uint32_t k = 0; k <= optimal->question.contexts && status == WC_OK; k++) {
        struct kernel_bound with = {.simds = gpu->simds};
        status = pws_simds(err, gpu, k, reprovision ? &with.simds : &(uint64_t){0});
        if (status == WC_OK)
            status = pws_kernel(err, gpu, kernel, RESIDENT_SOUND, 1, start, optimal->cost[k],
                                &with);
        if (status == WC_OK && (k == 0 || with.cycles < bound->cycles)) {
            *bound = with;
            *contexts = k;
        }
    }
    return status;
}

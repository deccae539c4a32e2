/* SPDX-License-Identifier: Apache-2.0 */
/* region_total.c - regions without the rounds of some loops, and those rounds by themselves. */
#include "bound/engine/region_total.h"

#include <string.h>

/* ---- one round of a loop as a region of its own ---- */

struct rounding {
    struct arena *arena;
    const struct program *program;
    const struct region_graph *graph;
    uint32_t header; /* node */
    bool *inside;    /* by node: between two arrivals at the header */
};

/* Nodes from which a back edge is reached without passing the header. False: some edge into the
 * header comes from a call, and it is not clear which of them go round; or lanes may join that were
 * not at the header. */
static bool find_inside(struct rounding *r)
{
    const struct region_graph *g = r->graph;
    bool grows = true;
    r->inside = arena_array(r->arena, g->node_count, sizeof *r->inside);
    r->inside[r->header] = true;
    for (uint32_t i = 0; i < g->edge_count; i++) {
        if (g->edges[i].to != r->header)
            continue;
        if (g->nodes[g->edges[i].from].call != g->nodes[r->header].call)
            return false;
        if (region_goes_round(r->arena, r->program, g, i))
            r->inside[g->edges[i].from] = true;
    }
    while (grows) {
        grows = false;
        for (uint32_t i = 0; i < g->edge_count; i++) {
            struct region_edge_ends e = g->edges[i];
            if (e.to == r->header || !r->inside[e.to] || r->inside[e.from])
                continue;
            r->inside[e.from] = grows = true;
        }
    }
    for (uint32_t i = 0; i < g->node_count; i++) {
        if (r->inside[i] && r->program->insns[g->nodes[i].index].op->role == ROLE_MASK)
            return false;
    }
    return true;
}

/* The header is the first node, and nothing leads back to it. */
static struct region_graph make_round(const struct rounding *r)
{
    const struct region_graph *g = r->graph;
    struct region_graph out = {.access_bytes = g->access_bytes, .exit = NO_NODE};
    uint32_t *number = arena_array(r->arena, g->node_count, sizeof *number);
    out.nodes = arena_array(r->arena, g->node_count, sizeof *out.nodes);
    out.accesses = arena_array(r->arena, g->node_count, g->access_bytes);
    out.edges = arena_array(r->arena, g->edge_count, sizeof *out.edges);
    out.loops = arena_array(r->arena, g->loop_count, sizeof *out.loops);
    for (uint32_t k = 0; k <= g->node_count; k++) {
        uint32_t i = k ? k - 1 : r->header;
        if (!r->inside[i] || (k && i == r->header))
            continue;
        number[i] = out.node_count;
        memcpy(region_graph_access(&out, out.node_count), region_graph_access(g, i),
               g->access_bytes);
        out.nodes[out.node_count++] = g->nodes[i];
    }
    for (uint32_t i = 0; i < g->edge_count; i++) {
        struct region_edge_ends e = g->edges[i];
        if (r->inside[e.from] && r->inside[e.to] && e.to != r->header)
            out.edges[out.edge_count++] = (struct region_edge_ends){number[e.from], number[e.to]};
    }
    for (uint32_t i = 0; i < g->loop_count; i++) {
        const struct region_loop_bound *loop = &g->loops[i];
        if (r->inside[loop->header] && loop->header != r->header)
            out.loops[out.loop_count++] =
                (struct region_loop_bound){number[loop->header], loop->iterations};
    }
    return out;
}

/* ---- work by the lane ---- */

/* What instructions cost when only accesses count that grow with their lanes, of one lane. */
struct lane_costs {
    struct region_costs region; /* first */
    const struct region_costs *real;
};

static uint64_t lane_block(const struct region_costs *costs, const struct region_step *steps,
                           size_t count, struct work *work, struct profile *profile)
{
    (void)profile;
    const struct region_costs *real = ((const struct lane_costs *)costs)->real;
    for (size_t i = 0; i < count; i++) {
        if (steps[i].access)
            real->by_lane(real, steps[i].access, work);
    }
    return 0;
}

static uint64_t no_redirect(const struct region_costs *costs, struct work *work)
{
    (void)costs;
    *work = (struct work){0};
    return 0;
}

static void drop_lanes(struct region_graph *graph, const struct region_costs *costs)
{
    struct work ignored = {0};
    for (uint32_t i = 0; i < graph->node_count; i++) {
        void *access = region_graph_access(graph, i);
        if (graph->nodes[i].has_access && costs->by_lane(costs, access, &ignored))
            memset(access, 0, graph->access_bytes);
    }
}

/* ---- a region ---- */

struct leaning {
    struct error *err;
    struct ilp_solver *solver;
    const struct region_costs *costs;
    const struct program *program;
};

static enum wc_status solve(const struct leaning *l, const struct region_costs *costs,
                            const struct region_graph *graph,
                            const struct region_profiles *profiles, struct work *work)
{
    struct region_answer answer = {0};
    enum wc_status status =
        region_graph_solve(l->err, l->solver, costs, l->program, graph, NULL, profiles,
                           &answer);
    *work = answer.work;
    return status;
}

static enum wc_status cost_round(const struct leaning *l, struct region_graph *round,
                                 struct work *each, struct work *lane)
{
    const struct lane_costs lanes = {
        .region = {.access_bytes = l->costs->access_bytes,
                   .worst_access = l->costs->worst_access, .block = lane_block,
                   .redirect = no_redirect},
        .real = l->costs};
    struct work redirect = {0};
    enum wc_status status = WC_OK;
    if (!round->loop_count) { /* an inner loop may wake lanes when it ends */
        status = solve(l, &lanes.region, round, NULL, lane);
        drop_lanes(round, l->costs);
    }
    if (status != WC_OK)
        return status;
    l->costs->redirect(l->costs, &redirect); /* of the way back */
    status = solve(l, l->costs, round, NULL, each);
    work_add(each, &redirect);
    return status;
}

/* A loop beside others has none but its total. */
static enum wc_status count_rounds(const struct leaning *l, const struct region_graph *graph,
                                   uint32_t loop, uint64_t *rounds)
{
    *rounds = UINT64_MAX;
    return graph->loop_count > 1 ? WC_OK
                                 : region_graph_rounds(l->err, l->solver, l->program, graph, loop,
                                                       rounds);
}

static uint32_t loop_of(const struct region_graph *graph, uint32_t header)
{
    uint32_t i = 0;
    while (i < graph->loop_count && graph->nodes[graph->loops[i].header].index != header)
        i++;
    return i;
}

/* A function with the loop may be called in several places: then each has a loop. */
static bool is_alone(const struct region_graph *graph, uint32_t header)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < graph->loop_count; i++)
        found += graph->nodes[graph->loops[i].header].index == header;
    return found == 1;
}

enum wc_status region_graph_lean(struct error *err, struct ilp_solver *solver,
                                 const struct region_costs *costs, const struct program *program,
                                 const struct region_graph *graph, struct arena *arena,
                                 const struct region_total *totals, uint32_t count,
                                 const struct region_profiles *profiles,
                                 const struct region_answer *answer, struct region_lean *lean)
{
    const struct leaning l = {err, solver, costs, program};
    struct arena work = {0};
    struct region_graph still = region_graph_copy(&work, graph);
    enum wc_status status = WC_OK;
    *lean = (struct region_lean){.lean = answer->work};
    for (uint32_t i = 0; i < count; i++) {
        if (is_alone(graph, totals[i].header))
            still.loops[loop_of(graph, totals[i].header)].iterations = 0;
    }
    for (uint32_t i = 0; i < count && status == WC_OK; i++) {
        uint32_t loop = loop_of(graph, totals[i].header);
        if (!is_alone(graph, totals[i].header))
            continue;
        struct rounding r = {&work, program, &still, graph->loops[loop].header, NULL};
        if (!find_inside(&r)) {
            arena_free(&work);
            *lean = (struct region_lean){.lean = answer->work};
            return WC_OK;
        }
        if (!lean->has_rounds) {
            lean->round = arena_array(arena, count, sizeof *lean->round);
            lean->lane = arena_array(arena, count, sizeof *lean->lane);
            lean->rounds = arena_array(arena, count, sizeof *lean->rounds);
            lean->has_rounds = true;
        }
        struct region_graph round = make_round(&r);
        status = cost_round(&l, &round, &lean->round[i], &lean->lane[i]);
        if (status == WC_OK)
            status = count_rounds(&l, graph, loop, &lean->rounds[i]);
    }
    if (status == WC_OK && lean->has_rounds)
        status = solve(&l, costs, &still, profiles, &lean->lean);
    arena_free(&work);
    return status;
}

/* ---- all regions ---- */

static uint64_t saturating_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static void take_larger(struct work *max, const struct work *other)
{
    for (unsigned i = 0; i < WORK_KINDS_MAX; i++) {
        if (other->cycles[i] > max->cycles[i])
            max->cycles[i] = other->cycles[i];
    }
}

void region_totals_add(struct region_total *totals, uint32_t count,
                       const struct region_lean *lean)
{
    for (uint32_t i = 0; lean->has_rounds && i < count; i++) {
        take_larger(&totals[i].round, &lean->round[i]);
        take_larger(&totals[i].lane, &lean->lane[i]);
        totals[i].rounds = saturating_sum(totals[i].rounds, lean->rounds[i]);
    }
}

static uint64_t rounds_of(const struct region_total *t)
{
    return t->rounds < t->total ? t->rounds : t->total;
}

bool region_totals_work(const struct region_total *totals, uint32_t count, uint64_t max,
                        struct work *sum)
{
    *sum = (struct work){0};
    for (uint32_t i = 0; i < count; i++) {
        const struct region_total *t = &totals[i];
        uint64_t each = work_total(&t->round) + work_total(&t->lane);
        if (each && t->total > (max - work_total(sum)) / each)
            return false;
        work_add_times(sum, &t->round, rounds_of(t));
        work_add_times(sum, &t->lane, t->total);
    }
    return true;
}

void region_totals_profile(const struct region_total *totals, uint32_t count,
                           struct profile *into)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct region_total *t = &totals[i];
        struct profile_share *share = profile_at(into, t->header);
        share->executions += rounds_of(t);
        share->rounds += rounds_of(t);
        work_add_times(&share->work, &t->round, rounds_of(t));
        work_add_times(&share->work, &t->lane, t->total);
    }
}

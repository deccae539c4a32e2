/* SPDX-License-Identifier: Apache-2.0 */
/* explain.c - weights of instructions on the critical path become shares of terms. */
#include "bound/sim_d/explain.h"

/* Terms that instructions cause. */
enum { SHARE_COMPUTE, SHARE_DRAM, SHARE_PAD, SHARE_PAIRS, SHARE_EDGE, SHARES };

static const char *const terms[EXPLAIN_TERMS_MAX] = {
    [SHARE_COMPUTE] = "compute", [SHARE_DRAM] = "dram", [SHARE_PAD] = "scratchpad",
    [SHARE_PAIRS] = "pairs", [SHARE_EDGE] = "edge",
};

struct weighing {
    const struct sim_d_analysis *a;
    struct explain_cost *costs; /* by instruction */
    const struct sim_d_phases *phases;
    bool pads, serial;
};

/* ---- weights ---- */

/* How often a phase of a pair is the longer one of two that overlap. */
static uint64_t wins(const struct weighing *w, uint32_t number)
{
    const struct sim_d_phases *p = w->phases;
    if (number >= p->count)
        return 1;
    const cycle_t mine = p->list[number].cycles;
    const cycle_t before = p->list[(number + p->count - 1) % p->count].cycles;
    const cycle_t after = p->list[(number + 1) % p->count].cycles;
    return (mine >= before) + (mine > after);
}

static void add(struct weighing *w, uint32_t insn, unsigned share, uint32_t phase, int64_t cycles)
{
    const uint64_t weight = cycles > 0 ? (uint64_t)cycles : 0;
    uint64_t *to = w->costs[insn].cycles;
    if (w->serial) {
        to[share] += weight;
    } else {
        to[SHARE_PAIRS] += weight * wins(w, phase);
        to[SHARE_EDGE] += weight;
    }
}

/* By which the path leaves its i-th block; NULL: it ends there. */
static const struct sim_d_edge *edge_at(const struct weighing *w, uint32_t i)
{
    const struct sim_d_path *path = &w->a->path;
    const struct sim_d_dag *dag = &w->a->dag;
    const struct sim_d_block *block = &dag->graph->blocks[dag->nodes[path->nodes[i]].block];
    return i + 1 < path->count ? &block->edges[dag->ways[path->ways[i]].edge] : NULL;
}

/* Executions of a block, and jumps at its end: those to the head of a loop are its rounds. */
static void count(struct weighing *w, const struct sim_d_block *block,
                  const struct sim_d_edge *edge)
{
    for (uint32_t k = block->first; k <= sim_d_last(block); k++)
        w->costs[k].executions += w->a->groups;
    if (edge && edge->taken)
        w->costs[sim_d_last(block)].away += w->a->groups;
}

/* Compute cycles go to the last instruction of their block. */
static void weigh_path(struct weighing *w)
{
    const struct sim_d_path *path = &w->a->path;
    const struct sim_d_graph *graph = &w->a->graph;
    int64_t entered = sim_d_start_cost(&w->a->costs);
    uint32_t phase = 0;
    for (uint32_t i = 0; i < path->count; i++) {
        const uint32_t number = w->a->dag.nodes[path->nodes[i]].block;
        const struct sim_d_block *block = &graph->blocks[number];
        const struct sim_d_edge *edge = edge_at(w, i);
        const struct sim_d_way way =
            edge ? sim_d_way_cost(&w->a->costs, number, edge) : (struct sim_d_way){0};
        add(w, sim_d_last(block), SHARE_COMPUTE, phase, entered + way.before);
        entered = way.after;
        count(w, block, edge);
        if (!block->requests)
            continue;
        const bool pad = w->a->requests[number].pad, access = w->pads || !pad;
        add(w, sim_d_last(block), pad ? SHARE_PAD : SHARE_DRAM, phase + access,
            (int64_t)w->a->requests[number].cycles);
        phase += access ? 2 : 0;
    }
}

/* ---- shares ---- */

static void divide(struct explain_cost *costs, uint32_t count, unsigned share, uint64_t value,
                   uint64_t *rest)
{
    uint64_t all = 0;
    *rest = value;
    for (uint32_t i = 0; i < count; i++)
        all += costs[i].cycles[share];
    for (uint32_t i = 0; i < count; i++) {
        uint64_t *cycles = &costs[i].cycles[share];
        *cycles = all ? (uint64_t)((unsigned __int128)value * *cycles / all) : 0;
        *rest -= *cycles;
    }
}

static bool is_serial(const struct sim_d_analysis *a, enum sim_d_bound_kind kind)
{
    return kind == SIM_D_BOUND_U || a->bound[kind].serial;
}

struct explanation *sim_d_explain(struct arena *arena, const struct sim_d_analysis *a,
                                  enum sim_d_bound_kind kind, const struct term *tree)
{
    const struct program *program = a->graph.program;
    struct arena work = {0};
    struct weighing w = {.a = a, .costs = arena_array(&work, program->count, sizeof *w.costs),
                         .phases = &a->phases[kind == SIM_D_BOUND_COMPUTE],
                         .pads = kind != SIM_D_BOUND_COMPUTE, .serial = is_serial(a, kind)};
    uint64_t rest[SHARES];
    weigh_path(&w);
    for (unsigned k = 0; k < SHARES; k++) {
        const struct term *term = term_find(tree, terms[k]);
        divide(w.costs, program->count, k, term ? term->value : 0, &rest[k]);
    }
    struct explanation *e = explain_program(arena, program, terms, w.costs);
    for (unsigned k = 0; k < SHARES; k++)
        explain_shared(arena, e, "remainders of shares", terms[k], rest[k]);
    explain_shared(arena, e, "upload of the program", "upload", term_find(tree, "upload")->value);
    explain_shared(arena, e, "refreshes of DRAM", "refresh", term_find(tree, "refresh")->value);
    arena_free(&work);
    return e;
}

/* ---- phases ---- */

void sim_d_list_phases(struct arena *arena, const struct sim_d_analysis *a,
                       enum sim_d_bound_kind kind, bool all, struct bound *out)
{
    static const char *const resources[] = {
        [SIM_D_COMPUTE] = "compute", [SIM_D_DRAM] = "dram", [SIM_D_PADS] = "scratchpad"};
    const struct sim_d_phases *phases = &a->phases[kind == SIM_D_BOUND_COMPUTE];
    struct bound_phases *to = arena_alloc(arena, sizeof *to);
    *to = (struct bound_phases){.as_access = a->phases[false].count,
                                .as_compute = a->phases[true].count};
    out->phases = to;
    if (!all)
        return;
    to->list = arena_array(arena, phases->count, sizeof *to->list);
    to->count = phases->count;
    for (uint32_t i = 0; i < phases->count; i++)
        to->list[i] = (struct bound_phase){
            resources[phases->list[i].resource], phases->list[i].cycles,
            bound_place(arena, a->graph.program, phases->list[i].insn)};
}

/* SPDX-License-Identifier: Apache-2.0 */
/* phases_all.c - the phases that cover all paths.
 *
 * For every node and every number of accesses before it, the max compute cycles since the last one.
 * Nodes are mostly reached after one number of accesses only. */
#include "bound/sim_d/phases.h"

enum { CELLS_MAX = 1 << 23 };

struct range {
    uint32_t from, to; /* numbers of accesses before the node; from > to: not reached */
    uint32_t cells;    /* index of the first one's cell */
};

struct table {
    const struct sim_d_paths *paths;
    bool pads;
    struct range *ranges; /* by node */
    int64_t *cells;       /* compute since the last access, up to the end of the block; -1: none */
    struct sim_d_phases *out;
};

static const struct sim_d_block *block_of(const struct table *table, uint32_t node)
{
    const struct sim_d_dag *dag = table->paths->dag;
    return &dag->graph->blocks[dag->nodes[node].block];
}

static const struct sim_d_block_request *request_of(const struct table *table, uint32_t node)
{
    const struct sim_d_dag *dag = table->paths->dag;
    uint32_t block = dag->nodes[node].block;
    return dag->graph->blocks[block].requests ? &table->paths->requests[block] : NULL;
}

/* Whether the node ends a compute phase. */
static bool is_access(const struct table *table, uint32_t node)
{
    const struct sim_d_block_request *request = request_of(table, node);
    return request && (table->pads || !request->pad);
}

/* ---- which numbers of accesses ---- */

static bool is_reached(const struct range *range)
{
    return range->from <= range->to;
}

static void widen(struct table *table, uint32_t node)
{
    const struct sim_d_dag *dag = table->paths->dag;
    const struct sim_d_node *of = &dag->nodes[node];
    const struct range *here = &table->ranges[node];
    uint32_t more = is_access(table, node);
    if (!is_reached(here))
        return;
    for (uint32_t way = of->first_way; way < of->first_way + of->way_count; way++) {
        if (!sim_d_way_is_open(table->paths, way))
            continue;
        struct range *to = &table->ranges[dag->ways[way].to];
        to->from = here->from + more < to->from ? here->from + more : to->from;
        to->to = here->to + more > to->to ? here->to + more : to->to;
    }
}

static bool allocate(struct table *table)
{
    const struct sim_d_dag *dag = table->paths->dag;
    uint64_t cells = 0;
    table->ranges = arena_array(table->paths->arena, dag->count, sizeof *table->ranges);
    for (uint32_t i = 1; i < dag->count; i++)
        table->ranges[i].from = UINT32_MAX;
    for (uint32_t i = 0; i < dag->count; i++)
        widen(table, dag->order[i]);
    for (uint32_t i = 0; i < dag->count; i++) {
        table->ranges[i].cells = (uint32_t)cells;
        cells += is_reached(&table->ranges[i])
                     ? table->ranges[i].to - table->ranges[i].from + 1u : 0;
        if (cells > CELLS_MAX)
            return false;
    }
    table->cells = arena_array(table->paths->arena, cells, sizeof *table->cells);
    for (uint64_t i = 0; i < cells; i++)
        table->cells[i] = -1;
    return true;
}

/* ---- phases ---- */

/* Phase `number` is at least as long as this one. */
static void cover(struct table *table, uint32_t number, struct sim_d_phase phase)
{
    struct sim_d_phases *out = table->out;
    while (out->count <= number) {
        out->list = arena_grow(table->paths->arena, out->list, out->count, sizeof phase);
        out->list[out->count++] = (struct sim_d_phase){
            .resource = out->count % 2 ? SIM_D_DRAM : SIM_D_COMPUTE};
    }
    if (phase.cycles > out->list[number].cycles)
        out->list[number] = phase;
}

static void note_end(struct table *table, uint32_t node, uint32_t phases)
{
    if (sim_d_may_end(table->paths, node) && phases < table->out->shortest)
        table->out->shortest = phases;
}

/* The phases that end in a node which is reached after `position` accesses. */
static void note_phases(struct table *table, uint32_t node, uint32_t position, int64_t compute)
{
    const struct sim_d_block_request *request = request_of(table, node);
    const struct sim_d_block *block = block_of(table, node);
    struct sim_d_phase phase = {SIM_D_COMPUTE, (cycle_t)compute, sim_d_last(block), node,
                                position};
    cycle_t *longest = &table->out->longest[table->paths->dag->nodes[node].block];
    if (is_access(table, node)) {
        *longest = later(*longest, phase.cycles);
        cover(table, 2 * position, phase);
        phase.resource = request->pad ? SIM_D_PADS : SIM_D_DRAM;
        phase.cycles = request->cycles;
        cover(table, 2 * position + 1, phase);
        note_end(table, node, 2 * position + 2);
    } else if (sim_d_may_end(table->paths, node)) {
        note_end(table, node, 2 * position + 1);
        phase.cycles += (cycle_t)sim_d_end_cost(table->paths->costs);
        *longest = later(*longest, phase.cycles);
        cover(table, 2 * position, phase);
    }
}

static void spread(struct table *table, uint32_t node, uint32_t position, int64_t compute)
{
    const struct sim_d_dag *dag = table->paths->dag;
    const struct sim_d_node *of = &dag->nodes[node];
    const struct sim_d_block_request *request = request_of(table, node);
    const bool access = is_access(table, node);
    if (access)
        compute = 0;
    else if (request)
        compute += (int64_t)request->cycles;
    for (uint32_t way = of->first_way; way < of->first_way + of->way_count; way++) {
        const struct sim_d_dag_way *to = &dag->ways[way];
        if (!sim_d_way_is_open(table->paths, way))
            continue;
        const struct sim_d_edge *edge = &block_of(table, node)->edges[to->edge];
        const struct range *range = &table->ranges[to->to];
        int64_t *cell = &table->cells[range->cells + position + access - range->from];
        int64_t cycles = compute + sim_d_way_cost(table->paths->costs, of->block, edge).after;
        *cell = cycles > *cell ? cycles : *cell;
    }
}

bool sim_d_all_phases(const struct sim_d_paths *paths, bool pads, struct sim_d_phases *out)
{
    struct table table = {.paths = paths, .pads = pads, .out = out};
    const struct sim_d_dag *dag = paths->dag;
    *out = (struct sim_d_phases){.shortest = UINT32_MAX};
    if (!allocate(&table))
        return false;
    out->longest = arena_array(paths->arena, dag->graph->count, sizeof *out->longest);
    table.cells[table.ranges[0].cells] = sim_d_start_cost(paths->costs);
    for (uint32_t i = 0; i < dag->count; i++) {
        uint32_t node = dag->order[i];
        const struct range *range = &table.ranges[node];
        for (uint32_t position = range->from; position <= range->to; position++) {
            int64_t compute = table.cells[range->cells + position - range->from];
            if (compute < 0)
                continue;
            note_phases(&table, node, position, compute);
            spread(&table, node, position, compute);
        }
    }
    out->ends_with_store = out->count % 2 == 0;
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* phases.c - the critical path by dynamic programming in topological order, and its phases. */
#include "bound/sim_d/phases.h"

struct best {
    int64_t cycles; /* up to and with the node's block; of `original`, without it */
    uint32_t from, way;
};

static enum sim_d_resource resource_of(const struct sim_d_block_request *request)
{
    return request->pad ? SIM_D_PADS : SIM_D_DRAM;
}

/* ---- the longest path ---- */

static int64_t access_cost(const struct sim_d_paths *paths, uint32_t block,
                           const bool by[SIM_D_RESOURCES])
{
    const struct sim_d_block_request *request = &paths->requests[block];
    bool requests = paths->dag->graph->blocks[block].requests;
    return requests && by[resource_of(request)] ? (int64_t)request->cycles : 0;
}

static int64_t way_cost(const struct sim_d_paths *paths, uint32_t node, uint32_t way)
{
    const struct sim_d_dag *dag = paths->dag;
    uint32_t block = dag->nodes[node].block;
    const struct sim_d_edge *edge = &dag->graph->blocks[block].edges[dag->ways[way].edge];
    struct sim_d_way cost = sim_d_way_cost(paths->costs, block, edge);
    return cost.before + cost.after;
}

static void relax(const struct sim_d_paths *paths, struct best *best, uint32_t node,
                  const bool by[SIM_D_RESOURCES])
{
    const struct sim_d_dag *dag = paths->dag;
    const struct sim_d_node *of = &dag->nodes[node];
    int64_t access = access_cost(paths, of->block, by);
    if (node != 0 && best[node].way == UINT32_MAX)
        return;
    for (uint32_t way = of->first_way; way < of->first_way + of->way_count; way++) {
        if (!sim_d_way_is_open(paths, way))
            continue;
        struct best *to = &best[dag->ways[way].to];
        int64_t cycles = best[node].cycles + access + way_cost(paths, node, way);
        if (to->way == UINT32_MAX || cycles > to->cycles)
            *to = (struct best){cycles, node, way};
    }
}

/* The end of the longest path; UINT32_MAX: there is none. */
static uint32_t find_end(const struct sim_d_paths *paths, const struct best *best,
                         const bool by[SIM_D_RESOURCES])
{
    const struct sim_d_dag *dag = paths->dag;
    uint32_t end = UINT32_MAX;
    int64_t max = INT64_MIN;
    for (uint32_t i = 0; i < dag->count; i++) {
        const struct sim_d_block *block = &dag->graph->blocks[dag->nodes[i].block];
        int64_t cycles = best[i].cycles + access_cost(paths, dag->nodes[i].block, by) +
                         (block->requests ? 0 : sim_d_end_cost(paths->costs));
        if (sim_d_may_end(paths, i) && cycles > max) {
            max = cycles;
            end = i;
        }
    }
    return end;
}

static struct sim_d_path trace(const struct sim_d_paths *paths, const struct best *best,
                               uint32_t end)
{
    struct sim_d_path path = {.count = 1};
    for (uint32_t i = end; i != 0; i = best[i].from)
        path.count++;
    path.nodes = arena_array(paths->arena, path.count, sizeof *path.nodes);
    path.ways = arena_array(paths->arena, path.count, sizeof *path.ways);
    path.nodes[path.count - 1] = end;
    for (uint32_t i = path.count; i-- > 1;) {
        path.nodes[i - 1] = best[path.nodes[i]].from;
        path.ways[i - 1] = best[path.nodes[i]].way;
    }
    return path;
}

static void sum_up(const struct sim_d_paths *paths, struct sim_d_path *path)
{
    const struct sim_d_graph *graph = paths->dag->graph;
    int64_t compute = sim_d_start_cost(paths->costs);
    for (uint32_t i = 0; i < path->count; i++) {
        uint32_t block = paths->dag->nodes[path->nodes[i]].block;
        if (graph->blocks[block].requests)
            path->sum[resource_of(&paths->requests[block])] += paths->requests[block].cycles;
        compute += i + 1 < path->count ? way_cost(paths, path->nodes[i], path->ways[i]) : 0;
    }
    uint32_t last = paths->dag->nodes[path->nodes[path->count - 1]].block;
    compute += graph->blocks[last].requests ? 0 : sim_d_end_cost(paths->costs);
    path->sum[SIM_D_COMPUTE] = (cycle_t)compute;
    for (uint32_t i = 0; i < SIM_D_RESOURCES; i++)
        path->total += path->sum[i];
}

bool sim_d_critical_path(const struct sim_d_paths *paths, const bool by[SIM_D_RESOURCES],
                         struct sim_d_path *out)
{
    const struct sim_d_dag *dag = paths->dag;
    struct best *best = arena_array(paths->arena, dag->count, sizeof *best);
    for (uint32_t i = 0; i < dag->count; i++)
        best[i].way = UINT32_MAX;
    best[0].cycles = sim_d_start_cost(paths->costs);
    for (uint32_t i = 0; i < dag->count; i++)
        relax(paths, best, dag->order[i], by);
    const uint32_t end = find_end(paths, best, by);
    if (end == UINT32_MAX)
        return false;
    *out = trace(paths, best, end);
    sum_up(paths, out);
    return true;
}

/* ---- its phases ---- */

static void add_phase(const struct sim_d_paths *paths, struct sim_d_phases *phases,
                      struct sim_d_phase phase)
{
    phases->list = arena_grow(paths->arena, phases->list, phases->count, sizeof phase);
    phases->list[phases->count++] = phase;
}

/* Compute so far, then the access. */
static void add_access(const struct sim_d_paths *paths, struct sim_d_phases *phases,
                       int64_t compute, uint32_t node)
{
    uint32_t block = paths->dag->nodes[node].block;
    const struct sim_d_block_request *request = &paths->requests[block];
    uint32_t insn = sim_d_last(&paths->dag->graph->blocks[block]);
    uint32_t position = phases->count / 2;
    add_phase(paths, phases, (struct sim_d_phase){SIM_D_COMPUTE, (cycle_t)compute, insn, node,
                                                  position});
    add_phase(paths, phases, (struct sim_d_phase){(uint8_t)resource_of(request), request->cycles,
                                                  insn, node, position});
}

struct sim_d_phases sim_d_path_phases(const struct sim_d_paths *paths,
                                      const struct sim_d_path *path, bool pads)
{
    const struct sim_d_dag *dag = paths->dag;
    struct sim_d_phases phases = {.ends_with_store = true};
    int64_t compute = sim_d_start_cost(paths->costs);
    for (uint32_t i = 0; i < path->count; i++) {
        uint32_t node = path->nodes[i], block = dag->nodes[node].block;
        struct sim_d_way way = {0};
        if (i + 1 < path->count)
            way = sim_d_way_cost(paths->costs, block,
                                 &dag->graph->blocks[block].edges[dag->ways[path->ways[i]].edge]);
        compute += way.before;
        if (dag->graph->blocks[block].requests && !pads && paths->requests[block].pad) {
            compute += (int64_t)paths->requests[block].cycles;
        } else if (dag->graph->blocks[block].requests) {
            add_access(paths, &phases, compute, node);
            compute = 0;
        }
        compute += way.after;
    }
    return phases;
}

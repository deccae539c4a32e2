/* SPDX-License-Identifier: Apache-2.0 */
/* region_graph.h - the graph of a region: what may be executed, and in which order. */
#ifndef WARPCLOCK_BOUND_ENGINE_REGION_GRAPH_H
#define WARPCLOCK_BOUND_ENGINE_REGION_GRAPH_H

#include "bound/engine/region.h"
#include "flow/graph.h"

/* An instruction, in one of the calls that lead to it. */
struct region_node {
    uint32_t call;  /* number of the call; 0: the function in which the region began */
    uint32_t index; /* of the instruction */
    bool executed;  /* told as a node; the place where control goes on is not */
    bool has_access;
    bool unpaired; /* follows a parting of lanes; both sides may go the same way from here */
};

struct region_edge_ends {
    uint32_t from, to; /* numbers of nodes */
};

struct region_loop_bound {
    uint32_t header;     /* number of a node */
    uint64_t iterations; /* most back edges in one entry */
};

struct region_graph {
    struct region_node *nodes; /* node 0 is the entry */
    uint8_t *accesses;         /* by node: the worst cost of all times, a record of the machine */
    size_t access_bytes;       /* of each */
    struct region_edge_ends *edges;
    struct region_loop_bound *loops;
    uint32_t node_count, edge_count, loop_count;
    uint32_t exit; /* number of the node where control goes on; NO_NODE: the warp ends */
    uint32_t depth; /* of calls */
};

static inline void *region_graph_access(const struct region_graph *graph, uint32_t node)
{
    return graph->accesses + node * graph->access_bytes;
}

bool region_graph_equal(const struct region_graph *a, const struct region_graph *b);
uint64_t region_graph_hash(const struct region_graph *graph);
struct region_graph region_graph_copy(struct arena *arena, const struct region_graph *graph);

/* What the worst ways are made of, and room for a block's part. */
struct region_profiles {
    struct profile *sum, *block;
};

/* region_solve.c: the most work and the longest waiting of any way through it, and counts, which
 * live in the arena; NULL: none are wanted. `profiles` may be NULL; they start empty. */
enum wc_status region_graph_solve(struct error *err, struct ilp_solver *solver,
                                  const struct region_costs *costs, const struct program *program,
                                  const struct region_graph *graph, struct arena *arena,
                                  const struct region_profiles *profiles,
                                  struct region_answer *answer);

/* ... how often any way goes round a loop of the graph, at most. */
enum wc_status region_graph_rounds(struct error *err, struct ilp_solver *ilp,
                                   const struct program *program, const struct region_graph *graph,
                                   uint32_t loop, uint64_t *rounds);

/* ... whether an edge goes back to the header of a loop. */
bool region_goes_round(struct arena *arena, const struct program *program,
                       const struct region_graph *graph, uint32_t edge);

/* ---- recording: region_record.c ---- */

struct region_call {
    uint32_t parent, site, depth;
};

struct region_slot {
    uint64_t key;
    uint32_t value;
    uint32_t region; /* number of the region in which it was filled */
};

struct region_recorder {
    struct arena arena;
    struct region_graph graph; /* of the region under way; arrays grow and are kept */
    void (*worst_access)(void *worst, const void *access);
    uint32_t node_room, access_room, edge_room, loop_room, call_room, slot_room, slot_used;
    struct region_call *calls;
    uint32_t call_count;
    struct region_slot *slots; /* where a node, an edge or a place's call is */
    uint32_t region;
};

void recorder_begin(struct region_recorder *recorder, uint32_t at);
void recorder_node(struct region_recorder *recorder, uint32_t index, const void *access);
void recorder_edge(struct region_recorder *recorder, const struct insn *insn, uint32_t from,
                   uint32_t to);
void recorder_unpaired(struct region_recorder *recorder, uint32_t index);
void recorder_loop(struct region_recorder *recorder, uint32_t header, uint64_t iterations);
struct region_graph *recorder_end(struct region_recorder *recorder, uint32_t to);
void recorder_free(struct region_recorder *recorder);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* graph.h - directed graphs and control-flow analyses: order, dominance, loops, frontiers.
 *
 * Nothing here depends on instructions. Nodes are numbers 0..nodes-1; every result is an array
 * indexed by node in the caller's arena. All algorithms are iterative and close to linear: a
 * hostile input file chooses the shape of the graph. */
#ifndef WARPCLOCK_FLOW_GRAPH_H
#define WARPCLOCK_FLOW_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

#define NO_NODE UINT32_MAX

struct edge {
    uint32_t from, to;
};

/* Successors of node i are succ[succ_first[i]] up to succ[succ_first[i + 1] - 1], in the order in
 * which the edges were given; predecessors likewise. Parallel edges and self loops are kept. */
struct graph {
    uint32_t nodes, edges, entry;
    uint32_t *succ_first, *succ;
    uint32_t *pred_first, *pred;
};

struct graph graph_make(struct arena *arena, uint32_t nodes, uint32_t entry,
                        const struct edge *edges, uint32_t count);

/* The reversed graph, with a virtual exit as its entry (number graph->nodes). Every node without a
 * successor leads there; so does one node of every part without an exit, so that post-dominance is
 * defined for all nodes. */
struct graph graph_reversed(struct arena *arena, const struct graph *graph);

/* Reverse post order of a depth-first search from the entry. */
struct node_order {
    uint32_t count;     /* nodes that can be reached */
    uint32_t *node;     /* node[0] is the entry */
    uint32_t *position; /* by node; NO_NODE when it cannot be reached */
};

struct node_order graph_reverse_post_order(struct arena *arena, const struct graph *graph);

struct dominators {
    uint32_t nodes;
    uint32_t *idom;         /* by node; NO_NODE for the entry and for nodes out of reach */
    uint32_t *depth;        /* in the dominator tree; 0 for the entry */
    uint32_t *enter, *size; /* pre-order number in the tree, nodes in the subtree (0: no node) */
};

struct dominators graph_dominators(struct arena *arena, const struct graph *graph);

/* a dominates b; every reachable node dominates itself. */
static inline bool dominates(const struct dominators *tree, uint32_t a, uint32_t b)
{
    return tree->size[b] && tree->enter[b] - tree->enter[a] < tree->size[a];
}

/* Natural loops; back edges to one header make one loop. Outer loops come before inner ones. */
struct loop {
    uint32_t header;
    uint32_t parent; /* NO_NODE: outermost */
    uint32_t depth;  /* 1: outermost */
    uint32_t latches; /* back edges */
    uint32_t enter, size; /* pre-order number in the loop forest, loops in the subtree */
};

struct loops {
    uint32_t count;
    struct loop *loop;
    uint32_t *of; /* by node: the innermost loop around it, or NO_NODE */
    uint32_t irreducible_count;
    struct edge *irreducible; /* edges that enter a cycle other than at its header */
};

struct loops graph_loops(struct arena *arena, const struct graph *graph,
                         const struct node_order *order, const struct dominators *tree);

/* Whether node is in the loop or in one inside it. */
static inline bool loop_contains(const struct loops *loops, uint32_t loop, uint32_t node)
{
    uint32_t inner = loops->of[node];
    return inner != NO_NODE &&
           loops->loop[inner].enter - loops->loop[loop].enter < loops->loop[loop].size;
}

/* The iterated dominance frontier of a set of nodes, in order of node number; *count is its size.
 * With graph_reversed() and its dominators it is the iterated post-dominance frontier: the nodes
 * whose outcome decides whether one of the set is reached (control dependence). */
uint32_t *graph_iterated_frontier(struct arena *arena, const struct graph *graph,
                                  const struct dominators *tree, const uint32_t *nodes,
                                  uint32_t node_count, uint32_t *count);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* split_graph.h - the control-flow graph with branch-serialisation blocks (C_BSB, PWS §4.2).
 *
 * A divergent branch leads to its first side and to its BSB, the first side to the BSB, the BSB to
 * the second side and to the join, the second side to the join (PWS-35). Nodes are numbered in the
 * order of structured code: branch, first side, BSB, second side, join. That order is topological,
 * so SELECT and PRUNE are single passes over the array. Node `nodes` is the virtual end, the
 * paper's |V| + 1.
 *
 * A loop stays one copy of its body (PWS-40), between an entry and a latch that have no code. Along
 * the edges other than back edges the graph is acyclic, and a node's `weight` is its cost times the
 * runs of all loops around it. The longest path by weight is the longest path of the unrolled
 * program: every run of a body can take the body's worst path, and none takes a worse one. */
#ifndef WARPCLOCK_BOUND_PWS_SPLIT_GRAPH_H
#define WARPCLOCK_BOUND_PWS_SPLIT_GRAPH_H

#include "flow/graph.h"
#include "flow/structure.h"

enum split_node_kind {
    NODE_STRAIGHT,  /* one successor */
    NODE_DIVERGENT, /* first side, BSB */
    NODE_BSB,       /* second side, join */
    NODE_UNIFORM,   /* one side, other side */
    NODE_LATCH,     /* what follows the loop, the loop's first node: a back edge */
};

struct split_node {
    enum split_node_kind kind;
    uint32_t next[2]; /* as listed above, or NO_NODE */
    uint32_t parent;  /* PARENT: the innermost branch or BSB around it, or NO_NODE */
    uint32_t branch;  /* branch and BSB: which one, in split_graph.branch */
    uint32_t block;   /* its code, or STRUCTURE_NO_BLOCK */
    int64_t cost;     /* e_bb of one pass */
    int64_t trips;    /* passes per run of the program, when every loop runs to its bound */
    int64_t weight;   /* cost * trips */
};

struct split_branch {
    uint32_t node, bsb, reconv; /* reconv: the join, where a merge is */
    const struct structure *structure;
};

struct split_loop {
    uint32_t entry, latch; /* entry -> first node ... latch -> first node or what follows */
    int64_t bound;
};

struct split_graph {
    const struct structure *program;
    uint32_t nodes, branches, loops;
    struct split_node *node;
    struct split_branch *branch; /* in the order of the nodes */
    struct split_loop *loop;
    int64_t weight; /* of all nodes: no path has more */
    int64_t trips;  /* of all divergent branches: no run has more splits */
};

/* Numbers and checks the program, which must outlive the graph. */
enum wc_status split_graph_make(struct error *err, struct arena *arena, struct structure *program,
                                struct split_graph *graph);

/* SUCCBB: of a branch or BSB the first node of the side that it leads to; of other nodes the only
 * successor (PWS-36). */
static inline uint32_t split_succbb(const struct split_graph *graph, uint32_t node)
{
    return graph->node[node].next[0];
}

/* BSB of a branch node. */
static inline uint32_t split_bsb(const struct split_graph *graph, uint32_t node)
{
    return graph->branch[graph->node[node].branch].bsb;
}

/* RECONV of a branch or BSB. */
static inline uint32_t split_reconv(const struct split_graph *graph, uint32_t node)
{
    return graph->branch[graph->node[node].branch].reconv;
}

/* Refuses a cost per split for which the program's costs, splits included, do not fit 64 bits, and
 * one that is not known (negative). */
enum wc_status split_graph_check_cost(struct error *err, const struct split_graph *graph,
                                      int64_t split_cost);

#endif

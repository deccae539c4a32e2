/* SPDX-License-Identifier: Apache-2.0 */
/* ipet.h - the most costly path through a graph (implicit path enumeration).
 *
 * Nothing here knows an instruction or a clock. A path starts at the entry, ends at an exit, and
 * costs what its nodes and edges cost as often as it passes them. Constraints limit how often.
 *
 * Every cycle must be limited by a constraint that refers to something before it: a loop by its
 * entries, a JOIN that goes back to the second side by its SPLIT. A cycle that is not makes the
 * answer IPET_UNGOVERNED, found by searching the graph (ipet_order.c).
 *
 * A limit on an edge's own count (`max`) governs a cycle too, but does not tie it to the path: the
 * answer may then count a cycle that the path does not pass. It is still safe.
 *
 * Structured graphs are solved exactly in integers (ipet_nested.c), others by an integer program,
 * whose solver works in floating point: deep nests of loops with bounds of thousands may then end
 * as WC_INTERNAL because nothing can be proved, never with a wrong bound. */
#ifndef WARPCLOCK_BOUND_ENGINE_IPET_H
#define WARPCLOCK_BOUND_ENGINE_IPET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "bound/engine/ilp.h"

#define IPET_UNLIMITED INT64_MAX

struct ipet_edge {
    uint32_t from, to;
    int64_t cost;
    int64_t max; /* how often in one path, or IPET_UNLIMITED */
};

/* All back edges together are taken at most `iterations` times for each time that one of the entry
 * edges is taken. `at_start`: the graph's entry lies in the loop and counts as one entry more. */
struct ipet_loop {
    const uint32_t *back, *entry; /* numbers of edges */
    uint32_t backs, entries;
    int64_t iterations;
    bool at_start;
};

/* The edge is taken at most `times` times for each time that the node is passed. */
struct ipet_at_most {
    uint32_t edge, node;
    int64_t times;
};

struct ipet {
    uint32_t nodes, edges, exits, loops, at_mosts;
    const int64_t *node_cost; /* [nodes] */
    const struct ipet_edge *edge;
    uint32_t entry;
    const uint32_t *exit; /* nodes at which a path may end */
    const struct ipet_loop *loop;
    const struct ipet_at_most *at_most;
};

enum ipet_outcome {
    IPET_FOUND,
    IPET_NO_PATH,    /* no path from the entry to an exit keeps all constraints: proved unless
                      * `solved`, else the solver's word, which too large numbers can mislead */
    IPET_UNGOVERNED, /* `ungoverned` lies on a cycle that no constraint limits */
};

struct ipet_answer {
    enum ipet_outcome outcome;
    int64_t cost;     /* no path costs more: proved in integers */
    int64_t attained; /* what the path below costs; less than `cost` only where the best mixture
                       * of paths is above the best path (ilp.h) */
    const int64_t *node_count, *edge_count; /* of that path */
    uint32_t ungoverned; /* an edge */
    bool solved;         /* a solver was needed */
};

/* What the answer points to lives in the arena. */
enum wc_status ipet_solve(struct error *err, struct arena *arena, struct ilp_solver *solver,
                          const struct ipet *ipet, struct ipet_answer *answer);

#endif

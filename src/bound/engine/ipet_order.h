/* SPDX-License-Identifier: Apache-2.0 */
/* ipet_order.h - the part of a graph that paths can use, in an order from entry to exits. */
#ifndef WARPCLOCK_BOUND_ENGINE_IPET_ORDER_H
#define WARPCLOCK_BOUND_ENGINE_IPET_ORDER_H

#include "bound/engine/ipet.h"

/* A constraint that limits cycles: in a strongly connected part of what was left of the graph, some
 * of its edges were cut, and with them the cycles through them. */
struct ipet_cut {
    uint32_t constraint; /* loops first, then at-mosts */
    uint32_t first, end; /* the part's nodes in the order */
    const uint32_t *edge; /* the edges cut */
    uint32_t edges;
};

struct ipet_order {
    bool *usable; /* by edge: on a way from the entry to an exit, and not limited to 0 */
    bool *cut;    /* by edge */
    bool has_path;       /* some exit can be reached */
    uint32_t ungoverned; /* an edge of a cycle that nothing limits; NO_EDGE: there is none */
    uint32_t count;      /* usable nodes */
    uint32_t *node;      /* those, each before what it leads to by edges that are not cut */
    uint32_t *position;  /* by node: where it stands there */
    struct ipet_cut *cuts; /* outer ones before inner ones, and from the entry on */
    uint32_t cut_count;
    /* Who passes an edge that was cut comes round to it: every cut has one node at which all ways
     * enter the part and all its edges end, or one at which all ways leave and all its edges begin;
     * and no edge of a cycle is limited by its own count alone. */
    bool nested;
    /* Numbers of the edges that leave and enter a node, usable or not. */
    uint32_t *out_first, *out, *in_first, *in;
};

#define NO_EDGE UINT32_MAX

struct ipet_order ipet_order_make(struct arena *arena, const struct ipet *ipet);

enum ipet_nested {
    NESTED_FOUND,
    NESTED_UNDECIDED, /* not nested, or another constraint stands against it: ask a solver */
    NESTED_TOO_COSTLY, /* beyond 64 bits */
};

/* The most costly path when the cuts are nested: exact, and without a solver (ipet_nested.c). */
enum ipet_nested ipet_nested_path(struct arena *arena, const struct ipet *ipet,
                                  const struct ipet_order *order, int64_t *node_count,
                                  int64_t *edge_count, int64_t *cost);

#endif

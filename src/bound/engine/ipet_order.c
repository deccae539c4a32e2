/* SPDX-License-Identifier: Apache-2.0 */
/* ipet_order.c - which edges paths can use, and whether constraints limit every cycle.
 *
 * Strongly connected parts are taken from the entry on. A part of one node without a cycle is
 * passed a bounded number of times, for so is everything before it. From any other part the edges
 * of one constraint are cut that limits them by what is already known to be bounded; if there is
 * none, the part has a cycle that nothing limits; otherwise what is left of it falls into smaller
 * parts, which are treated alike. */
#include "bound/engine/ipet_order.h"

#include <string.h>

struct peel {
    struct arena *arena;
    const struct ipet *ipet;
    struct ipet_order *order;
    bool *is_exit; /* by node */
    bool *bounded; /* by node: passed a bounded number of times, or never */
    uint32_t *governor_first, *governor; /* by edge: constraints; at-mosts follow the loops */
    /* Tarjan's search */
    uint32_t *number, *low, *next; /* by node */
    uint32_t *open, *stack;
    uint32_t opened, numbered;
    /* parts still to be looked at, the first one on top: nodes, and where each part begins */
    uint32_t *pending, *begin;
    uint32_t pending_nodes, pending_parts;
    uint32_t *region_of, *member; /* by node: the part last looked at; the nodes of that */
    uint32_t *inner; /* the edges inside */
    uint32_t regions;
};

/* Numbers of the edges sorted by one end. */
static uint32_t *edges_at(struct arena *arena, const struct ipet *ipet, bool leaving,
                          uint32_t *first)
{
    uint32_t *list = arena_array(arena, ipet->edges, sizeof *list);
    for (uint32_t e = 0; e < ipet->edges; e++)
        first[(leaving ? ipet->edge[e].from : ipet->edge[e].to) + 1]++;
    for (uint32_t n = 0; n < ipet->nodes; n++)
        first[n + 1] += first[n];
    for (uint32_t e = 0; e < ipet->edges; e++)
        list[first[leaving ? ipet->edge[e].from : ipet->edge[e].to]++] = e;
    memmove(first + 1, first, ipet->nodes * sizeof *first);
    first[0] = 0;
    return list;
}

/* Edges that some constraint limits to 0 are not there. */
static void drop_forbidden(const struct ipet *ipet, bool *usable)
{
    for (uint32_t e = 0; e < ipet->edges; e++)
        usable[e] = ipet->edge[e].max > 0;
    for (uint32_t i = 0; i < ipet->loops; i++) {
        const struct ipet_loop *loop = &ipet->loop[i];
        for (uint32_t b = 0; b < loop->backs && loop->iterations == 0; b++)
            usable[loop->back[b]] = false;
    }
    for (uint32_t i = 0; i < ipet->at_mosts; i++) {
        if (ipet->at_most[i].times == 0)
            usable[ipet->at_most[i].edge] = false;
    }
}

/* Marks what can be reached from the nodes on the stack, along or against the edges. */
static void mark(const struct ipet *ipet, const bool *usable, const uint32_t *first,
                 const uint32_t *list, bool along, uint32_t *stack, uint32_t depth, bool *marked)
{
    for (uint32_t i = 0; i < depth; i++)
        marked[stack[i]] = true;
    while (depth) {
        uint32_t node = stack[--depth];
        for (uint32_t i = first[node]; i < first[node + 1]; i++) {
            const struct ipet_edge *edge = &ipet->edge[list[i]];
            uint32_t other = along ? edge->to : edge->from;
            if (usable[list[i]] && !marked[other]) {
                marked[other] = true;
                stack[depth++] = other;
            }
        }
    }
}

/* Keeps the edges between the entry and the exits; returns the marks of such nodes. */
static bool *find_usable(struct arena *arena, const struct ipet *ipet, struct ipet_order *order)
{
    bool *reached = arena_array(arena, ipet->nodes, sizeof *reached);
    bool *leaves = arena_array(arena, ipet->nodes, sizeof *leaves);
    uint32_t *stack = arena_array(arena, (size_t)ipet->nodes + ipet->exits, sizeof *stack);
    drop_forbidden(ipet, order->usable);
    stack[0] = ipet->entry;
    mark(ipet, order->usable, order->out_first, order->out, true, stack, 1, reached);
    for (uint32_t i = 0; i < ipet->exits; i++)
        stack[i] = ipet->exit[i];
    mark(ipet, order->usable, order->in_first, order->in, false, stack, ipet->exits, leaves);
    order->has_path = leaves[ipet->entry];
    for (uint32_t n = 0; n < ipet->nodes; n++)
        leaves[n] &= reached[n];
    for (uint32_t e = 0; e < ipet->edges; e++)
        order->usable[e] &= leaves[ipet->edge[e].from] && leaves[ipet->edge[e].to];
    return leaves;
}

/* Calls back for every pair of an edge and a constraint that limits it. */
static void each_governed(const struct ipet *ipet, void (*fn)(struct peel *, uint32_t, uint32_t),
                          struct peel *peel)
{
    for (uint32_t i = 0; i < ipet->loops; i++) {
        for (uint32_t b = 0; b < ipet->loop[i].backs; b++)
            fn(peel, ipet->loop[i].back[b], i);
    }
    for (uint32_t i = 0; i < ipet->at_mosts; i++)
        fn(peel, ipet->at_most[i].edge, ipet->loops + i);
}

static void count_governor(struct peel *peel, uint32_t edge, uint32_t constraint)
{
    (void)constraint;
    peel->governor_first[edge + 1]++;
}

static void put_governor(struct peel *peel, uint32_t edge, uint32_t constraint)
{
    peel->governor[peel->governor_first[edge]++] = constraint;
}

static void list_governors(struct arena *arena, struct peel *peel)
{
    uint32_t edges = peel->ipet->edges, *first;
    peel->governor_first = first = arena_array(arena, edges + 1u, sizeof *first);
    each_governed(peel->ipet, count_governor, peel);
    for (uint32_t e = 0; e < edges; e++)
        first[e + 1] += first[e];
    peel->governor = arena_array(arena, first[edges], sizeof *peel->governor);
    each_governed(peel->ipet, put_governor, peel);
    memmove(first + 1, first, edges * sizeof *first);
    first[0] = 0;
}

static bool edge_bounded(const struct peel *peel, uint32_t edge)
{
    return !peel->order->usable[edge] || peel->order->cut[edge] ||
           peel->bounded[peel->ipet->edge[edge].from];
}

/* Whether what the constraint refers to is known to be bounded. */
static bool constraint_limits(const struct peel *peel, uint32_t constraint)
{
    const struct ipet *ipet = peel->ipet;
    if (constraint >= ipet->loops)
        return peel->bounded[ipet->at_most[constraint - ipet->loops].node];
    const struct ipet_loop *loop = &ipet->loop[constraint];
    for (uint32_t i = 0; i < loop->entries; i++) {
        if (!edge_bounded(peel, loop->entry[i]))
            return false;
    }
    return true;
}

enum { BY_ITS_OWN_COUNT = UINT32_MAX - 1, BY_NOTHING = UINT32_MAX };

/* A constraint that limits the edge by what is known to be bounded. */
static uint32_t limit_of(const struct peel *peel, uint32_t edge)
{
    for (uint32_t i = peel->governor_first[edge]; i < peel->governor_first[edge + 1]; i++) {
        if (constraint_limits(peel, peel->governor[i]))
            return peel->governor[i];
    }
    return peel->ipet->edge[edge].max == IPET_UNLIMITED ? BY_NOTHING : BY_ITS_OWN_COUNT;
}

static bool limited_by(const struct peel *peel, uint32_t edge, uint32_t constraint)
{
    if (constraint == BY_ITS_OWN_COUNT)
        return peel->ipet->edge[edge].max != IPET_UNLIMITED;
    for (uint32_t i = peel->governor_first[edge]; i < peel->governor_first[edge + 1]; i++) {
        if (peel->governor[i] == constraint)
            return true;
    }
    return false;
}

static bool inside(const struct peel *peel, uint32_t edge, uint32_t region)
{
    const struct ipet_edge *e = &peel->ipet->edge[edge];
    const struct ipet_order *order = peel->order;
    return order->usable[edge] && !order->cut[edge] && peel->region_of[e->from] == region &&
           peel->region_of[e->to] == region;
}

/* A strongly connected part is closed at its first node, and put on the pending ones. */
static void close_part(struct peel *peel, uint32_t node)
{
    peel->begin[peel->pending_parts++] = peel->pending_nodes;
    uint32_t member;
    do {
        member = peel->open[--peel->opened];
        peel->low[member] = UINT32_MAX; /* closed: no edge to it counts any more */
        peel->pending[peel->pending_nodes++] = member;
    } while (member != node);
}

static void open_node(struct peel *peel, uint32_t node)
{
    peel->number[node] = peel->low[node] = ++peel->numbered;
    peel->next[node] = peel->order->out_first[node];
    peel->open[peel->opened++] = node;
}

static void lower(uint32_t *low, uint32_t to)
{
    if (to < *low)
        *low = to;
}

/* Tarjan's algorithm among the nodes of one region: parts come out last one first, as a stack that
 * gives the first one back first wants them. */
static void split_from(struct peel *peel, uint32_t start, uint32_t region)
{
    uint32_t depth = 0;
    peel->stack[depth++] = start;
    open_node(peel, start);
    while (depth) {
        uint32_t node = peel->stack[depth - 1];
        if (peel->next[node] == peel->order->out_first[node + 1]) {
            depth--;
            uint32_t low = peel->low[node];
            if (low == peel->number[node])
                close_part(peel, node);
            else if (depth)
                lower(&peel->low[peel->stack[depth - 1]], low);
            continue;
        }
        uint32_t edge = peel->order->out[peel->next[node]++];
        if (!inside(peel, edge, region))
            continue;
        uint32_t to = peel->ipet->edge[edge].to;
        if (!peel->number[to]) {
            open_node(peel, to);
            peel->stack[depth++] = to;
        } else if (peel->low[to] != UINT32_MAX) {
            lower(&peel->low[node], peel->number[to]);
        }
    }
}

/* Puts the parts of a region (peel->member) on the pending ones. */
static void split(struct peel *peel, uint32_t count, uint32_t region)
{
    for (uint32_t i = 0; i < count; i++)
        peel->number[peel->member[i]] = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!peel->number[peel->member[i]])
            split_from(peel, peel->member[i], region);
    }
}

/* A set of nodes of which only this matters: none, exactly one, or more. */
enum { NO_NODE_YET = UINT32_MAX, SEVERAL_NODES = UINT32_MAX - 1 };

static void add_node(uint32_t *set, uint32_t node)
{
    *set = *set == NO_NODE_YET || *set == node ? node : SEVERAL_NODES;
}

/* What is seen of a region before it is cut. */
struct view {
    uint32_t enter, leave;      /* where ways come in and go out, round trips by cut edges too */
    uint32_t edges, *edge;      /* inside */
    uint32_t constraint;        /* the first one that limits an edge inside */
    bool own_counts;            /* some edge inside is limited by its own count */
};

static void view_node(const struct peel *peel, uint32_t node, uint32_t region, struct view *view)
{
    const struct ipet_order *order = peel->order;
    if (node == peel->ipet->entry)
        add_node(&view->enter, node);
    if (peel->is_exit[node])
        add_node(&view->leave, node);
    for (uint32_t i = order->in_first[node]; i < order->in_first[node + 1]; i++) {
        if (order->usable[order->in[i]] && !inside(peel, order->in[i], region))
            add_node(&view->enter, node);
    }
    for (uint32_t i = order->out_first[node]; i < order->out_first[node + 1]; i++) {
        uint32_t edge = order->out[i];
        if (inside(peel, edge, region))
            view->edge[view->edges++] = edge;
        else if (order->usable[edge])
            add_node(&view->leave, node);
    }
}

static struct view view_region(struct peel *peel, uint32_t count, uint32_t region)
{
    struct view view = {NO_NODE_YET, NO_NODE_YET, 0, peel->inner, BY_NOTHING, false};
    for (uint32_t i = 0; i < count; i++)
        view_node(peel, peel->member[i], region, &view);
    for (uint32_t i = 0; i < view.edges; i++) {
        uint32_t limit = limit_of(peel, view.edge[i]);
        if (limit < view.constraint)
            view.constraint = limit;
        view.own_counts |= peel->ipet->edge[view.edge[i]].max != IPET_UNLIMITED;
    }
    return view;
}

/* Cuts the edges of the constraint that was seen, and keeps a record. */
static void cut_region(struct peel *peel, const struct view *view, uint32_t count)
{
    struct ipet_order *order = peel->order;
    uint32_t *edge = arena_array(peel->arena, view->edges, sizeof *edge), edges = 0;
    bool end_where_ways_enter = true, begin_where_ways_leave = true;
    for (uint32_t i = 0; i < view->edges; i++) {
        const struct ipet_edge *e = &peel->ipet->edge[view->edge[i]];
        if (!limited_by(peel, view->edge[i], view->constraint))
            continue;
        end_where_ways_enter &= e->to == view->enter;
        begin_where_ways_leave &= e->from == view->leave;
        edge[edges++] = view->edge[i];
    }
    for (uint32_t i = 0; i < edges; i++)
        order->cut[edge[i]] = true;
    order->nested &= !view->own_counts && (end_where_ways_enter || begin_where_ways_leave);
    order->cuts = arena_grow(peel->arena, order->cuts, order->cut_count, sizeof *order->cuts);
    order->cuts[order->cut_count++] = (struct ipet_cut){
        view->constraint, order->count, order->count + count, edge, edges};
}

/* Takes the first pending part as a new region; returns how many nodes it has. */
static uint32_t take_part(struct peel *peel)
{
    uint32_t begin = peel->begin[--peel->pending_parts], count = peel->pending_nodes - begin;
    memcpy(peel->member, peel->pending + begin, count * sizeof *peel->member);
    peel->pending_nodes = begin;
    peel->regions++;
    for (uint32_t i = 0; i < count; i++)
        peel->region_of[peel->member[i]] = peel->regions;
    return count;
}

static void peel_all(struct peel *peel)
{
    struct ipet_order *order = peel->order;
    while (peel->pending_parts) {
        uint32_t count = take_part(peel);
        struct view view = view_region(peel, count, peel->regions);
        if (!view.edges) {
            uint32_t node = peel->member[0];
            peel->bounded[node] = true;
            order->position[node] = order->count;
            order->node[order->count++] = node;
            continue;
        }
        if (view.constraint == BY_NOTHING) {
            order->ungoverned = view.edge[0];
            return;
        }
        cut_region(peel, &view, count);
        split(peel, count, peel->regions);
    }
}

static struct peel peel_make(struct arena *arena, const struct ipet *ipet,
                             struct ipet_order *order)
{
    struct peel peel = {.arena = arena, .ipet = ipet, .order = order};
    uint32_t **by_node[] = {&peel.number, &peel.low, &peel.next, &peel.open, &peel.stack,
                            &peel.pending, &peel.begin, &peel.region_of, &peel.member};
    for (size_t i = 0; i < sizeof by_node / sizeof *by_node; i++)
        *by_node[i] = arena_array(arena, ipet->nodes, sizeof(uint32_t));
    peel.inner = arena_array(arena, ipet->edges, sizeof *peel.inner);
    peel.is_exit = arena_array(arena, ipet->nodes, sizeof *peel.is_exit);
    for (uint32_t i = 0; i < ipet->exits; i++)
        peel.is_exit[ipet->exit[i]] = true;
    peel.bounded = arena_array(arena, ipet->nodes, sizeof *peel.bounded);
    list_governors(arena, &peel);
    return peel;
}

struct ipet_order ipet_order_make(struct arena *arena, const struct ipet *ipet)
{
    struct ipet_order order = {.nested = true, .ungoverned = NO_EDGE};
    order.usable = arena_array(arena, ipet->edges, sizeof *order.usable);
    order.cut = arena_array(arena, ipet->edges, sizeof *order.cut);
    order.node = arena_array(arena, ipet->nodes, sizeof *order.node);
    order.position = arena_array(arena, ipet->nodes, sizeof *order.position);
    order.out_first = arena_array(arena, ipet->nodes + 1u, sizeof *order.out_first);
    order.out = edges_at(arena, ipet, true, order.out_first);
    order.in_first = arena_array(arena, ipet->nodes + 1u, sizeof *order.in_first);
    order.in = edges_at(arena, ipet, false, order.in_first);
    const bool *wanted = find_usable(arena, ipet, &order);
    struct peel peel = peel_make(arena, ipet, &order);
    uint32_t count = 0;
    for (uint32_t n = 0; n < ipet->nodes; n++) {
        peel.bounded[n] = !wanted[n];
        if (wanted[n])
            peel.member[count++] = n;
    }
    split(&peel, count, 0);
    peel_all(&peel);
    return order;
}

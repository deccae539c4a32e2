/* SPDX-License-Identifier: Apache-2.0 */
/* ipet.c - the integer program of a path search, for graphs that ipet_nested.c does not decide.
 *
 * The program has a column for each usable edge and for leaving at each exit. A node is passed as
 * often as edges come in, once more if it is the entry; so nodes need no columns and their costs
 * stand on the edges that lead to them. */
#include "bound/engine/ipet.h"

#include "bound/engine/ipet_order.h"

struct search {
    struct arena *arena;
    const struct ipet *ipet;
    struct ipet_order order;
    int64_t *node_count, *edge_count;
};

static enum wc_status too_costly(struct error *err)
{
    return fail(err, WC_BAD_INPUT, "the cost of the longest path exceeds 64 bits");
}

struct program {
    struct ilp ilp;
    uint32_t *column; /* by edge; NO_EDGE when it is not usable */
};

static void add_edge_term(struct program *program, uint32_t row, uint32_t edge, int64_t factor)
{
    if (program->column[edge] != NO_EDGE)
        ilp_add_entry(&program->ilp, row, program->column[edge], factor);
}

/* Columns of edges, and rows of nodes: what comes in goes out, but for the one unit that enters. */
static bool add_flow(struct search *search, struct program *program)
{
    const struct ipet *ipet = search->ipet;
    for (uint32_t n = 0; n < ipet->nodes; n++) {
        int64_t enters = n == ipet->entry;
        ilp_add_row(&program->ilp, -enters, -enters);
    }
    for (uint32_t e = 0; e < ipet->edges; e++) {
        const struct ipet_edge *edge = &ipet->edge[e];
        int64_t cost;
        program->column[e] = NO_EDGE;
        if (!search->order.usable[e])
            continue;
        if (__builtin_add_overflow(edge->cost, ipet->node_cost[edge->to], &cost))
            return false;
        program->column[e] = ilp_add_column(&program->ilp, cost, edge->max);
        add_edge_term(program, edge->to, e, 1);
        add_edge_term(program, edge->from, e, -1);
    }
    for (uint32_t i = 0; i < ipet->exits; i++)
        ilp_add_entry(&program->ilp, ipet->exit[i], ilp_add_column(&program->ilp, 0, 1), -1);
    return true;
}

static void add_loop(struct program *program, const struct ipet_loop *loop)
{
    uint32_t row = ilp_add_row(&program->ilp, ILP_NO_LOW, loop->at_start ? loop->iterations : 0);
    for (uint32_t i = 0; i < loop->backs; i++)
        add_edge_term(program, row, loop->back[i], 1);
    for (uint32_t i = 0; i < loop->entries; i++)
        add_edge_term(program, row, loop->entry[i], -loop->iterations);
}

static void add_at_max(const struct search *search, struct program *program,
                        const struct ipet_at_most *max)
{
    const struct ipet_order *order = &search->order;
    bool at_entry = max->node == search->ipet->entry;
    uint32_t row = ilp_add_row(&program->ilp, ILP_NO_LOW, at_entry ? max->times : 0);
    add_edge_term(program, row, max->edge, 1);
    for (uint32_t i = order->in_first[max->node]; i < order->in_first[max->node + 1]; i++)
        add_edge_term(program, row, order->in[i], -max->times);
}

static bool make_program(struct search *search, struct program *program)
{
    const struct ipet *ipet = search->ipet;
    *program = (struct program){.ilp.arena = search->arena};
    program->column = arena_array(search->arena, ipet->edges, sizeof *program->column);
    if (!add_flow(search, program))
        return false;
    for (uint32_t i = 0; i < ipet->loops; i++)
        add_loop(program, &ipet->loop[i]);
    for (uint32_t i = 0; i < ipet->at_mosts; i++)
        add_at_max(search, program, &ipet->at_most[i]);
    return true;
}

static void read_counts(struct search *search, const struct program *program, const int64_t *x)
{
    const struct ipet *ipet = search->ipet;
    for (uint32_t n = 0; n < ipet->nodes; n++)
        search->node_count[n] = n == ipet->entry;
    for (uint32_t e = 0; e < ipet->edges; e++) {
        search->edge_count[e] = program->column[e] == NO_EDGE ? 0 : x[program->column[e]];
        search->node_count[ipet->edge[e].to] += search->edge_count[e];
    }
}

static enum wc_status solve_program(struct error *err, struct search *search,
                                    struct ilp_solver *solver, struct ipet_answer *answer)
{
    struct program program;
    struct ilp_answer best;
    if (!make_program(search, &program))
        return too_costly(err);
    enum wc_status status = ilp_solve(err, solver, &program.ilp, &best);
    if (status != WC_OK)
        return status;
    answer->solved = true;
    if (best.outcome == ILP_UNBOUNDED)
        return fail(err, WC_INTERNAL, "the solver found a graph unbounded whose loops all have "
                    "bounds");
    if (best.outcome == ILP_INFEASIBLE) {
        answer->outcome = IPET_NO_PATH;
        return WC_OK;
    }
    int64_t entry = search->ipet->node_cost[search->ipet->entry];
    if (__builtin_add_overflow(best.bound, entry, &answer->cost) ||
        __builtin_add_overflow(best.objective, entry, &answer->attained))
        return too_costly(err);
    read_counts(search, &program, best.x);
    return WC_OK;
}

enum wc_status ipet_solve(struct error *err, struct arena *arena, struct ilp_solver *solver,
                          const struct ipet *ipet, struct ipet_answer *answer)
{
    struct search search = {.arena = arena, .ipet = ipet, .order = ipet_order_make(arena, ipet)};
    search.node_count = arena_array(arena, ipet->nodes, sizeof *search.node_count);
    search.edge_count = arena_array(arena, ipet->edges, sizeof *search.edge_count);
    *answer = (struct ipet_answer){.node_count = search.node_count,
                                   .edge_count = search.edge_count,
                                   .ungoverned = search.order.ungoverned};
    if (!search.order.has_path) {
        answer->outcome = IPET_NO_PATH;
        return WC_OK;
    }
    if (search.order.ungoverned != NO_EDGE) {
        answer->outcome = IPET_UNGOVERNED;
        return WC_OK;
    }
    switch (ipet_nested_path(arena, ipet, &search.order, search.node_count, search.edge_count,
                             &answer->cost)) {
    case NESTED_FOUND: answer->attained = answer->cost; return WC_OK;
    case NESTED_TOO_COSTLY: return too_costly(err);
    case NESTED_UNDECIDED: break;
    }
    return solve_program(err, &search, solver, answer);
}

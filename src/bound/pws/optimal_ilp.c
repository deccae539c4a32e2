/* SPDX-License-Identifier: Apache-2.0 */
/* optimal_ilp.c - the smallest worst case as an integer program.
 *
 * Each branch, loop and list has a column for its cost y and one for its contexts k; each
 * candidate has a column s, 1 when it is split. The engine maximises: the objective is minus the
 * cost of the whole. With t and e for both sides, U for costs without any split:
 *
 *     y >= own + y_t + (e_s + e_m) s       y >= own + y_e + (e_s + e_m) s
 *     y >= own + y_t + y_e - min(U_t, U_e) s
 *     k >= k_t      k >= k_e      k >= k_t + k_e + s - S (1 - s)
 *
 * For s = 0 they say serial, and the last one nothing, since no k exceeds S. For s = 1 they say
 * split: no optimum has a side above its U, so the third is no more than the first two. */
#include "bound/pws/optimal.h"

struct program {
    struct ilp ilp;
    const struct optimal_question *question;
    const bool *none;  /* the choice of no split */
    uint32_t *split;   /* by branch: its column */
};

/* Columns of a list: cost and contexts. */
struct columns {
    uint32_t cost, need;
};

static void add(struct program *program, uint32_t row, uint32_t column, int64_t factor)
{
    ilp_add_entry(&program->ilp, row, column, factor);
}

/* of >= this + more + constant, as a row to which more can be added. */
static uint32_t at_least(struct program *program, uint32_t of, uint32_t this, int64_t constant)
{
    uint32_t row = ilp_add_row(&program->ilp, constant, ILP_NO_HIGH);
    add(program, row, of, 1);
    add(program, row, this, -1);
    return row;
}

static struct columns new_columns(struct program *program, int64_t unsplit)
{
    return (struct columns){ilp_add_column(&program->ilp, 0, unsplit),
                            ilp_add_column(&program->ilp, 0, program->question->contexts)};
}

static int64_t unsplit_cost(const struct program *program, const struct structure *list)
{
    return choice_cost(list, program->none, 0);
}

static void add_serial(struct program *program, const struct structure *branch,
                       struct columns whole, const struct columns *side)
{
    int64_t own = branch->block.cost + branch->serial.cost;
    uint32_t row = at_least(program, whole.cost, side[SIDE_THEN].cost, own);
    add(program, row, side[SIDE_ELSE].cost, -1);
    if (!program->question->candidate[branch->branch])
        return;
    int64_t then = unsplit_cost(program, branch->side[SIDE_THEN]);
    int64_t other = unsplit_cost(program, branch->side[SIDE_ELSE]);
    add(program, row, program->split[branch->branch], then < other ? then : other);
}

static void add_split(struct program *program, const struct structure *branch,
                      struct columns whole, const struct columns *side)
{
    int64_t own = branch->block.cost + branch->serial.cost;
    int64_t contexts = program->question->contexts;
    uint32_t split = ilp_add_column(&program->ilp, 0, 1);
    program->split[branch->branch] = split;
    for (int s = 0; s < SIDES; s++) {
        uint32_t row = at_least(program, whole.cost, side[s].cost, own);
        add(program, row, split, -program->question->split_cost);
    }
    uint32_t row = at_least(program, whole.need, side[SIDE_THEN].need, -contexts);
    add(program, row, side[SIDE_ELSE].need, -1);
    add(program, row, split, -contexts - 1);
}

static struct columns add_list(struct program *program, const struct structure *list);

static void add_part(struct program *program, const struct structure *part, struct columns whole)
{
    struct columns side[SIDES];
    for (int s = 0; s < SIDES; s++) {
        side[s] = add_list(program, part->side[s]);
        at_least(program, whole.need, side[s].need, 0);
    }
    switch (part->kind) {
    case STRUCTURE_BLOCK: break; /* a constant of its list */
    case STRUCTURE_UNIFORM:
        for (int s = 0; s < SIDES; s++)
            at_least(program, whole.cost, side[s].cost, part->block.cost);
        break;
    case STRUCTURE_LOOP: {
        uint32_t row = at_least(program, whole.cost, side[SIDE_BODY].cost, 0);
        add(program, row, side[SIDE_BODY].cost, 1 - part->bound);
        break;
    }
    case STRUCTURE_DIVERGENT:
        if (program->question->candidate[part->branch])
            add_split(program, part, whole, side);
        add_serial(program, part, whole, side);
        break;
    }
}

/* The list's cost is the sum of its parts, its contexts the max. */
static struct columns add_list(struct program *program, const struct structure *list)
{
    struct columns whole = new_columns(program, unsplit_cost(program, list));
    uint32_t sum = ilp_add_row(&program->ilp, 0, ILP_NO_HIGH);
    add(program, sum, whole.cost, 1);
    for (; list; list = list->next) {
        if (list->kind == STRUCTURE_BLOCK) {
            program->ilp.row[sum].low += list->block.cost;
            continue;
        }
        struct structure alone = *list;
        alone.next = NULL;
        struct columns part = new_columns(program, unsplit_cost(program, &alone));
        add(program, sum, part.cost, -1);
        at_least(program, whole.need, part.need, 0);
        add_part(program, list, part);
    }
    return whole;
}

static void read_choice(const struct program *program, const int64_t *x,
                        struct split_choice *choice)
{
    const struct optimal_question *question = program->question;
    for (uint32_t i = 0; i < question->graph->branches; i++) {
        choice->split[i] = question->candidate[i] && x[program->split[i]];
        choice->count += choice->split[i];
    }
    choice->contexts = choice_need(question->graph->program, choice->split);
}

enum wc_status optimal_by_ilp(struct error *err, struct arena *arena, struct ilp_solver *solver,
                              const struct optimal_question *question, struct split_choice *choice,
                              int64_t *cost)
{
    const struct split_graph *graph = question->graph;
    struct program program = {
        .ilp.arena = arena,
        .question = question,
        .none = choice_none(arena, graph->branches).split,
        .split = arena_array(arena, graph->branches, sizeof *program.split),
    };
    struct ilp_answer answer;
    enum wc_status status = split_graph_check_cost(err, graph, question->split_cost);
    if (status != WC_OK)
        return status;
    struct columns whole = add_list(&program, graph->program);
    program.ilp.column[whole.cost].objective = -1;
    status = ilp_solve(err, solver, &program.ilp, &answer);
    if (status != WC_OK)
        return status;
    if (answer.outcome != ILP_SOLVED)
        return fail(err, WC_INTERNAL, "the solver finds no choice of splits, though none is one");
    *choice = choice_none(arena, graph->branches);
    read_choice(&program, answer.x, choice);
    *cost = choice_cost(graph->program, choice->split, question->split_cost);
    if (choice->contexts > question->contexts || *cost > -answer.objective)
        return fail(err, WC_INTERNAL, "the solver's choice of splits does not keep its program");
    return WC_OK;
}

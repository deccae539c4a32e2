/* SPDX-License-Identifier: Apache-2.0 */
/* explain.c - shares of instructions in the terms of a bound.
 *
 * Terms are made of sums over all warps; an instruction's share is its part of such a sum. Waiting
 * is of one chain: its shares are by what the instructions of all warps wait, also for their
 * operands. */
#include "bound/fermi/explain.h"

static const char *const terms[EXPLAIN_TERMS_MAX] = {
    [SHARE_ISSUE] = "issue", [SHARE_FETCH] = "fetch", [SHARE_ROWS] = "rows", [SHARE_L1] = "l1",
    [SHARE_MEMORY] = "memory", [SHARE_WAITING] = "waiting",
};

/* What is executed at the beginning of a loop and does not enter it goes round; lanes that part in
 * the loop go round each by itself, and count as if they had entered it so. */
static uint64_t rounds_of(const struct fermi_shares *shares)
{
    const uint64_t visits = shares->visits, entries = shares->entries;
    if (!entries || visits <= entries)
        return 0;
    return (uint64_t)((unsigned __int128)shares->of[SHARE_ISSUE] * (visits - entries) / visits);
}

/* Branches back to a loop get no count of their own: several sides may come to one round. */
static void read_loops(const struct program *program, const struct fermi_shares *shares,
                       uint32_t index, struct explain_cost *cost)
{
    const int32_t target = program->insns[index].target;
    cost->rounds = rounds_of(&shares[index]);
    cost->away = target >= 0 && shares[target].entries ? 0 : cost->executions;
}

static void read_costs(const struct program *program, const struct fermi_shares *shares,
                       struct explain_cost *costs)
{
    for (uint32_t i = 0; i < program->count; i++) {
        costs[i].executions = shares[i].of[SHARE_ISSUE];
        for (unsigned k = 0; k < FERMI_SHARES; k++)
            costs[i].cycles[k] = shares[i].of[k];
        read_loops(program, shares, i, &costs[i]);
    }
}

struct explanation *fermi_explain(struct arena *arena, const struct fermi_tally *tally,
                                  const struct term *tree)
{
    const struct program *program = tally->fermi->run.launch->program;
    struct arena work = {0};
    struct explain_cost *costs = arena_array(&work, program->count + 1, sizeof *costs);
    uint64_t rest[FERMI_SHARES];
    read_costs(program, tally->shares, costs);
    for (unsigned k = 0; k < FERMI_SHARES; k++)
        rest[k] = explain_divide(costs, program->count, k, term_find(tree, terms[k])->value);
    struct explanation *e = explain_program(arena, program, terms, costs);
    for (unsigned k = 0; k < FERMI_SHARES; k++)
        explain_shared(arena, e, "remainders of shares", terms[k], rest[k]);
    explain_shared(arena, e, "the end of the launch", "end", term_find(tree, "end")->value);
    arena_free(&work);
    return e;
}

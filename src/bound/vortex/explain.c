/* SPDX-License-Identifier: Apache-2.0 */
/* explain.c - profiles of cores become the terms of a bound; what is left is shared. */
#include "bound/vortex/explain.h"

#include <string.h>

enum { TERM_WAITING = WORK_KINDS };

/* What instructions cost, in the order of enum work_kind. */
static const char *const terms[EXPLAIN_TERMS_MAX] = {
    [WORK_INSTRUCTIONS] = "instructions", [WORK_NOPS] = "nops", [WORK_FETCH] = "fetches",
    [WORK_UNITS] = "units", [WORK_LSU] = "lsu", [WORK_DRAM] = "dram", [TERM_WAITING] = "waiting",
};

/* Cores share memory: its work counts for all of them. */
static bool counts(unsigned kind, bool is_slowest)
{
    return is_slowest || kind == WORK_LSU || kind == WORK_DRAM;
}

static void add_work(struct explain_cost *costs, const struct profile *profile, bool is_slowest)
{
    for (uint32_t i = 0; i < profile->count; i++) {
        const struct profile_share *share = &profile->share[profile->touched[i]];
        struct explain_cost *cost = &costs[share->index];
        cost->executions += share->executions;
        cost->away += share->away;
        cost->rounds += share->rounds;
        for (unsigned kind = 0; kind < WORK_KINDS; kind++)
            cost->cycles[kind] += counts(kind, is_slowest) ? share->work.cycles[kind] : 0;
    }
}

static void add_waiting(struct explain_cost *costs, const struct profile *profile)
{
    for (uint32_t i = 0; i < profile->count; i++) {
        const struct profile_share *share = &profile->share[profile->touched[i]];
        costs[share->index].cycles[TERM_WAITING] += share->waiting;
    }
}

/* What the instructions do not cost: whole terms, and parts of one. */
static const struct {
    const char *term, *part; /* part NULL: the whole term */
    const char *row;
} shared[] = {
    {"starts", NULL, "starts of warps"},
    {"code", NULL, "first misses of code lines"},
    {"dram", "code", "first misses of code lines"},
    {"data", NULL, "misses of data lines that many accesses share"},
    {"dram", "data", "misses of data lines that many accesses share"},
};

static const char *const other_rows[PROFILE_OTHERS] = {
    [PROFILE_STARTS] = "starts of warps",
    [PROFILE_ENDS] = "code fetched after the ends of warps",
    [PROFILE_SEARCH] = "worst paths of regions: proved limit above the path found",
};

static const struct term *child(const struct term *parent, const char *name)
{
    const struct term *term = parent->first;
    while (term && strcmp(term->as.name, name) != 0)
        term = term->next;
    return term;
}

static void add_shared(struct arena *arena, struct explanation *e, const struct term *tree)
{
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        const struct term *term = child(tree, shared[i].term);
        if (term && shared[i].part)
            term = child(term, shared[i].part);
        explain_shared(arena, e, shared[i].row, shared[i].term, term ? term->value : 0);
    }
}

static void add_others(struct arena *arena, struct explanation *e,
                       const struct explain_cost *others)
{
    for (unsigned i = 0; i < PROFILE_OTHERS; i++) {
        for (unsigned t = 0; t <= TERM_WAITING; t++)
            explain_shared(arena, e, other_rows[i], terms[t], others[i].cycles[t]);
    }
}

struct explanation *vortex_explain(struct arena *arena, const struct tally *tally,
                                   const struct core_tally *slowest, const struct term *tree)
{
    struct arena work = {0};
    const uint32_t count = tally->program->count, cores = tally->costs->vortex->numbers.cores;
    struct explain_cost *costs = arena_array(&work, count + PROFILE_OTHERS, sizeof *costs);
    struct profile *chain = profile_new(&work, count);
    for (uint32_t i = 0; i < cores; i++)
        add_work(costs, tally->cores[i].profile, &tally->cores[i] == slowest);
    phases_profile(&slowest->phases, chain);
    add_waiting(costs, chain);
    struct explanation *e = explain_program(arena, tally->program, terms, costs);
    add_others(arena, e, &costs[count]);
    add_shared(arena, e, tree);
    arena_free(&work);
    return e;
}

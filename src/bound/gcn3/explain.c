/* SPDX-License-Identifier: Apache-2.0 */
/* explain.c - shares of instructions in the terms of a bound.
 *
 * Terms are made of the sums of wavefronts, so an instruction's share is by its part of such a sum:
 * executions times slots, lines or latency. What does not divide is a row of its own. */
#include "bound/gcn3/explain.h"

/* Terms that instructions cause, and those that no line causes alone. */
enum { SHARE_SIMD, SHARE_UNITS, SHARE_LDS, SHARE_L1, SHARE_FETCH, SHARE_SCALARS, SHARE_L2,
       SHARE_DRAM, SHARE_WAITING, SHARE_SPLITS, SHARES };

static const char *const terms[EXPLAIN_TERMS_MAX] = {
    [SHARE_SIMD] = "simd", [SHARE_UNITS] = "units", [SHARE_LDS] = "lds", [SHARE_L1] = "l1",
    [SHARE_FETCH] = "fetch", [SHARE_SCALARS] = "scalars", [SHARE_L2] = "l2",
    [SHARE_DRAM] = "dram", [SHARE_WAITING] = "waiting", [SHARE_SPLITS] = "splits",
};

static const struct {
    const char *term, *row;
} shared[] = {
    {"code", "first misses of code lines"},
    {"starts", "starts of work-groups"},
};

/* ---- what one execution takes ---- */

static void weigh_memory(const struct gcn3_costs *c, const struct insn *insn, uint8_t unit,
                         const struct gcn3_widest *widest, uint64_t *weight)
{
    const bool vector = unit == GCN3_UNIT_VMEM;
    weight[SHARE_UNITS] = c->turn + widest->lines;
    weight[SHARE_LDS] = widest->transactions;
    weight[SHARE_L1] = vector && insn->flags & INSN_LOAD ? widest->lines : 0;
    weight[SHARE_SCALARS] = vector ? 0 : widest->lines;
    weight[SHARE_L2] = weight[SHARE_DRAM] = widest->lines;
    weight[SHARE_WAITING] = vector ? c->vector
                            : unit == GCN3_UNIT_SMEM ? c->scalar
                                                     : c->clock->lds.times[SHAREDMEM_LOAD].fixed;
}

static void weigh(const struct gcn3_costs *c, const struct gcn3_program *p, uint32_t index,
                  const struct gcn3_widest *widest, uint64_t *weight)
{
    const struct insn *insn = &p->program->insns[index];
    const uint8_t unit = p->info[index].unit;
    weight[SHARE_FETCH] = insn->op ? gcn3_of(insn)->bytes : 4;
    weight[SHARE_WAITING] = c->turn;
    weight[SHARE_SPLITS] = p->info[index].may_split;
    if (unit == GCN3_UNIT_VMEM || unit == GCN3_UNIT_LDS || unit == GCN3_UNIT_SMEM)
        weigh_memory(c, insn, unit, widest, weight);
    else if (unit == GCN3_UNIT_VALU)
        weight[SHARE_SIMD] =
            gcn3_turns(c, c->clock->valu[insn->timing].passes);
    else
        weight[SHARE_SIMD] = c->turn;
}

/* ---- shares ---- */

struct explanation *gcn3_explain(struct arena *arena, const struct gcn3_program *p,
                                 const struct gcn3_sum *sum, const struct gcn3_widest *widest,
                                 const struct term *tree)
{
    const uint32_t count = p->program->count;
    struct arena work = {0};
    struct explain_cost *costs = arena_array(&work, count, sizeof *costs);
    uint64_t rest[SHARES] = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (i - p->first >= p->count)
            continue;
        costs[i].executions = sum->runs[i - p->first];
        costs[i].away = sum->runs[p->count + i - p->first];
        weigh(sum->costs, p, i, &widest[i], costs[i].cycles);
        for (unsigned k = 0; k < SHARES; k++)
            costs[i].cycles[k] *= costs[i].executions;
    }
    for (unsigned k = 0; k < SHARES; k++) {
        const struct term *term = term_find(tree, terms[k]);
        rest[k] = explain_divide(costs, count, k, term ? term->value : 0);
    }
    struct explanation *e = explain_program(arena, p->program, terms, costs);
    for (unsigned k = 0; k < SHARES; k++)
        explain_shared(arena, e, "remainders of shares", terms[k], rest[k]);
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        explain_shared(arena, e, shared[i].row, shared[i].term,
                       term_find(tree, shared[i].term)->value);
    arena_free(&work);
    return e;
}

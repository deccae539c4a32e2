/* SPDX-License-Identifier: Apache-2.0 */
/* watch.c - counting in a run, and comparing. */
#include "bound/gcn3/watch.h"

struct gcn3_seen {
    uint64_t quantity[QUANTITIES];
    uint64_t *runs;
    struct gcn3_widest *widest;
    uint64_t waves, misses, alone;
    /* Of the access that is about to be reported as issued. */
    uint32_t lines, transactions;
};

static void raise_to(uint32_t *a, uint32_t b)
{
    *a = *a > b ? *a : b;
}

static struct gcn3_watch *watch_of(struct observer *observer)
{
    return (struct gcn3_watch *)observer;
}

static void begin(struct gcn3_watch *w)
{
    w->seen = arena_alloc(w->arena, sizeof *w->seen);
    w->seen->runs = arena_array(w->arena, w->program->count, sizeof *w->seen->runs);
    w->seen->widest = arena_array(w->arena, w->program->count, sizeof *w->seen->widest);
}

static void count_fetch(struct gcn3_watch *w, const struct event *event)
{
    w->seen->quantity[QUANTITY_FETCHES]++;
    w->seen->misses += event->fetched;
}

static void count_request(struct gcn3_watch *w, const struct event *event)
{
    struct gcn3_seen *seen = w->seen;
    if (event->space == SPACE_LOCAL) {
        seen->transactions += event->count;
        return;
    }
    seen->lines++;
    seen->alone = seen->alone > event->alone ? seen->alone : event->alone;
}

/* ---- an instruction ---- */

static enum gcn3_quantity lines_of(const struct insn *insn)
{
    const bool atomic = insn->flags & INSN_ATOMIC, store = insn->flags & INSN_STORE && !atomic;
    if (gcn3_unit_of(insn) == GCN3_UNIT_SMEM)
        return store ? QUANTITY_SCALAR_STORES : QUANTITY_SCALARS;
    return store ? QUANTITY_STORES
                 : atomic || gcn3_of(insn)->glc ? QUANTITY_DIRECT : QUANTITY_LOADS;
}

/* Cycles for which its unit accepts no other instruction, waits aside. */
static void count_unit(struct gcn3_watch *w, const struct insn *insn)
{
    const struct gcn3_costs *c = &w->costs;
    uint64_t *quantity = w->seen->quantity;
    switch (gcn3_unit_of(insn)) {
    case GCN3_UNIT_VALU:
        quantity[QUANTITY_VALU] +=
            gcn3_turns(c, c->clock->valu[insn->timing].passes);
        break;
    case GCN3_UNIT_SALU: quantity[QUANTITY_SALU] += c->turn; break;
    case GCN3_UNIT_BRANCH: quantity[QUANTITY_BRANCH] += c->turn; break;
    case GCN3_UNIT_INTERNAL: quantity[QUANTITY_INTERNAL] += c->turn; break;
    case GCN3_UNIT_VMEM:
        quantity[QUANTITY_VMEM] += w->seen->lines ? w->seen->lines : 1;
        break;
    case GCN3_UNIT_SMEM:
        quantity[QUANTITY_SMEM] += w->seen->lines ? w->seen->lines : 1;
        break;
    default: quantity[QUANTITY_LDS]++;
    }
}

static void count_issue(struct gcn3_watch *w, const struct event *event)
{
    struct gcn3_seen *seen = w->seen;
    const struct insn *insn = event->insn;
    const uint32_t index = (uint32_t)(insn - w->program->insns);
    seen->runs[index]++;
    seen->quantity[QUANTITY_INSTRUCTIONS]++;
    raise_to(&seen->widest[index].lines, seen->lines);
    raise_to(&seen->widest[index].transactions, seen->transactions);
    seen->quantity[QUANTITY_TRANSACTIONS] += seen->transactions;
    if (seen->lines)
        seen->quantity[lines_of(insn)] += seen->lines;
    count_unit(w, insn);
    seen->lines = seen->transactions = 0;
}

static void see(struct observer *observer, const struct event *event)
{
    struct gcn3_watch *w = watch_of(observer);
    switch (event->kind) {
    case EVENT_LAUNCH: begin(w); break;
    case EVENT_START: w->seen->waves++; break;
    case EVENT_FETCH: count_fetch(w, event); break;
    case EVENT_MEMORY: count_request(w, event); break;
    case EVENT_ISSUE: count_issue(w, event); break;
    case EVENT_SPLIT: w->seen->quantity[QUANTITY_SPLITS]++; break;
    case EVENT_MERGE: w->seen->quantity[QUANTITY_MERGES]++; break;
    default: break;
    }
}

/* ---- comparing ---- */

static void compare_instructions(struct gcn3_watch *w, struct expectations *out)
{
    for (uint32_t i = 0; i < w->program->count; i++) {
        const struct gcn3_widest *predicted = &w->widest[i], *seen = &w->seen->widest[i];
        if (!w->runs[i] && !w->seen->runs[i])
            continue;
        const char *name = bound_place(out->arena, w->program, i);
        expectations_add(out, (struct expectation){"executions", name, NULL, w->runs[i],
                                                   w->seen->runs[i]});
        if (predicted->lines || seen->lines)
            expectations_add(out, (struct expectation){"lines of an access", name, NULL,
                                                       predicted->lines, seen->lines});
        if (predicted->transactions || seen->transactions)
            expectations_add(out, (struct expectation){"LDS transactions of an access", name, NULL,
                                                       predicted->transactions,
                                                       seen->transactions});
    }
}

static void compare(struct bound_watch *watch, struct expectations *out)
{
    struct gcn3_watch *w = (struct gcn3_watch *)watch;
    const struct gcn3_costs *c = &w->costs;
    const uint64_t caches = (c->machine->numbers.cus + c->clock->cache_cus - 1) /
                            c->clock->cache_cus;
    const uint64_t latency = (c->vector > c->scalar ? c->vector : c->scalar) + c->dram;
    compare_instructions(w, out);
    for (uint32_t i = 0; i < QUANTITIES; i++)
        expectations_add(out, (struct expectation){"work", gcn3_quantity_name(i), NULL,
                                                   w->quantity[i], w->seen->quantity[i]});
    expectations_add(out, (struct expectation){"starts", "wavefronts and their parts", NULL,
                                               w->waves + w->quantity[QUANTITY_SPLITS],
                                               w->seen->waves});
    expectations_add(out, (struct expectation){"latency", "an access in idle memory", NULL,
                                               latency, w->seen->alone});
    if (c->code_stays)
        expectations_add(out, (struct expectation){"misses", "instruction caches", NULL,
                                                   c->code_lines * caches, w->seen->misses});
}

struct gcn3_watch *gcn3_watch_new(struct arena *arena, const struct gcn3_program *program,
                                  const struct gcn3_sum *sum, const struct gcn3_widest *widest,
                                  const struct term *tree)
{
    struct gcn3_watch *w = arena_alloc(arena, sizeof *w);
    const uint32_t count = program->program->count;
    *w = (struct gcn3_watch){.watch = {.observer = {see}, .compare = compare}, .arena = arena,
                             .program = program->program, .costs = *sum->costs,
                             .waves = sum->wave_count, .cycles = tree->value};
    w->runs = arena_array(arena, count, sizeof *w->runs);
    w->widest = arena_array(arena, count, sizeof *w->widest);
    for (uint32_t i = 0; i < program->count; i++) {
        w->runs[program->first + i] = sum->runs[i];
        w->widest[program->first + i] = widest[program->first + i];
    }
    for (uint32_t i = 0; i < QUANTITIES; i++)
        w->quantity[i] = sum->quantity[i];
    begin(w);
    return w;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* watch.c - counting in a run, and comparing. */
#include "bound/sim_d/watch.h"

#include "bound/sim_d/pattern_watch.h"
#include "bound/sim_d/strides.h"
#include "machine/common/observer.h"
#include "machine/sim_d/clock.h"
#include "machine/sim_d/closed_form.h"

/* By instruction. */
struct figures {
    uint64_t executions;
    uint64_t compute; /* the longest compute phase that ends with it */
    uint64_t access;  /* a request's longest time, without refreshes */
    uint64_t others;  /* executions that set a stride register to another value than annotated */
};

struct slot {
    uint32_t last;     /* instruction that was issued last */
    uint64_t waited;   /* in this phase, for the compute unit */
    uint64_t requests; /* of this work-group */
};

/* DRAM, and the scratchpad of each slot; with the policy "as access" all are the first one. */
enum { DRAM, PADS, RESOURCES = PADS + SIM_D_SLOTS };

struct sim_d_watch {
    struct bound_watch watch; /* first */
    struct arena *arena;
    const struct program *program;
    struct sim_d_memory_numbers memory;
    uint64_t groups, requests; /* predicted; of one work-group */
    uint64_t refresh;          /* cycles that one refresh adds to a request at most */
    const struct sas_bound **value; /* by instruction: '#bound value', if the bound assumes it */
    struct sim_d_pattern_watch *patterns; /* of annotated branches, or NULL */
    struct figures *predicted, *seen;
    struct slot slot[SIM_D_SLOTS];
    cycle_t free[RESOURCES]; /* when its latest request was complete */
    cycle_t dram_start;      /* of the latest request to DRAM */
    uint64_t groups_seen, requests_seen;
};

static void raise_to(uint64_t *a, uint64_t b)
{
    *a = *a > b ? *a : b;
}

/* ---- a run ---- */

static void begin(struct sim_d_watch *w)
{
    w->seen = arena_array(w->arena, w->program->count, sizeof *w->seen);
    w->groups_seen = w->requests_seen = w->dram_start = 0;
    for (unsigned i = 0; i < RESOURCES; i++)
        w->free[i] = 0;
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++)
        w->slot[i] = (struct slot){0};
}

static void start_group(struct sim_d_watch *w, uint32_t slot)
{
    w->groups_seen++;
    w->slot[slot] = (struct slot){0};
    if (w->patterns)
        sim_d_pattern_watch_start(w->patterns, slot);
}

/* Instructions of a work-group that has no lane enabled only take their time. */
static void count_issue(struct sim_d_watch *w, const struct event *event)
{
    const struct insn *insns = w->program->insns;
    if (event->insn < insns || event->insn >= insns + w->program->count)
        return; /* an injected pop */
    uint32_t index = (uint32_t)(event->insn - insns);
    if (event->other == 0 && event->count)
        w->seen[index].executions++;
    if (w->value[index] && event->count)
        w->seen[index].others +=
            event->total != (w->value[index]->value & SIM_D_STRIDE_MASK);
    if (event->count)
        w->slot[event->core].last = index;
    if (event->count && w->patterns)
        sim_d_pattern_watch_step(w->patterns, event->core, index, event->total);
}

/* Refreshes that have fallen due up to this compute cycle (SIMD-44). */
static uint64_t due(const struct sim_d_watch *w, cycle_t cycle)
{
    const struct ddr4_numbers *dram = w->memory.dram;
    const cycle_t dc = sim_d_in_compute_cycles(cycle, w->memory.compute_mhz, dram->mhz);
    return (w->memory.refresh_phase + dc + 1) / dram->refi;
}

/* No refresh is sent within a request. Those that delay this one have fallen due since the request
 * to DRAM before it was taken, at most 3 cycles before its write-back. */
static uint64_t refresh_cycles(struct sim_d_watch *w, cycle_t start, cycle_t end)
{
    enum { SENT_EARLY = 3 };
    const cycle_t from = w->dram_start > SENT_EARLY ? w->dram_start - SENT_EARLY : 0;
    w->dram_start = start;
    return w->refresh * (due(w, end) - (from ? due(w, from) : 0));
}

/* From write-back, or from the completion of the request before it on its resource
 * (request_cost.h). */
static uint64_t request_time(struct sim_d_watch *w, const struct event *event)
{
    const bool pad = event->phase == PHASE_SCRATCHPAD;
    cycle_t *free = &w->free[pad && !w->memory.one_access ? PADS + event->core : DRAM];
    const cycle_t start = later(event->cycle, *free), cycles = event->until - start;
    const uint64_t refreshes = pad ? 0 : refresh_cycles(w, start, event->until);
    *free = event->until;
    return cycles > refreshes ? cycles - refreshes : 0;
}

static void end_phase(struct sim_d_watch *w, const struct event *event)
{
    struct slot *slot = &w->slot[event->core];
    struct figures *seen = &w->seen[slot->last];
    if (event->phase == PHASE_COMPUTE) {
        raise_to(&seen->compute, event->until - event->cycle - slot->waited);
    } else {
        raise_to(&seen->access, request_time(w, event));
        raise_to(&w->requests_seen, ++slot->requests);
    }
    slot->waited = 0;
}

static void see(struct observer *observer, const struct event *event)
{
    struct sim_d_watch *w = (struct sim_d_watch *)observer;
    switch (event->kind) {
    case EVENT_LAUNCH: begin(w); break;
    case EVENT_START: start_group(w, event->core); break;
    case EVENT_ISSUE: count_issue(w, event); break;
    case EVENT_STALL:
        if (event->reason == STALL_NOT_SELECTED)
            w->slot[event->core].waited += event->until - event->cycle;
        break;
    case EVENT_PHASE: end_phase(w, event); break;
    default: break;
    }
}

/* ---- comparing ---- */

static void compare_instruction(struct sim_d_watch *w, uint32_t index, struct expectations *out)
{
    const struct figures *predicted = &w->predicted[index], *seen = &w->seen[index];
    const char *name = bound_place(out->arena, w->program, index);
    if (predicted->executions || seen->executions)
        expectations_add(out, (struct expectation){"executions", name, NULL,
                                                   predicted->executions, seen->executions});
    if (predicted->compute || seen->compute)
        expectations_add(out, (struct expectation){"cycles of a compute phase", name, NULL,
                                                   predicted->compute, seen->compute});
    if (w->value[index])
        expectations_add(out, (struct expectation){
            "executions with another value than its '#bound value'", name, NULL, 0, seen->others,
            .stated = true});
    if (predicted->access || seen->access)
        expectations_add(out, (struct expectation){"cycles of a request", name, NULL,
                                                   predicted->access, seen->access});
}

/* A work-group may deviate and still do no more than predicted: then the bound covers it. */
static void compare_patterns(struct sim_d_watch *w, struct expectations *out)
{
    if (!w->patterns || !expectations_exceeded(out))
        return;
    for (uint32_t i = 0; i < w->program->count; i++)
        sim_d_pattern_watch_compare(w->patterns, i, out);
}

static void compare(struct bound_watch *watch, struct expectations *out)
{
    struct sim_d_watch *w = (struct sim_d_watch *)watch;
    for (uint32_t i = 0; i < w->program->count; i++)
        compare_instruction(w, i, out);
    expectations_add(out, (struct expectation){"starts", "work-groups", NULL, w->groups,
                                               w->groups_seen});
    expectations_add(out, (struct expectation){"requests", "a work-group", NULL, w->requests,
                                               w->requests_seen});
    compare_patterns(w, out);
}

/* ---- predictions ---- */

static void predict_node(struct sim_d_watch *w, const struct sim_d_analysis *a, uint32_t node,
                         uint64_t groups)
{
    const struct sim_d_block *block = &a->graph.blocks[a->dag.nodes[node].block];
    for (uint32_t i = block->first; i <= sim_d_last(block); i++)
        w->predicted[i].executions += groups;
}

/* Work-groups that take these ways. A path passes through each node at most once. */
static void predict_ways(struct sim_d_watch *w, const struct sim_d_analysis *a,
                         const struct sim_d_open *open, uint64_t groups)
{
    const struct sim_d_dag *dag = &a->dag;
    bool *reached = arena_array(w->arena, dag->count, sizeof *reached);
    reached[0] = true;
    for (uint32_t i = 0; i < dag->count; i++) {
        const uint32_t number = dag->order[i];
        const struct sim_d_node *node = &dag->nodes[number];
        if (!reached[number])
            continue;
        predict_node(w, a, number, groups);
        for (uint32_t way = node->first_way; way < node->first_way + node->way_count; way++)
            reached[dag->ways[way].to] |= !open || open->way[way];
    }
}

static void predict_classes(struct sim_d_watch *w, const struct sim_d_analysis *a)
{
    const struct sim_d_classes *classes = &a->classes;
    uint64_t *groups = arena_array(w->arena, classes->count, sizeof *groups);
    for (uint64_t i = 0; i < classes->groups; i++)
        groups[classes->of[i]]++;
    for (uint32_t i = 0; i < classes->count; i++)
        predict_ways(w, a, classes->list[i].open, groups[i]);
}

static void predict(struct sim_d_watch *w, const struct sim_d_analysis *a)
{
    const struct sim_d_graph *graph = &a->graph;
    if (a->has_classes && a->open)
        predict_classes(w, a);
    else
        predict_ways(w, a, a->open, a->groups);
    for (uint32_t i = 0; i < graph->count; i++) {
        struct figures *last = &w->predicted[sim_d_last(&graph->blocks[i])];
        last->compute = a->phases[false].longest ? a->phases[false].longest[i] : UINT64_MAX;
        last->access = graph->blocks[i].requests ? a->requests[i].cycles : 0;
    }
}

/* A stride register that some request takes for what annotations say. */
static void note_values(struct sim_d_watch *w, const struct sim_d_analysis *a)
{
    uint8_t assumed = 0;
    for (uint32_t i = 0; i < a->graph.count; i++)
        assumed |= a->requests[i].assumes;
    for (uint32_t i = 0; i < w->program->count; i++) {
        const struct sim_d_operand *target = &sim_d_of(&w->program->insns[i])->operand[0];
        if (target->kind == SIM_D_KIND_SC && assumed >> (target->value - SIM_D_SD_WORDS) & 1)
            w->value[i] = sim_d_value_bound(w->program, i);
    }
}

struct bound_watch *sim_d_watch_new(struct arena *arena, const struct sim_d_machine *machine,
                                    const struct sim_d_analysis *a)
{
    struct sim_d_watch *w = arena_alloc(arena, sizeof *w);
    *w = (struct sim_d_watch){.watch = {.observer = {see}, .compare = compare}, .arena = arena,
                              .program = a->graph.program,
                              .memory = machine->clock->numbers.memory, .groups = a->groups,
                              .requests = a->phases[false].count ? a->phases[false].count / 2
                                                                 : UINT64_MAX,
                              .refresh = request_refresh_cost(a->request_costs)};
    w->predicted = arena_array(arena, w->program->count, sizeof *w->predicted);
    w->value = arena_array(arena, w->program->count, sizeof *w->value);
    /* The original also executes branches in the shadow of a mask. */
    if (!machine->numbers.original)
        w->patterns = sim_d_pattern_watch_new(arena, &a->graph);
    predict(w, a);
    note_values(w, a);
    begin(w);
    return &w->watch;
}

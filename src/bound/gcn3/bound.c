/* SPDX-License-Identifier: Apache-2.0 */
/* bound.c - the bound of a GCN3 launch: every wavefront is walked, and their work and waiting are
 * summed up (docs/bound.md has the proof).
 *
 * The walk runs twice: the first one finds the widest access, on which it depends how far ahead
 * requests are made, and the lines that the launch touches. If a loop then has no bound, both run
 * again with cases (cases.h), which take longer and know more. */
#include "bound/gcn3/bound.h"

#include <string.h>

#include "bound/gcn3/cases.h"
#include "bound/gcn3/explain.h"
#include "bound/gcn3/sum.h"
#include "bound/gcn3/walk.h"
#include "bound/gcn3/watch.h"

struct analysis {
    struct error *err;
    struct gcn3_machine *machine;
    const struct launch *launch;
    struct memory *memory;
    const struct walk_bounds *bounds;
    struct bound *out;
    bool explain, tolerant;
    bool missed;
    struct arena arena;
    struct gcn3_program program;
    struct gcn3_costs costs;
    struct gcn3_walk walk;
    struct gcn3_sum sum;
    uint64_t *segments; /* of a group: the longest of any wavefront */
    uint32_t segment_count;
};

/* ---- the first state of a wavefront ---- */

/* Which context a wavefront gets is not known; its scratch tells it apart. */
static void forget_context(const struct analysis *a, const struct resident *r,
                           struct gcn3_view *view)
{
    const struct gcn3_machine *m = a->machine;
    uint32_t here[GCN3_SCALARS] = {0}, there[GCN3_SCALARS] = {0};
    struct hsa_wave wave = {.group = r->group->index, .number = r->number,
                            .waves = r->group->warps};
    view->other_loose[GCN3_NAME_HARDWARE_ID - GCN3_NAMES] = true;
    if (!m->isa.private_bytes)
        return;
    hsa_wave_registers(a->launch, &m->first, &wave, here);
    wave.scratch = ~0u;
    hsa_wave_registers(a->launch, &m->first, &wave, there);
    for (uint32_t i = 0; i < GCN3_SCALARS; i++)
        view->loose[i] = here[i] != there[i] ? ~0u : 0;
}

static struct gcn3_wave_state *first_state(struct analysis *a, struct resident *r)
{
    const struct gcn3_clock_numbers *n = a->costs.clock;
    struct gcn3_wave_state *state = gcn3_state_new(&a->walk, a->machine->rows);
    struct gcn3_view *view = &state->view;
    void *storage = view->warp.reg;
    struct gcn3_cases *cases = view->cases;
    memcpy(storage, r->warp.reg, (size_t)a->machine->rows * GCN3_LANES * sizeof(uint32_t));
    *view = (struct gcn3_view){.warp = r->warp, .state = gcn3_wave_of(r)->state, .cases = cases};
    gcn3_cases_drop(view);
    gcn3_view_place(view, a->machine->rows, storage);
    memset(view->lanes, 0, a->machine->rows * sizeof *view->lanes);
    memory_port_reset(&view->port, a->memory);
    forget_context(a, r, view);
    memset(state->runs, 0, gcn3_run_counts(&a->program) * sizeof *state->runs);
    state->at = r->warp.pc;
    state->forced_count = 0;
    gcn3_alone_start(&a->costs, &state->alone,
                     n->start + (uint64_t)r->number * n->dispatch_wave,
                     &a->launch->program->insns[state->at]);
    return state;
}

/* ---- a group ---- */

static void add_segments(struct analysis *a)
{
    const struct gcn3_segments *s = &a->walk.segments;
    while (a->segment_count < s->count) {
        a->segments = arena_grow(&a->arena, a->segments, a->segment_count, sizeof *a->segments);
        a->segments[a->segment_count++] = 0;
    }
    for (uint32_t i = 0; i < s->count; i++)
        a->segments[i] = a->segments[i] > s->length[i] ? a->segments[i] : s->length[i];
    a->sum.has_barriers |= s->count > 1;
}

static uint64_t sum_of(const uint64_t *values, uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

static void add_wave(struct analysis *a, struct gcn3_group_sum *group)
{
    struct gcn3_sum *sum = &a->sum;
    struct gcn3_wave_state *ended = a->walk.ended;
    sum->waves = arena_grow(&a->arena, sum->waves, sum->wave_count, sizeof *sum->waves);
    sum->waves[sum->wave_count++] = gcn3_simd_cycles(ended->alone.quantity);
    for (uint32_t i = 0; i < QUANTITIES; i++)
        group->quantity[i] += ended->alone.quantity[i];
    for (uint32_t i = 0; i < gcn3_run_counts(&a->program); i++)
        sum->runs[i] += ended->runs[i];
    gcn3_state_free(&a->walk, ended);
}

static enum wc_status too_long(const struct analysis *a)
{
    return fail(a->err, WC_BAD_INPUT, "no bound: a wavefront of kernel %s may take 2^50 cycles",
                a->launch->kernel->name);
}

/* Some loops have no bound, and nothing else is wrong. */
static enum wc_status miss(struct analysis *a)
{
    a->missed = true;
    return WC_BAD_INPUT;
}

static enum wc_status walk_wave(struct analysis *a, struct resident *r,
                                struct gcn3_group_sum *group, uint64_t *apart, bool *uneven)
{
    enum wc_status status = gcn3_walk_wave(&a->walk, first_state(a, r));
    if (status != WC_OK)
        return status;
    if (!a->walk.ended && a->out->missing_count)
        return miss(a);
    if (!a->walk.ended)
        return fail(a->err, WC_BAD_INPUT, "no bound: a wavefront of kernel %s never ends",
                    a->launch->kernel->name);
    if (gcn3_alone_is_too_long(&a->walk.ended->alone, &a->walk.segments))
        return too_long(a);
    add_segments(a);
    *apart += sum_of(a->walk.segments.length, a->walk.segments.count) + a->walk.segments.repeated;
    *uneven |= a->walk.segments.uneven;
    add_wave(a, group);
    return WC_OK;
}

/* Between two barriers a chain stays with one wavefront. If wavefronts may pass different numbers
 * of barriers, it can go through all of them. */
static enum wc_status walk_group(struct analysis *a)
{
    struct run_state *run = &a->machine->run;
    struct group *group = run_start_group(run, 0);
    struct gcn3_group_sum sum = {0};
    enum wc_status status = WC_OK;
    uint64_t apart = 0;
    bool uneven = false;
    a->segment_count = 0;
    for (uint32_t i = 0; status == WC_OK && i < group->warps; i++)
        status = walk_wave(a, group->warp[i], &sum, &apart, &uneven);
    for (uint32_t i = 0; i < group->warps; i++)
        group->warp[i]->ended = true;
    run->live -= group->warps;
    run_end_group(run, group);
    sum.waiting = (uneven ? apart : sum_of(a->segments, a->segment_count)) + run->dispatch_delay;
    if (status == WC_OK)
        gcn3_sum_group(&a->sum, &sum);
    return status;
}

/* ---- the launch ---- */

static enum wc_status walk_launch(struct analysis *a)
{
    struct run_state *run = &a->machine->run;
    const uint32_t count = gcn3_run_counts(&a->program);
    enum wc_status status = WC_OK;
    a->walk.costs = &a->costs;
    a->sum = (struct gcn3_sum){.costs = &a->costs, .arena = &a->arena,
                               .runs = arena_array(&a->arena, count, sizeof(uint64_t))};
    a->walk.steps = a->walk.certain = 0;
    exact_turns_forget(&a->walk.exact);
    a->out->regions = 0;
    run->next_group = 0;
    run->dispatch_delay = 1;
    while (status == WC_OK && run->next_group < run->group_count)
        status = walk_group(a);
    return status == WC_OK && a->out->missing_count ? miss(a) : status;
}

static uint32_t widest_of(const struct analysis *a)
{
    uint32_t max = 1;
    for (uint32_t i = 0; i < a->launch->program->count; i++) {
        if (a->program.info[i].unit == GCN3_UNIT_VMEM && a->walk.widest[i].lines > max)
            max = a->walk.widest[i].lines;
    }
    return max;
}

/* Both walks. */
static enum wc_status walk_twice(struct analysis *a, bool by_cases)
{
    arena_free(&a->walk.arena);
    a->walk = (struct gcn3_walk){.err = a->err, .program = &a->program, .bounds = a->bounds,
                                 .out = a->out, .by_cases = by_cases};
    exact_turns_make(&a->walk.exact, &a->arena, a->program.cfg.loops.count);
    const struct gcn3_touched all = {.any_data = true, .any_scalars = true,
                                     .outside = a->tolerant};
    gcn3_touched_make(a->program.touched, &a->arena, a->machine);
    a->program.touched->outside = a->tolerant;
    if (by_cases)
        gcn3_find_live(&a->arena, &a->program);
    a->walk.widest = arena_array(&a->arena, a->launch->program->count, sizeof *a->walk.widest);
    a->out->missing_count = 0;
    a->missed = false;
    gcn3_costs_make(&a->costs, a->machine, a->launch, a->memory, &all, UINT32_MAX);
    enum wc_status status = walk_launch(a);
    if (status != WC_OK)
        return status;
    gcn3_costs_make(&a->costs, a->machine, a->launch, a->memory, a->program.touched,
                    widest_of(a));
    return walk_launch(a);
}

static enum wc_status analyse(struct analysis *a, struct arena *keep)
{
    enum wc_status status = gcn3_program_make(a->err, &a->arena, a->machine, a->launch,
                                              &a->program);
    if (status != WC_OK)
        return status;
    status = walk_twice(a, false);
    if (a->missed)
        status = walk_twice(a, true);
    if (status != WC_OK)
        return status;
    bound_set_tree(a->out, gcn3_sum_tree(&a->sum, keep));
    a->out->steps = a->sum.quantity[QUANTITY_INSTRUCTIONS];
    a->out->path_known = a->walk.steps ? (double)a->walk.certain / (double)a->walk.steps : 1;
    if (a->bounds->watched)
        a->out->watch = &gcn3_watch_new(keep, &a->program, &a->sum, a->walk.widest,
                                        a->out->tree)->watch;
    if (a->out->cycles >= TERM_LIMIT)
        return fail(a->err, WC_BAD_INPUT, "the bound exceeds 2^63 cycles");
    if (a->explain)
        bound_explain(a->out, gcn3_explain(keep, &a->program, &a->sum, a->walk.widest,
                                           a->out->tree));
    return WC_OK;
}

enum wc_status gcn3_bound(struct error *err, struct machine *machine, struct memory *memory,
                          const struct launch *launch, const struct walk_bounds *loops,
                          const struct bound_request *request, struct arena *arena,
                          struct bound *out)
{
    struct walk_bounds bounds = *loops;
    const struct run_control control = {0};
    struct outcome outcome = {0};
    struct analysis a = {.err = err, .machine = (struct gcn3_machine *)machine, .launch = launch,
                         .memory = memory, .bounds = &bounds, .out = out,
                         .explain = request && request->explain,
                         .tolerant = request && request->tolerant};
    *out = (struct bound){0};
    bounds.watch = request ? request->watch : NULL;
    bounds.assumed = arena_alloc(&a.arena, launch->program->count);
    struct run_state *run = &a.machine->run;
    enum wc_status status = run_prepare(run, err, memory, launch, &control, &outcome);
    if (status == WC_OK)
        status = analyse(&a, arena);
    run_core(run)->finish(run, status);
    bound_assume_alone(arena, out);
    bound_assume_walked(arena, out, launch->program, bounds.assumed);
    arena_free(&a.walk.arena);
    arena_free(&a.arena);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* programs_walk.c - counting what a walk tells, and what a run does. */
#include "programs_walk.h"

#include "bound/vortex/walk.h"

#include <stdlib.h>

static uint64_t *new_counts(const struct vortex_program *program, const struct program *decoded)
{
    uint64_t *counts = calloc((size_t)program->shape.cores * program->shape.warps * decoded->count,
                              sizeof *counts);
    if (!counts)
        abort();
    return counts;
}

/* ---- the walk ---- */

static void on_begin(struct walk_sink *sink, uint32_t core, uint32_t slot, uint32_t phase)
{
    struct walk_counts *counts = (struct walk_counts *)sink;
    (void)phase;
    counts->current = core * counts->warps + slot;
}

static void on_node(struct walk_sink *sink, uint32_t index, const struct walk_access *access)
{
    struct walk_counts *counts = (struct walk_counts *)sink;
    (void)access;
    counts->count[(size_t)counts->current * counts->insns + index]++;
    if (!counts->mark_count)
        return;
    if (counts->step_count == counts->step_room) {
        counts->step_room = counts->step_room ? 2 * counts->step_room : 1024;
        counts->steps = realloc(counts->steps, counts->step_room * sizeof *counts->steps);
        if (!counts->steps)
            abort();
    }
    counts->steps[counts->step_count++] = (struct walk_step){index, 1};
}

/* Loops lie in loops: a repetition belongs to the last mark that has none yet. */
static void on_mark(struct walk_sink *sink)
{
    struct walk_counts *counts = (struct walk_counts *)sink;
    if (counts->mark_count == WALK_MARKS_MAX)
        abort();
    counts->marks[counts->mark_count++] = counts->step_count;
}

static void on_repeat(struct walk_sink *sink, uint64_t times)
{
    struct walk_counts *counts = (struct walk_counts *)sink;
    for (size_t i = counts->marks[--counts->mark_count]; i < counts->step_count; i++) {
        struct walk_step *step = &counts->steps[i];
        counts->count[(size_t)counts->current * counts->insns + step->insn] += times * step->times;
        step->times *= 1 + times;
    }
    if (!counts->mark_count)
        counts->step_count = 0;
}

static void on_region_begin(struct walk_sink *sink, uint32_t at)
{
    (void)at;
    ((struct walk_counts *)sink)->has_regions = true;
}

static void on_edge(struct walk_sink *sink, uint32_t from, uint32_t to)
{
    (void)sink, (void)from, (void)to;
}

static void on_region_end(struct walk_sink *sink, uint32_t to) { (void)sink, (void)to; }

static void on_loop(struct walk_sink *sink, uint32_t header, uint64_t iterations)
{
    (void)sink, (void)header, (void)iterations;
}

static void on_barrier(struct walk_sink *sink, uint32_t id, uint32_t warps, bool certain)
{
    (void)sink, (void)id, (void)warps, (void)certain;
}

static void on_end(struct walk_sink *sink) { (void)sink; }

static const struct walk_sink_ops sink_ops = {
    .begin = on_begin, .node = on_node, .edge = on_edge, .region_begin = on_region_begin,
    .region_end = on_region_end, .loop = on_loop, .mark = on_mark, .repeat = on_repeat,
    .barrier = on_barrier, .end = on_end,
};

void walk_counts_open(struct walk_counts *counts, const struct vortex_program *program,
                      const struct program *decoded)
{
    *counts = (struct walk_counts){.sink = {&sink_ops}, .warps = program->shape.warps,
                                   .insns = decoded->count,
                                   .count = new_counts(program, decoded)};
}

void walk_counts_close(struct walk_counts *counts)
{
    free(counts->count);
    free(counts->steps);
}

struct walk_bounds program_bounds(struct arena *arena, const struct vortex_program *program,
                                  const struct program *decoded)
{
    struct walk_bound *list = arena_array(arena, program->loop_count, sizeof *list);
    for (uint32_t i = 0; i < program->loop_count; i++)
        list[i] = (struct walk_bound){(uint32_t)program_index(decoded, program->loops[i].address),
                                      program->loops[i].max};
    return (struct walk_bounds){list, program->loop_count};
}

enum wc_status walk_program(struct error *err, struct machine *machine, struct memory *memory,
                            const struct launch *launch, const struct walk_bounds *bounds,
                            struct walk_counts *counts)
{
    struct arena arena = {0};
    struct walk_missing *missing = NULL;
    size_t missing_count = 0;
    enum wc_status status = vortex_walk(err, machine, memory, launch, bounds, &counts->sink,
                                        &arena, &missing, &missing_count);
    if (status != WC_OK && missing_count)
        fail(err, status, "the loop at 0x%llx lacks a bound",
             (unsigned long long)launch->program->insns[missing[0].header].pc);
    arena_free(&arena);
    return status;
}

/* ---- the run ---- */

static void on_event(struct observer *observer, const struct event *event)
{
    struct run_counts *counts = (struct run_counts *)observer;
    if (event->kind != EVENT_ISSUE)
        return;
    size_t warp = (size_t)event->core * counts->warps + event->warp;
    counts->count[warp * counts->program->count + (size_t)(event->insn - counts->program->insns)]++;
}

void run_counts_open(struct run_counts *counts, const struct vortex_program *program,
                     const struct program *decoded)
{
    *counts = (struct run_counts){.observer = {on_event}, .program = decoded,
                                  .warps = program->shape.warps,
                                  .count = new_counts(program, decoded)};
}

void run_counts_close(struct run_counts *counts)
{
    free(counts->count);
}

bool walk_covers(const struct walk_counts *walk, const struct run_counts *run, uint32_t cores,
                 struct text *why)
{
    size_t total = (size_t)cores * walk->warps * walk->insns;
    for (size_t i = 0; i < total; i++) {
        uint64_t max = walk->count[i], seen = run->count[i];
        if (walk->has_regions ? seen <= max : seen == max)
            continue;
        text_add(why, "warp %zu executes 0x%llx %llu times; the walk says %s%llu", i / walk->insns,
                 (unsigned long long)run->program->insns[i % walk->insns].pc,
                 (unsigned long long)seen, walk->has_regions ? "at most " : "",
                 (unsigned long long)max);
        return false;
    }
    return true;
}

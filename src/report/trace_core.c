/* SPDX-License-Identifier: Apache-2.0 */
/* trace_core.c - the tracks of one unit of a core. */
#include "report/trace_core.h"

#include "report/unit_names.h"

/* ---- counters ---- */

static struct trace_counter open_counter(struct trace_core *core, const char *name,
                                         const char *unit)
{
    return (struct trace_counter){
        .track = trace_track(core->writer, TRACK_COUNTER, core->group, name, unit)};
}

static void count(struct trace_core *core, struct trace_counter *counter, cycle_t cycle,
                  double value)
{
    if (counter->told && counter->value == value)
        return;
    counter->told = true;
    counter->value = value;
    core->writer->format->counter(core->writer, counter->track, cycle, value);
}

static void count_active(struct trace_core *core, cycle_t cycle)
{
    count(core, &core->count_active, cycle, core->active);
    count(core, &core->count_occupancy, cycle, 100.0 * core->active / core->warp_count);
}

void trace_core_wait(struct trace_core *core, int change, cycle_t cycle)
{
    core->waiting += (uint32_t)change;
    count(core, &core->count_waiting, cycle, core->waiting);
}

/* Requests of all memories that are not done: each takes a row up to its end. They are reported out
 * of order, and a counter must not go back. */
static void count_requests(struct trace_core *core, cycle_t begin)
{
    const cycle_t cycle = core->counted = later(core->counted, begin);
    unsigned under_way = 0;
    for (unsigned space = 0; space < TRACE_SPACES; space++) {
        for (size_t i = 0; i < core->rows[space].count; i++)
            under_way += core->rows[space].list[i].free > cycle;
    }
    count(core, &core->count_requests, cycle, under_way);
}

/* A window's value is at its start; windows without an issue are 0. */
static void next_window(struct trace_core *core, cycle_t window)
{
    count(core, &core->count_ipc, core->window * TRACE_IPC_WINDOW,
          (double)core->window_lanes / TRACE_IPC_WINDOW);
    if (window > core->window + 1)
        count(core, &core->count_ipc, (core->window + 1) * TRACE_IPC_WINDOW, 0);
    core->window = window;
    core->window_lanes = 0;
}

void trace_core_count_issue(struct trace_core *core, unsigned lanes, cycle_t cycle)
{
    if (cycle / TRACE_IPC_WINDOW != core->window) {
        next_window(core, cycle / TRACE_IPC_WINDOW);
        count_requests(core, cycle);
    }
    core->window_lanes += lanes;
}

void trace_core_close(struct trace_core *core, cycle_t end)
{
    next_window(core, core->window + 1);
    count(core, &core->count_ipc, end, 0);
    count_requests(core, end);
}

/* ---- tracks ---- */

static void open_warps(struct trace_core *core, const struct topology *topology)
{
    struct trace_writer *writer = core->writer;
    uint32_t warps = topology_issuers(topology);
    const char *name = topology_issuer(topology);
    core->warp_count = warps;
    core->warps = arena_array(&writer->arena, warps, sizeof *core->warps);
    for (uint32_t i = 0; i < warps; i++)
        core->warps[i].track =
            trace_track(writer, TRACK_WARP, core->group, /* viewers sort by name */
                        topology->lockstep ? name
                                           : arena_format(&writer->arena, "%s %0*u", name,
                                                          warps > 10 ? 2 : 1, i),
                        NULL);
}

void trace_core_open(struct trace_core *core, struct trace_writer *writer,
                     const struct topology *topology, uint32_t unit)
{
    struct arena *arena = &writer->arena;
    const char *warps = arena_format(arena, "%ss", topology_issuer(topology));
    struct text name = {0};
    *core = (struct trace_core){.writer = writer};
    topology_write_unit(topology, unit, true, &name);
    core->group = trace_track(writer, TRACK_GROUP, 0, text_string(&name), NULL);
    text_free(&name);
    core->count_active = open_counter(core, arena_format(arena, "active %s", warps), warps);
    core->count_occupancy = open_counter(core, "occupancy", "%");
    core->count_waiting = open_counter(core, arena_format(arena, "%s at a barrier", warps), warps);
    core->count_requests = open_counter(core, "requests under way", "requests");
    core->count_ipc = open_counter(core, "IPC over 100 cycles", "thread instructions/cycle");
    open_warps(core, topology);
}

/* ---- lives of warps ---- */

void trace_core_start(struct trace_core *core, uint32_t warp, cycle_t cycle)
{
    struct trace_warp *w = &core->warps[warp];
    core->starting += !w->starting;
    w->starting = true;
    w->start = cycle;
}

void trace_core_begin_life(struct trace_core *core, uint32_t warp, cycle_t cycle, uint32_t name)
{
    struct trace_warp *w = &core->warps[warp];
    if (w->alive)
        return;
    core->starting -= w->starting;
    w->starting = false;
    w->alive = true;
    w->free = later(w->free, cycle);
    core->active++;
    count_active(core, w->free);
    core->writer->format->open(
        core->writer, &(struct trace_slice){.track = w->track, .name = name,
                                            .category = CATEGORY_WARP, .begin = w->free});
}

/* In order of time: the counter of active warps must not go back. */
void trace_core_advance(struct trace_core *core, cycle_t now, uint32_t name)
{
    while (core->starting) {
        uint32_t first = core->warp_count;
        for (uint32_t i = 0; i < core->warp_count; i++) {
            if (core->warps[i].starting && core->warps[i].start <= now &&
                (first == core->warp_count || core->warps[i].start < core->warps[first].start))
                first = i;
        }
        if (first == core->warp_count)
            return;
        trace_core_begin_life(core, first, core->warps[first].start, name);
    }
}

void trace_core_end_life(struct trace_core *core, uint32_t warp, cycle_t cycle)
{
    struct trace_warp *w = &core->warps[warp];
    if (!w->alive)
        return;
    w->alive = false;
    w->free = later(w->free, cycle);
    core->active--;
    count_active(core, w->free);
    core->writer->format->close(core->writer, w->track, w->free);
}

/* ---- slices ---- */

void trace_core_slice(struct trace_core *core, uint32_t warp, struct trace_slice *slice)
{
    struct trace_warp *w = &core->warps[warp];
    slice->track = w->track;
    slice->begin = later(slice->begin, w->free);
    if (slice->end <= slice->begin)
        return;
    w->free = slice->end;
    core->writer->format->whole(core->writer, slice);
}

void trace_core_hold(struct trace_core *core, uint32_t warp, const struct trace_slice *slice,
                     bool paired)
{
    struct trace_warp *w = &core->warps[warp];
    if (!paired || !w->holds)
        w->held = *slice;
    else if (!w->held.flow)
        w->held.flow = slice->flow;
    w->holds = true;
}

void trace_core_draw_held(struct trace_core *core, uint32_t warp)
{
    struct trace_warp *w = &core->warps[warp];
    if (w->holds)
        trace_core_slice(core, warp, &w->held);
    w->holds = false;
}

/* At most one per cycle, reported in order: they share one row. */
void trace_core_oracle(struct trace_core *core, struct trace_slice *slice)
{
    if (!core->oracle)
        core->oracle = trace_track(core->writer, TRACK_LANE, core->group, "oracles differ", NULL);
    slice->track = core->oracle;
    core->writer->format->whole(core->writer, slice);
}

/* One after the other. */
void trace_core_phase(struct trace_core *core, struct trace_slice *slice)
{
    if (!core->phases)
        core->phases = trace_track(core->writer, TRACK_LANE, core->group, "phases", NULL);
    slice->track = core->phases;
    core->writer->format->whole(core->writer, slice);
}

static struct trace_row *free_row(struct trace_core *core, struct trace_rows *rows,
                                  const char *name, cycle_t cycle)
{
    for (size_t i = 0; i < rows->count; i++) {
        if (rows->list[i].free <= cycle)
            return &rows->list[i];
    }
    rows->list = arena_grow(&core->writer->arena, rows->list, rows->count, sizeof *rows->list);
    rows->list[rows->count] = (struct trace_row){
        .track = trace_track(core->writer, TRACK_LANE, core->group, name, NULL)};
    return &rows->list[rows->count++];
}

static void draw_on_row(struct trace_core *core, struct trace_rows *rows, const char *name,
                        struct trace_slice *slice)
{
    struct trace_row *row = free_row(core, rows, name, slice->begin);
    slice->track = row->track;
    slice->end = later(slice->end, slice->begin + 1); /* make zero-length slices visible */
    row->free = slice->end;
    core->writer->format->whole(core->writer, slice);
}

void trace_core_unit(struct trace_core *core, enum unit_kind unit, struct trace_slice *slice)
{
    draw_on_row(core, &core->units[unit], unit_name(unit), slice);
}

void trace_core_memory(struct trace_core *core, enum event_space space, struct trace_slice *slice)
{
    static const char *const names[TRACE_SPACES] = {[SPACE_GLOBAL] = "global memory",
                                                    [SPACE_LOCAL] = "local memory",
                                                    [SPACE_CODE] = "instruction misses",
                                                    [SPACE_CONSTANT] = "constant memory"};
    draw_on_row(core, &core->rows[space], names[space], slice);
    count_requests(core, slice->begin);
}

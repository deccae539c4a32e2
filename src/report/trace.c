/* SPDX-License-Identifier: Apache-2.0 */
/* trace.c - turns events of a clocked run into slices, arrows and counters.
 *
 * Waits are reported when they end and starts before they happen, so events of different warps are
 * out of order; those of one warp are in order, which is all the file formats need. Not drawn:
 * fetches that hit (one per cycle), dropped wrong paths (the wait for the right one follows) and
 * mask changes (every issue reports its mask). */
#include "report/trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "load/output.h"
#include "report/trace_core.h"
#include "report/trace_dram.h"

/* The drawn parts of an instruction, looked up on first use. */
struct trace_insn {
    uint32_t name, source; /* 0: not looked up; source 0: unknown */
};

struct trace_program {
    const struct program *program;
    struct trace_insn *insns;
    struct trace_program *next;
};

struct trace {
    struct observer observer; /* first */
    struct output output;
    struct trace_writer writer;
    uint32_t launches; /* track */
    struct trace_core *cores;
    uint32_t core_count;
    bool lockstep; /* the machine's work-groups issue as one */
    struct trace_dram dram;
    struct trace_program *programs; /* all launched so far */
    struct trace_program *program;  /* of the current launch */
    struct trace_insn injected;     /* by the decoder: not in the program */
    const struct launch *launch;    /* current one, or NULL */
    uint32_t kernel;                /* its name */
    cycle_t base;                   /* position of the launch's cycle 0 on the axis */
    cycle_t latest;                 /* latest reported, on the axis */
    uint64_t flows;
    uint32_t stall_names[STALL_COUNT], nop_names[NOP_KINDS], cause_names[ORACLE_CAUSES],
        phase_names[PHASE_COUNT];
    uint32_t load_hit, load_miss, store, fetch_miss;
};

/* ---- names ---- */

static void intern_names(struct trace *trace)
{
    static const char *const nops[NOP_KINDS] = {
        [NOP_START] = "nop (start)", [NOP_MISS] = "nop (miss)", [NOP_FLUSH] = "nop (flush)"};
    static const char *const phases[PHASE_COUNT] = {
        [PHASE_COMPUTE] = "compute", [PHASE_DRAM] = "DRAM", [PHASE_SCRATCHPAD] = "scratchpad"};
    struct trace_writer *writer = &trace->writer;
    for (unsigned i = 0; i < PHASE_COUNT; i++)
        trace->phase_names[i] = trace_intern(writer, ROLE_NAME, phases[i]);
    for (unsigned i = 0; i < NOP_KINDS; i++)
        trace->nop_names[i] = trace_intern(writer, ROLE_NAME, nops[i]);
    for (unsigned i = 0; i < ORACLE_CAUSES; i++)
        trace->cause_names[i] =
            trace_intern(writer, ROLE_NAME, oracle_cause_name((enum oracle_cause)i));
    for (unsigned i = 0; i < STALL_COUNT; i++)
        trace->stall_names[i] = trace_intern(writer, ROLE_NAME, stall_name((enum stall_reason)i));
    trace->load_hit = trace_intern(writer, ROLE_NAME, "load hit");
    trace->load_miss = trace_intern(writer, ROLE_NAME, "load miss");
    trace->store = trace_intern(writer, ROLE_NAME, "store");
    trace->fetch_miss = trace_intern(writer, ROLE_NAME, "fetch miss");
}

static uint32_t source_text(struct trace *trace, const struct insn *insn)
{
    struct source_line line;
    if (!trace->launch->image || !image_source_line(trace->launch->image, insn->pc, &line))
        return 0;
    struct text text = {0};
    text_add(&text, "%s:%u", line.file, line.line);
    uint32_t id = trace_intern(&trace->writer, ROLE_VALUE, text_string(&text));
    text_free(&text);
    return id;
}

static const struct trace_insn *find_insn(struct trace *trace, const struct insn *insn)
{
    const struct program *program = trace->launch->program;
    bool own = insn >= program->insns && insn < program->insns + program->count;
    if (!own) {
        trace->injected.name = trace_intern(&trace->writer, ROLE_NAME, insn->op->name);
        return &trace->injected;
    }
    struct trace_insn *found = &trace->program->insns[insn - program->insns];
    if (!found->name) {
        found->name =
            trace_intern(&trace->writer, ROLE_NAME, insn->op ? insn->op->name : "illegal");
        found->source = source_text(trace, insn);
    }
    return found;
}

static struct trace_program *find_program(struct trace *trace, const struct program *program)
{
    struct trace_program *found = trace->programs;
    while (found && found->program != program)
        found = found->next;
    if (found)
        return found;
    found = arena_alloc(&trace->writer.arena, sizeof *found);
    found->program = program;
    found->insns = arena_array(&trace->writer.arena, program->count, sizeof *found->insns);
    found->next = trace->programs;
    trace->programs = found;
    return found;
}

static void add_argument(struct trace_slice *slice, enum trace_key key, uint64_t value)
{
    slice->arguments[slice->argument_count++] = (struct trace_argument){key, value};
}

/* ---- launches ---- */

static void add_extent(struct trace *trace, struct trace_slice *slice, enum trace_key key,
                       const uint32_t extent[3])
{
    struct text text = {0};
    text_add(&text, "%u x %u x %u", extent[0], extent[1], extent[2]);
    add_argument(slice, key, trace_intern(&trace->writer, ROLE_VALUE, text_string(&text)));
    text_free(&text);
}

static void on_launch(struct trace *trace, const struct event *event)
{
    const struct launch *launch = event->launch;
    trace->launch = launch;
    trace->program = find_program(trace, launch->program);
    trace->kernel = trace_intern(&trace->writer, ROLE_NAME, launch->name);
    struct trace_slice slice = {.track = trace->launches, .name = trace->kernel,
                                .category = CATEGORY_LAUNCH, .begin = trace->base};
    if (launch->kernel) {
        add_extent(trace, &slice, KEY_GRID, launch->grid);
        add_extent(trace, &slice, KEY_BLOCK, launch->block);
    }
    trace->writer.format->open(&trace->writer, &slice);
}

static void finish_launch(struct trace *trace, cycle_t end)
{
    for (uint32_t i = 0; i < trace->core_count; i++) {
        struct trace_core *core = &trace->cores[i];
        trace_core_advance(core, end, trace->kernel);
        for (uint32_t warp = 0; warp < core->warp_count; warp++) {
            trace_core_draw_held(core, warp);
            trace_core_end_life(core, warp, end); /* of a run that was stopped */
            end = later(end, core->warps[warp].free);
            core->warps[warp].flow = core->warps[warp].released = 0;
            core->warps[warp].starting = false;
        }
        core->starting = 0;
        trace_core_wait(core, -(int)core->waiting, end);
    }
    trace_dram_finish(&trace->dram, &trace->writer, end);
    trace->writer.format->close(&trace->writer, trace->launches, end);
    trace->base = trace->latest = end;
    trace->launch = NULL;
}

/* ---- what warps do ---- */

static void on_issue(struct trace *trace, struct trace_core *core, const struct event *event)
{
    const struct trace_insn *insn = find_insn(trace, event->insn);
    struct trace_warp *warp = &core->warps[event->warp];
    cycle_t at = trace->base + event->cycle;
    struct trace_slice slice = {.name = insn->name, .category = CATEGORY_ISSUE, .begin = at,
                                .end = at + 1, .flow = warp->flow, .released = warp->released};
    if (insn != &trace->injected)
        add_argument(&slice, KEY_PC, event->insn->pc);
    if (insn->source)
        add_argument(&slice, KEY_SOURCE, insn->source);
    add_argument(&slice, trace->lockstep ? KEY_LANES : KEY_MASK,
                 trace->lockstep ? event->count : event->mask);
    add_argument(&slice, trace->lockstep ? KEY_COLUMN : KEY_DONE,
                 trace->lockstep ? event->other : trace->base + event->until);
    warp->flow = warp->released = 0;
    trace_core_begin_life(core, event->warp, at, trace->kernel);
    trace_core_hold(core, event->warp, &slice, event->paired);
    trace_core_count_issue(core, trace->lockstep ? event->count
                                                 : (unsigned)__builtin_popcountll(event->mask), at);
}

/* In its unit an instruction is until its result is available; a load or store is in the unit for
 * a cycle and then in memory. */
static void draw_in_unit(struct trace *trace, struct trace_core *core, const struct event *event)
{
    const struct trace_insn *insn = find_insn(trace, event->insn);
    const cycle_t at = trace->base + event->cycle;
    const bool passes = trace->lockstep || event->insn->unit == UNIT_LSU;
    struct trace_slice slice = {.name = insn->name, .category = CATEGORY_UNIT, .begin = at,
                                .end = passes ? at + 1 : trace->base + event->until};
    if (insn == &trace->injected)
        return;
    add_argument(&slice, KEY_WARP, event->warp);
    trace_core_unit(core, event->insn->unit, &slice);
}

/* It takes a slot of its warp but is not an instruction: it does not count in the IPC (SWAS-40). */
static void on_nop(struct trace *trace, struct trace_core *core, const struct event *event)
{
    cycle_t at = trace->base + event->cycle;
    struct trace_slice slice = {.name = trace->nop_names[event->nop], .category = CATEGORY_NOP,
                                .begin = at, .end = at + 1};
    trace_core_begin_life(core, event->warp, at, trace->kernel);
    trace_core_slice(core, event->warp, &slice);
}

/* SIMD-4 */
static void on_phase(struct trace *trace, struct trace_core *core, const struct event *event)
{
    struct trace_slice slice = {.name = trace->phase_names[event->phase],
                                .category = CATEGORY_PHASE, .begin = trace->base + event->cycle,
                                .end = trace->base + event->until};
    add_argument(&slice, KEY_GROUP, event->total);
    trace_core_phase(core, &slice);
}

/* SWAS-28 */
static void on_oracle(struct trace *trace, struct trace_core *core, const struct event *event)
{
    struct trace_slice slice = {.name = trace->cause_names[event->cause],
                                .category = CATEGORY_ORACLE, .begin = trace->base + event->cycle,
                                .end = trace->base + event->until};
    if (event->warp != NO_WARP)
        add_argument(&slice, KEY_WARP, event->warp);
    if (event->other != NO_WARP) {
        add_argument(&slice, KEY_ORACLE, event->other);
        add_argument(&slice, KEY_QUEUE, event->count);
    }
    trace_core_oracle(core, &slice);
}

static void on_stall(struct trace *trace, struct trace_core *core, const struct event *event)
{
    if (event->reason == STALL_IDLE)
        return;
    struct trace_slice slice = {.name = trace->stall_names[event->reason],
                                .category = CATEGORY_STALL, .begin = trace->base + event->cycle,
                                .end = trace->base + event->until};
    struct trace_warp *warp = &core->warps[event->warp];
    if (warp->merges) {
        slice.flow = warp->flow;
        warp->flow = 0;
    }
    trace_core_begin_life(core, event->warp, slice.begin, trace->kernel);
    trace_core_slice(core, event->warp, &slice);
}

/* Reported before the instruction itself, which continues the arrow. */
static void on_memory(struct trace *trace, struct trace_core *core, const struct event *event)
{
    struct trace_warp *warp = &core->warps[event->warp];
    bool fetch = event->kind == EVENT_FETCH;
    if (!fetch && !warp->flow)
        warp->flow = ++trace->flows;
    struct trace_slice slice = {
        .name = fetch          ? trace->fetch_miss
                : event->store ? trace->store
                : event->hit   ? trace->load_hit
                               : trace->load_miss,
        .category = CATEGORY_MEMORY, .begin = trace->base + event->cycle,
        .end = trace->base + (fetch ? event->arrival : event->until),
        .flow = fetch ? 0 : warp->flow};
    add_argument(&slice, KEY_WARP, event->warp);
    add_argument(&slice, KEY_ADDRESS, event->address);
    trace_core_memory(core, event->space, &slice);
}

/* Arrows from a split to the first instruction of the new part, and from the last thing that a part
 * did, waiting for its partner included, to the instruction with which both go on. */
static void on_lanes(struct trace *trace, struct trace_core *core, const struct event *event)
{
    struct trace_warp *from = &core->warps[event->warp];
    struct trace_warp *to = &trace->cores[event->other_core].warps[event->other];
    from->flow = to->flow = ++trace->flows;
    from->merges = event->kind == EVENT_MERGE;
}

/* Arrows from the last arrival at a barrier to the next instruction of each warp that it releases:
 * one each, because slices of one flow are joined in a row. */
static void on_release(struct trace *trace, struct trace_core *core, const struct event *event)
{
    const bool known = event->other != NO_WARP && event->other_core < trace->core_count &&
                       event->other < trace->cores[event->other_core].warp_count;
    struct trace_warp *by =
        known ? &trace->cores[event->other_core].warps[event->other] : NULL;
    trace_core_wait(core, -1, trace->base + event->cycle);
    if (!by || !by->holds || by == &core->warps[event->warp])
        return;
    if (by->held.releases + by->held.release_count != trace->flows + 1) /* not in a row */
        by->held.release_count = 0;
    core->warps[event->warp].released = ++trace->flows;
    if (!by->held.release_count++)
        by->held.releases = trace->flows;
}

/* It has a slice on the track of its warp, or opens or closes one there. */
static bool draws(const struct event *event)
{
    switch (event->kind) {
    case EVENT_ISSUE:
        return !event->paired;
    case EVENT_START:
    case EVENT_STALL:
    case EVENT_NOP:
    case EVENT_END:
        return true;
    default:
        return false;
    }
}

static void on_core_event(struct trace *trace, struct trace_core *core, const struct event *event)
{
    cycle_t at = trace->base + event->cycle;
    if (draws(event))
        trace_core_draw_held(core, event->warp);
    switch (event->kind) {
    case EVENT_START:
        trace_core_start(core, event->warp, at);
        break;
    case EVENT_ISSUE:
        trace_core_advance(core, at, trace->kernel);
        on_issue(trace, core, event);
        draw_in_unit(trace, core, event);
        trace->latest = later(trace->latest, at + 1);
        break;
    case EVENT_NOP:
        trace_core_advance(core, at, trace->kernel);
        on_nop(trace, core, event);
        trace->latest = later(trace->latest, at + 1);
        break;
    case EVENT_STALL:
        on_stall(trace, core, event);
        break;
    case EVENT_MEMORY:
        on_memory(trace, core, event);
        break;
    case EVENT_FETCH:
        if (!event->hit)
            on_memory(trace, core, event);
        break;
    case EVENT_SPLIT:
    case EVENT_MERGE:
        on_lanes(trace, core, event);
        break;
    case EVENT_PHASE:
        on_phase(trace, core, event);
        break;
    case EVENT_BARRIER:
        trace_core_wait(core, 1, at);
        break;
    case EVENT_RELEASE:
        on_release(trace, core, event);
        break;
    case EVENT_END:
        trace_core_end_life(core, event->warp, at + 1);
        core->warps[event->warp].merges = false;
        break;
    default:
        break;
    }
}

static void on_event(struct observer *observer, const struct event *event)
{
    struct trace *trace = (struct trace *)observer;
    if (event->kind == EVENT_LAUNCH)
        on_launch(trace, event);
    else if (event->kind == EVENT_FINISH)
        finish_launch(trace, trace->base + event->cycle);
    else if (event->kind == EVENT_DRAM)
        trace_dram_command(&trace->dram, &trace->writer, event->dram, trace->base);
    else if (event->kind == EVENT_BANK)
        trace_dram_access(&trace->dram, &trace->writer, event, trace->base);
    else if (event->core >= trace->core_count)
        return;
    else if (event->kind == EVENT_ORACLE)
        on_oracle(trace, &trace->cores[event->core], event);
    else if (event->warp < trace->cores[event->core].warp_count)
        on_core_event(trace, &trace->cores[event->core], event);
}

/* ---- the file ---- */

static void open_cores(struct trace *trace, const struct topology *topology)
{
    trace->core_count = topology_units(topology);
    trace->lockstep = topology->lockstep;
    trace->cores = arena_array(&trace->writer.arena, trace->core_count, sizeof *trace->cores);
    for (uint32_t i = 0; i < trace->core_count; i++)
        trace_core_open(&trace->cores[i], &trace->writer, topology, i);
}

enum wc_status trace_open(struct error *err, const char *path, const struct topology *topology,
                          struct trace **out)
{
    struct trace *trace = calloc(1, sizeof *trace);
    *out = NULL;
    if (!trace)
        return fail_memory(err);
    enum wc_status status = output_open_packed(err, path, &trace->output);
    if (status != WC_OK) {
        free(trace);
        return status;
    }
    trace->observer.event = on_event;
    trace->writer.format =
        output_ends_in(path, ".json") ? &trace_format_json : &trace_format_perfetto;
    trace->writer.file = trace->output.file;
    trace->writer.format->begin(&trace->writer);
    intern_names(trace);
    trace->launches = trace_track(&trace->writer, TRACK_LANE, 0, "launches", NULL);
    open_cores(trace, topology);
    *out = trace;
    return WC_OK;
}

struct observer *trace_observer(struct trace *trace)
{
    return &trace->observer;
}

enum wc_status trace_close(struct error *err, struct trace *trace, bool keep)
{
    enum wc_status status = WC_OK;
    if (!trace)
        return status;
    if (keep) {
        if (trace->launch)
            finish_launch(trace, trace->latest);
        for (uint32_t i = 0; i < trace->core_count; i++)
            trace_core_close(&trace->cores[i], trace->base);
        trace->writer.format->end(&trace->writer);
        status = output_commit(err, &trace->output);
    } else {
        output_abandon(&trace->output);
    }
    arena_free(&trace->writer.arena);
    free(trace);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* trace_kanata.c - turns events of a clocked run into a log of the form "Kanata 0004".
 *
 * The log goes forward in time, and events do not: waits are reported when they end, and results
 * when their instruction issues. So lines wait in a heap by cycle. When it is full, those that are
 * long past are written; what is reported later about that time moves to its end. */
#include "report/trace_kanata.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "load/output.h"

enum { LINES_MAX = 1 << 20, LONG_PAST = 20000 /* cycles */ };

enum line_kind { LINE_BEGIN, LINE_STAGE, LINE_END };

struct line {
    cycle_t cycle;
    uint64_t id; /* of the instruction */
    uint32_t slot;
    uint8_t kind;
    uint8_t stage; /* a reason to wait, or STALL_COUNT: it issued */
    const struct insn *insn;
};

struct trace_kanata {
    struct observer observer; /* first */
    struct output output;
    struct topology topology;
    const struct program *program;
    struct line *lines; /* a heap: the earliest is first */
    size_t count;
    uint64_t *waiting; /* by slot: the instruction that waits; 0: none */
    uint32_t slots_per_unit;
    uint64_t ids, ended;
    cycle_t base;    /* position of the launch's cycle 0 */
    cycle_t written; /* the cycle of the last line in the file */
};

/* ---- the heap ---- */

static bool is_before(const struct line *a, const struct line *b)
{
    if (a->cycle != b->cycle)
        return a->cycle < b->cycle;
    if (a->id != b->id)
        return a->id < b->id;
    return a->kind != b->kind ? a->kind < b->kind : a->stage < b->stage;
}

static void swap(struct line *a, struct line *b)
{
    const struct line one = *a;
    *a = *b;
    *b = one;
}

static void rise(struct line *lines, size_t at)
{
    for (size_t above; at && is_before(&lines[at], &lines[above = (at - 1) / 2]); at = above)
        swap(&lines[at], &lines[above]);
}

static void sink(struct line *lines, size_t count)
{
    size_t at = 0, below;
    while ((below = 2 * at + 1) < count) {
        if (below + 1 < count && is_before(&lines[below + 1], &lines[below]))
            below++;
        if (!is_before(&lines[below], &lines[at]))
            return;
        swap(&lines[below], &lines[at]);
        at = below;
    }
}

/* ---- the file ---- */

static const char *stage_name(uint8_t stage)
{
    static const char *const names[STALL_COUNT + 1] = {
        [STALL_DEPENDENCY] = "Dep", [STALL_FETCH] = "Fetch", [STALL_UNIT] = "Unit",
        [STALL_MEMORY] = "Mem", [STALL_BARRIER] = "Bar", [STALL_DIVERGENCE] = "Div",
        [STALL_NOT_SELECTED] = "Sel", [STALL_IDLE] = "Idle", [STALL_COUNT] = "X"};
    return names[stage];
}

static void write_label(struct trace_kanata *k, const struct line *line)
{
    struct text text = {0};
    const struct insn *insn = line->insn;
    const bool own = insn >= k->program->insns && insn < k->program->insns + k->program->count;
    topology_write_unit(&k->topology, line->slot / k->slots_per_unit, false, &text);
    text_add(&text, " %s %u 0x%08" PRIx64 ": ", topology_issuer(&k->topology),
             line->slot % k->slots_per_unit, insn->pc);
    if (own)
        k->program->isa->print(k->program, insn, &text);
    else
        text_add(&text, "%s", insn->op->name);
    for (char *tab = text.bytes; tab && (tab = strchr(tab, '\t'));)
        *tab = ' ';
    fprintf(k->output.file, "L\t%" PRIu64 "\t0\t%s\n", line->id, text_string(&text));
    text_free(&text);
}

static void write_line(struct trace_kanata *k, const struct line *line)
{
    FILE *file = k->output.file;
    if (line->cycle > k->written) {
        fprintf(file, "C\t%" PRIu64 "\n", line->cycle - k->written);
        k->written = line->cycle;
    }
    if (line->kind == LINE_BEGIN) {
        fprintf(file, "I\t%" PRIu64 "\t%" PRIu64 "\t%u\n", line->id, line->id, line->slot);
    } else if (line->kind == LINE_STAGE) {
        fprintf(file, "S\t%" PRIu64 "\t0\t%s\n", line->id, stage_name(line->stage));
        if (line->insn)
            write_label(k, line);
    } else {
        fprintf(file, "R\t%" PRIu64 "\t%" PRIu64 "\t0\n", line->id, k->ended++);
    }
}

static void write_until(struct trace_kanata *k, cycle_t cycle)
{
    while (k->count && k->lines[0].cycle <= cycle) {
        write_line(k, &k->lines[0]);
        k->lines[0] = k->lines[--k->count];
        sink(k->lines, k->count);
    }
}

static void add(struct trace_kanata *k, struct line line, cycle_t now)
{
    if (k->count == LINES_MAX)
        write_until(k, now > LONG_PAST ? now - LONG_PAST : 0);
    while (k->count == LINES_MAX)
        write_until(k, k->lines[0].cycle);
    line.cycle = later(line.cycle, k->written);
    k->lines[k->count++] = line;
    rise(k->lines, k->count - 1);
}

/* ---- events ---- */

static uint32_t number_of(const struct trace_kanata *k, const struct event *event)
{
    return event->core * k->slots_per_unit + event->warp;
}

/* The instruction that a slot waits for or issues; it begins in this cycle if it is new. */
static uint64_t id_of(struct trace_kanata *k, uint32_t slot, cycle_t cycle)
{
    if (!k->waiting[slot]) {
        k->waiting[slot] = ++k->ids;
        add(k, (struct line){.cycle = cycle, .id = k->ids, .slot = slot, .kind = LINE_BEGIN},
            cycle);
    }
    return k->waiting[slot];
}

static void on_stall(struct trace_kanata *k, const struct event *event)
{
    const uint32_t slot = number_of(k, event);
    const cycle_t begin = k->base + event->cycle;
    if (event->reason == STALL_IDLE)
        return;
    add(k, (struct line){.cycle = begin, .id = id_of(k, slot, begin), .slot = slot,
                         .kind = LINE_STAGE, .stage = (uint8_t)event->reason}, begin);
}

/* In lockstep the cycle of the result is not known. */
static void on_issue(struct trace_kanata *k, const struct event *event)
{
    const uint32_t slot = number_of(k, event);
    const cycle_t at = k->base + event->cycle;
    const cycle_t done = later(k->topology.lockstep ? 0 : k->base + event->until, at + 1);
    const uint64_t id = id_of(k, slot, at);
    add(k, (struct line){.cycle = at, .id = id, .slot = slot, .kind = LINE_STAGE,
                         .stage = STALL_COUNT, .insn = event->insn}, at);
    add(k, (struct line){.cycle = done, .id = id, .slot = slot, .kind = LINE_END}, at);
    k->waiting[slot] = 0;
}

/* What still waits ends here, without an instruction. */
static void end_launch(struct trace_kanata *k, cycle_t cycles)
{
    const uint32_t slots = topology_units(&k->topology) * k->slots_per_unit;
    k->base += cycles;
    for (uint32_t slot = 0; slot < slots; slot++) {
        if (k->waiting[slot])
            add(k, (struct line){.cycle = k->base, .id = k->waiting[slot], .slot = slot,
                                 .kind = LINE_END}, k->base);
        k->waiting[slot] = 0;
    }
    write_until(k, NEVER);
}

static void on_event(struct observer *observer, const struct event *event)
{
    struct trace_kanata *k = (struct trace_kanata *)observer;
    if (event->kind == EVENT_LAUNCH)
        k->program = event->launch->program;
    else if (event->kind == EVENT_FINISH)
        end_launch(k, event->cycle);
    else if (event->kind == EVENT_STALL && event->warp < k->slots_per_unit)
        on_stall(k, event);
    else if (event->kind == EVENT_ISSUE && event->warp < k->slots_per_unit)
        on_issue(k, event);
}

/* ---- opening and closing ---- */

bool trace_kanata_wanted(const char *path)
{
    return output_ends_in(path, ".kanata") || output_ends_in(path, ".konata");
}

static void release(struct trace_kanata *kanata)
{
    if (!kanata)
        return;
    free(kanata->lines);
    free(kanata->waiting);
    free(kanata);
}

enum wc_status trace_kanata_open(struct error *err, const char *path,
                                 const struct topology *topology, struct trace_kanata **out)
{
    struct trace_kanata *k = calloc(1, sizeof *k);
    *out = NULL;
    if (k) {
        k->topology = *topology;
        k->slots_per_unit = topology_issuers(topology);
        k->waiting =
            calloc((size_t)topology_units(topology) * k->slots_per_unit, sizeof *k->waiting);
        k->lines = malloc(LINES_MAX * sizeof *k->lines);
    }
    enum wc_status status = k && k->waiting && k->lines
                                ? output_open_packed(err, path, &k->output)
                                : fail_memory(err);
    if (status != WC_OK) {
        release(k);
        return status;
    }
    k->observer.event = on_event;
    fputs("Kanata\t0004\nC=\t0\n", k->output.file);
    *out = k;
    return WC_OK;
}

struct observer *trace_kanata_observer(struct trace_kanata *kanata)
{
    return &kanata->observer;
}

enum wc_status trace_kanata_close(struct error *err, struct trace_kanata *k, bool keep)
{
    enum wc_status status = WC_OK;
    if (!k)
        return status;
    if (keep) {
        write_until(k, NEVER);
        status = output_commit(err, &k->output);
    } else {
        output_abandon(&k->output);
    }
    release(k);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* profiler.c - counts by instruction, from the events of a run. */
#include <stdlib.h>
#include <string.h>

#include "load/image.h"
#include "report/profile.h"

/* Of a program that a launch ran. */
struct profiled {
    struct profiled *next;
    const struct program *program;
    struct profile_counts *counts; /* by instruction */
};

/* A warp slot: what was reported since its last issue, which comes with its instruction. */
struct profiled_slot {
    struct profile_counts pending;
    struct profile_counts *last; /* its last instruction, at first where its warp starts */
};

struct profiler {
    struct observer observer; /* first */
    struct profiled *programs;
    const struct profiled *current;
    struct profiled_slot *slots; /* [core][warp] */
    uint32_t cores, warps;
    bool blocks; /* a request stops its warp */
    bool lacks_memory;
};

uint64_t profile_cycles(const struct profile_counts *counts)
{
    uint64_t cycles = counts->issues;
    for (unsigned i = 0; i < STALL_COUNT; i++)
        cycles += counts->waits[i];
    return cycles;
}

static void add_counts(struct profile_counts *to, const struct profile_counts *more)
{
    to->executions += more->executions;
    to->lanes += more->lanes;
    to->issues += more->issues;
    to->transactions += more->transactions;
    to->misses += more->misses;
    for (unsigned i = 0; i < STALL_COUNT; i++)
        to->waits[i] += more->waits[i];
}

/* ---- events ---- */

static const struct profiled *find_program(struct profiler *p, const struct program *program)
{
    struct profiled *one = p->programs;
    while (one && one->program != program)
        one = one->next;
    if (one)
        return one;
    one = calloc(1, sizeof *one);
    if (one && !(one->counts = calloc(program->count + 1u, sizeof *one->counts))) {
        free(one);
        one = NULL;
    }
    if (!one)
        return NULL;
    one->program = program;
    one->next = p->programs;
    p->programs = one;
    return one;
}

static void begin_launch(struct profiler *p, const struct event *event)
{
    free(p->slots);
    p->cores = event->core;
    p->warps = event->warp;
    p->blocks = event->blocks;
    p->slots = calloc((size_t)p->cores * p->warps + 1, sizeof *p->slots);
    p->current = find_program(p, event->launch->program);
    p->lacks_memory |= !p->slots || !p->current;
}

/* Cycles without a warp are nobody's. */
static void note_wait(const struct profiler *p, struct profiled_slot *slot,
                      const struct event *event)
{
    const bool waits_after = p->blocks && event->reason == STALL_MEMORY && slot->last;
    struct profile_counts *counts = waits_after ? slot->last : &slot->pending;
    if (event->reason != STALL_IDLE)
        counts->waits[event->reason] += event->until - event->cycle;
}

static void note_memory(struct profiled_slot *slot, const struct event *event)
{
    slot->pending.transactions += event->count;
    slot->pending.misses += event->hit ? 0 : event->count;
}

static bool is_own(const struct profiler *p, const struct insn *insn)
{
    const struct program *program = p->current->program;
    return insn >= program->insns && insn < program->insns + program->count;
}

static struct profile_counts *counts_of(const struct profiler *p, const struct insn *insn)
{
    return &p->current->counts[insn - p->current->program->insns];
}

static void note_issue(const struct profiler *p, struct profiled_slot *slot,
                       const struct event *event)
{
    if (!is_own(p, event->insn)) {
        if (slot->last) /* hardware put it in because of that one: Sim-D's pops */
            slot->last->issues += !event->paired;
        return;
    }
    struct profile_counts *own = counts_of(p, event->insn);
    add_counts(own, &slot->pending);
    own->executions += event->other == 0; /* columns in lockstep are one execution (SIMD-5) */
    own->lanes += event->mask ? (uint64_t)__builtin_popcountll(event->mask) : event->count;
    own->issues += !event->paired;
    slot->pending = (struct profile_counts){0};
    slot->last = own;
}

static void on_slot(const struct profiler *p, struct profiled_slot *slot,
                    const struct event *event)
{
    switch (event->kind) {
    case EVENT_STALL:
        note_wait(p, slot, event);
        break;
    case EVENT_MEMORY:
        note_memory(slot, event);
        break;
    case EVENT_ISSUE:
        note_issue(p, slot, event);
        break;
    case EVENT_START:
        if (!slot->last) /* it may meet another part before its first issue (DWS) */
            slot->last = counts_of(p, event->insn);
        break;
    case EVENT_NOP:
        slot->pending.issues++; /* of the instruction that follows (SWAS-40) */
        break;
    default:
        break;
    }
}

/* Waits after the last issue of a slot. */
static void end_launch(struct profiler *p)
{
    for (size_t i = 0; i < (size_t)p->cores * p->warps; i++) {
        if (p->slots[i].last)
            add_counts(p->slots[i].last, &p->slots[i].pending);
    }
}

static void on_event(struct observer *observer, const struct event *event)
{
    struct profiler *p = (struct profiler *)observer;
    if (event->kind == EVENT_LAUNCH)
        begin_launch(p, event);
    if (p->lacks_memory || event->kind == EVENT_LAUNCH)
        return;
    if (event->kind == EVENT_FINISH) {
        end_launch(p);
    } else if (event->core < p->cores && event->warp < p->warps) {
        on_slot(p, &p->slots[(size_t)event->core * p->warps + event->warp], event);
    }
}

struct profiler *profiler_new(void)
{
    struct profiler *p = calloc(1, sizeof *p);
    if (p)
        p->observer.event = on_event;
    return p;
}

struct observer *profiler_observer(struct profiler *profiler)
{
    return &profiler->observer;
}

void profiler_free(struct profiler *p)
{
    for (struct profiled *one = p ? p->programs : NULL, *next; one; one = next) {
        next = one->next;
        free(one->counts);
        free(one);
    }
    if (p)
        free(p->slots);
    free(p);
}

/* ---- rows ---- */

static struct profile_row *row_of(struct arena *arena, struct run_profile *profile,
                                  const struct code_place *place)
{
    for (uint32_t i = place->file ? profile->row_count : 0; i-- > 0;) { /* mostly the last one */
        if (is_same_place(&profile->rows[i].place, place))
            return &profile->rows[i];
    }
    profile->rows = arena_grow(arena, profile->rows, profile->row_count, sizeof *profile->rows);
    profile->rows[profile->row_count] = (struct profile_row){.place = *place};
    return &profile->rows[profile->row_count++];
}

static void add_instruction(const struct place_namer *namer, struct run_profile *profile,
                            const struct insn *insn, const struct profile_counts *counts)
{
    struct source_line line = {0};
    struct code_place place = {.address = insn->pc};
    place_name_function(namer, &place);
    if (image_source_line(namer->program->image, insn->pc, &line))
        place_name_line(namer, &place, &line);
    struct profile_row *row = row_of(namer->arena, profile, &place);
    add_counts(&row->counts, counts);
    add_counts(&profile->total, counts);
    row->instructions = arena_grow(namer->arena, row->instructions, row->instruction_count,
                                   sizeof *row->instructions);
    row->instructions[row->instruction_count++] = (struct profile_instruction){
        .text = place_print(namer, insn), .address = insn->pc, .column = line.column,
        .counts = *counts};
}

static void add_program(struct arena *arena, const struct profiled *profiled,
                        struct run_profile *profile)
{
    struct place_namer namer = place_namer_new(arena, profiled->program);
    for (uint32_t i = 0; i < profiled->program->count; i++) {
        if (profiled->counts[i].executions || profile_cycles(&profiled->counts[i]))
            add_instruction(&namer, profile, &profiled->program->insns[i], &profiled->counts[i]);
    }
    place_namer_free(&namer);
}

static int compare_rows(const void *a, const void *b)
{
    const struct profile_row *x = a, *y = b;
    const uint64_t of_x = profile_cycles(&x->counts), of_y = profile_cycles(&y->counts);
    if (of_x != of_y)
        return of_x > of_y ? -1 : 1;
    return x->place.address < y->place.address ? -1 : x->place.address > y->place.address;
}

const struct run_profile *profiler_result(const struct profiler *profiler, struct arena *arena)
{
    struct run_profile *profile = arena_alloc(arena, sizeof *profile);
    *profile = (struct run_profile){0};
    if (profiler->lacks_memory)
        return NULL;
    for (const struct profiled *one = profiler->programs; one; one = one->next)
        add_program(arena, one, profile);
    if (profile->row_count)
        qsort(profile->rows, profile->row_count, sizeof *profile->rows, compare_rows);
    return profile;
}

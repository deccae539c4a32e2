/* SPDX-License-Identifier: Apache-2.0 */
/* measure.c - block times from the events of a run. */
#include "paper/pws/measure.h"

#include <string.h>

#include "abi/pack.h"

#define NO_PIECE UINT32_MAX
#define NO_LOOP UINT32_MAX

/* What runs in one slot. */
struct part {
    uint32_t piece;  /* NO_PIECE: nothing has issued */
    cycle_t placed;  /* its work-group */
    cycle_t since;   /* counted up to here ... */
    cycle_t spent;   /* ... so many cycles of the piece */
    cycle_t drained; /* everything that it has issued is complete */
    bool waits;      /* for its partner: its time does not count */
    bool is_child;   /* split off: it started in the middle */
    bool at_barrier; /* its latest instruction is a barrier */
    struct part *child; /* that its instruction in progress splits off, or NULL ... */
    cycle_t forked;     /* ... and from when on both can issue */
    uint64_t *turns; /* by loop: runs of its body since it was entered */
};

struct loop_shape {
    uint32_t header, parent; /* piece; loop or NO_LOOP */
    uint64_t max;
    struct structure *structure;
};

/* What is counted for a kernel. */
struct counts {
    uint32_t *piece_at; /* by instruction, from `first` on */
    uint32_t first, end;
    int64_t *cost;      /* by piece; -1: never ran */
    uint32_t *loop_of;  /* by piece: the innermost loop */
    struct loop_shape *loops;
    uint32_t loop_count;
};

struct measurement {
    struct observer observer; /* first */
    struct arena *arena;
    struct measured_kernel *kernels;
    struct counts *counts; /* by kernel */
    uint32_t kernel_count;
    /* The launch in progress. */
    struct measured_kernel *kernel;
    struct counts *count;
    const struct launch *launch;
    struct part *parts;
    uint32_t slots;  /* per core */
    cycle_t now;
};

/* ---- a kernel's shape ---- */

static void add_loop(struct measurement *m, struct counts *c, struct structure *loop,
                     uint32_t around)
{
    c->loops = arena_grow(m->arena, c->loops, c->loop_count, sizeof *c->loops);
    c->loops[c->loop_count++] =
        (struct loop_shape){.header = loop->block.number, .parent = around, .structure = loop};
}

static void find_loops(struct measurement *m, struct counts *c, struct structure *list,
                       uint32_t around)
{
    for (struct structure *s = list; s; s = s->next) {
        uint32_t inner = around;
        if (s->kind == STRUCTURE_LOOP) {
            add_loop(m, c, s, around);
            inner = c->loop_count - 1;
        } else if (s->block.number != STRUCTURE_NO_BLOCK) {
            c->loop_of[s->block.number] = around;
        }
        if (s->kind == STRUCTURE_DIVERGENT && s->serial.number != STRUCTURE_NO_BLOCK)
            c->loop_of[s->serial.number] = around;
        find_loops(m, c, s->side[SIDE_THEN], inner);
        if (s->kind != STRUCTURE_LOOP)
            find_loops(m, c, s->side[SIDE_ELSE], around);
    }
}

static void number_pieces(struct measurement *m, struct counts *c,
                          const struct split_structure *code)
{
    c->first = code->pieces[0].first;
    c->end = code->pieces[code->count - 1].end;
    c->piece_at = arena_array(m->arena, c->end - c->first, sizeof *c->piece_at);
    c->cost = arena_array(m->arena, code->count, sizeof *c->cost);
    c->loop_of = arena_array(m->arena, code->count, sizeof *c->loop_of);
    for (uint32_t i = 0; i < code->count; i++) {
        c->cost[i] = -1;
        c->loop_of[i] = NO_LOOP;
        for (uint32_t k = code->pieces[i].first; k < code->pieces[i].end; k++)
            c->piece_at[k - c->first] = i;
    }
}

static void find_splits(struct measurement *m, struct measured_kernel *kernel,
                        const struct program *program)
{
    kernel->split = arena_array(m->arena, kernel->sites.count + 1u, sizeof *kernel->split);
    for (uint32_t i = 0; i < kernel->sites.count; i++) {
        const struct split_site *site = &kernel->sites.list[i];
        for (uint32_t k = site->open; k < site->then; k++)
            kernel->split[i] |= program->insns[k].op &&
                                program->insns[k].op->role == ROLE_SPLIT;
    }
}

static void find_shape(struct measurement *m, struct measured_kernel *kernel, struct counts *c,
                       const struct launch *launch)
{
    struct error err = {0};
    const struct program *program = launch->program;
    const struct function *function = program_function(program, launch->kernel->entry);
    kernel->sites = split_sites_find(m->arena, program, function, true);
    if (split_structure_make(&err, m->arena, program, function, &kernel->sites, &kernel->code) ==
        WC_OK) {
        number_pieces(m, c, &kernel->code);
        find_loops(m, c, kernel->code.program, NO_LOOP);
        find_splits(m, kernel, program);
    } else {
        kernel->problem = arena_strdup(m->arena, err.message);
    }
    error_clear(&err);
}

static void add_kernel(struct measurement *m, const struct launch *launch)
{
    m->kernels = arena_grow(m->arena, m->kernels, m->kernel_count, sizeof *m->kernels);
    m->counts = arena_grow(m->arena, m->counts, m->kernel_count, sizeof *m->counts);
    struct measured_kernel *kernel = &m->kernels[m->kernel_count];
    struct counts *c = &m->counts[m->kernel_count++];
    *c = (struct counts){0};
    *kernel = (struct measured_kernel){.kernel = launch->kernel,
                                       .name = arena_strdup(m->arena, launch->name)};
    if (launch->kernel->amdgpu) {
        kernel->vgprs = launch->kernel->amdgpu->vgprs;
        kernel->sgprs = launch->kernel->amdgpu->sgprs;
    }
    find_shape(m, kernel, c, launch);
}

static void choose_kernel(struct measurement *m, const struct launch *launch)
{
    uint32_t i = 0;
    while (i < m->kernel_count && m->kernels[i].kernel != launch->kernel)
        i++;
    if (i == m->kernel_count)
        add_kernel(m, launch);
    m->kernel = &m->kernels[i];
    m->count = &m->counts[i];
}

/* ---- parts ---- */

static void keep_max(int64_t *max, cycle_t value)
{
    if ((int64_t)value > *max)
        *max = (int64_t)value;
}

/* The time up to `now` counts, and none until the part continues. */
static void stop(struct part *part, cycle_t now)
{
    if (!part->waits && now > part->since)
        part->spent += now - part->since;
    part->waits = true;
}

static void go_on(struct part *part, cycle_t since)
{
    part->waits = false;
    part->since = since;
}

/* The part leaves its piece. */
static void leave(struct measurement *m, struct part *part, cycle_t now)
{
    if (part->piece == NO_PIECE)
        return;
    cycle_t running = !part->waits && now > part->since ? now - part->since : 0;
    keep_max(&m->count->cost[part->piece], part->spent + running);
    part->spent = 0;
    part->since = later(now, part->since); /* later: it has been merged, and continues then */
}

static bool is_inside(const struct counts *c, uint32_t piece, uint32_t loop)
{
    uint32_t inner = piece == NO_PIECE ? NO_LOOP : c->loop_of[piece];
    while (inner != NO_LOOP && inner != loop)
        inner = c->loops[inner].parent;
    return inner == loop;
}

static void count_turns(struct counts *c, struct part *part, uint32_t piece)
{
    for (uint32_t i = 0; i < c->loop_count; i++) {
        if (c->loops[i].header != piece)
            continue;
        part->turns[i] = is_inside(c, part->piece, i) ? part->turns[i] + 1 : 1;
        if (part->turns[i] > c->loops[i].max)
            c->loops[i].max = part->turns[i];
    }
}

/* ---- events ---- */

static struct part *part_of(const struct measurement *m, uint32_t core, uint32_t slot)
{
    return &m->parts[(size_t)core * m->slots + slot];
}

static void begin(struct measurement *m, const struct event *event)
{
    const size_t count = (size_t)event->core * event->warp;
    m->launch = event->launch;
    m->now = event->cycle;
    m->slots = event->warp;
    choose_kernel(m, event->launch);
    if (m->kernel->problem)
        return;
    m->parts = arena_array(m->arena, count, sizeof *m->parts);
    for (size_t i = 0; i < count; i++) {
        m->parts[i].piece = NO_PIECE;
        m->parts[i].turns = arena_array(m->arena, m->count->loop_count + 1u, sizeof(uint64_t));
    }
}

static void start(struct measurement *m, const struct event *event)
{
    struct part *part = part_of(m, event->core, event->warp);
    if (part->is_child)
        return;
    *part = (struct part){.piece = NO_PIECE, .placed = m->now, .turns = part->turns};
}

static void split_off(struct measurement *m, struct part *part, cycle_t now)
{
    struct part *child = part->child;
    uint64_t *turns = child->turns;
    part->child = NULL;
    keep_max(&m->kernel->timing.split, part->forked - now);
    stop(part, now);
    go_on(part, part->forked);
    *child = *part;
    child->is_child = true;
    child->turns = turns;
    memcpy(turns, part->turns, m->count->loop_count * sizeof *turns);
}

static void issue(struct measurement *m, const struct event *event)
{
    struct part *part = part_of(m, event->core, event->warp);
    const struct counts *c = m->count;
    const uint32_t index = (uint32_t)(event->insn - m->launch->program->insns);
    const bool own = index >= c->first && index < c->end;
    const uint32_t piece = own ? c->piece_at[index - c->first] : NO_PIECE;
    const uint8_t role = event->insn->op ? event->insn->op->role : 0;
    if (part->piece == NO_PIECE) {
        keep_max(&m->kernel->timing.start, event->cycle - part->placed);
        part->since = event->cycle;
    }
    if (own && (piece != part->piece || index == m->kernel->code.pieces[piece].first)) {
        leave(m, part, event->cycle);
        count_turns(m->count, part, piece);
        part->piece = piece;
    }
    part->drained = later(part->drained, event->until);
    part->at_barrier = role == ROLE_BARRIER;
    if (part->child)
        split_off(m, part, event->cycle);
}

/* A part waits: at a barrier, which its block pays for, or for its partner. */
static void wait(struct measurement *m, const struct event *event)
{
    struct part *part = part_of(m, event->core, event->warp);
    if (!part->at_barrier)
        stop(part, event->cycle);
}

static void merge(struct measurement *m, const struct event *event)
{
    struct part *parent = part_of(m, event->other_core, event->other);
    keep_max(&m->kernel->timing.merge, event->until - event->cycle);
    stop(part_of(m, event->core, event->warp), event->cycle);
    stop(parent, event->cycle);
    go_on(parent, event->until);
}

static void split(struct measurement *m, const struct event *event)
{
    struct part *part = part_of(m, event->core, event->warp);
    part->child = part_of(m, event->other_core, event->other);
    part->child->is_child = true;
    part->forked = event->until;
}

static void end(struct measurement *m, const struct event *event)
{
    struct part *part = part_of(m, event->core, event->warp);
    leave(m, part, later(event->cycle + 1, part->drained));
    part->piece = NO_PIECE;
    part->is_child = false;
}

static struct measured_launch *launch_of(struct measurement *m)
{
    struct measured_kernel *kernel = m->kernel;
    const struct launch *l = m->launch;
    const struct measured_launch shape = {
        .groups = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2],
        .group_size = (uint64_t)l->block[0] * l->block[1] * l->block[2],
        .lds = pack_local_bytes(l)};
    for (uint32_t i = 0; i < kernel->launch_count; i++) {
        struct measured_launch *known = &kernel->launches[i];
        if (known->groups == shape.groups && known->group_size == shape.group_size &&
            known->lds == shape.lds)
            return known;
    }
    kernel->launches = arena_grow(m->arena, kernel->launches, kernel->launch_count,
                                  sizeof *kernel->launches);
    kernel->launches[kernel->launch_count] = shape;
    return &kernel->launches[kernel->launch_count++];
}

static void finish(struct measurement *m, const struct event *event)
{
    struct measured_launch *launch = launch_of(m);
    launch->count++;
    launch->observed += event->cycle;
    launch->longest = event->cycle > launch->longest ? event->cycle : launch->longest;
}

static void on_event(struct observer *observer, const struct event *event)
{
    struct measurement *m = (struct measurement *)observer;
    if (event->kind == EVENT_LAUNCH)
        begin(m, event);
    else if (event->kind == EVENT_FINISH)
        finish(m, event);
    if (m->kernel->problem)
        return;
    switch (event->kind) {
    case EVENT_START:
        start(m, event);
        return;
    case EVENT_SPLIT:
        split(m, event);
        break;
    case EVENT_ISSUE:
        issue(m, event);
        break;
    case EVENT_BARRIER:
        wait(m, event);
        break;
    case EVENT_MERGE:
        merge(m, event);
        break;
    case EVENT_END:
        end(m, event);
        break;
    default:
        return;
    }
    m->now = event->cycle;
}

struct measurement *measurement_new(struct arena *arena)
{
    struct measurement *m = arena_alloc(arena, sizeof *m);
    m->observer.event = on_event;
    m->arena = arena;
    return m;
}

struct observer *measurement_observer(struct measurement *measurement)
{
    return &measurement->observer;
}

static void set_costs(struct measured_kernel *kernel, struct counts *c)
{
    kernel->blocks_run = 0;
    for (uint32_t i = 0; i < kernel->code.count; i++) {
        kernel->blocks_run += c->cost[i] >= 0;
        if (c->cost[i] < 0)
            c->cost[i] = 0;
    }
    structure_set_costs(kernel->code.program, c->cost, kernel->code.count);
    for (uint32_t i = 0; i < c->loop_count; i++)
        c->loops[i].structure->bound = c->loops[i].max ? (int64_t)c->loops[i].max : 1;
}

const struct measured_kernel *measurement_kernels(struct measurement *m, uint32_t *count)
{
    for (uint32_t i = 0; i < m->kernel_count; i++) {
        if (!m->kernels[i].problem)
            set_costs(&m->kernels[i], &m->counts[i]);
    }
    *count = m->kernel_count;
    return m->kernels;
}

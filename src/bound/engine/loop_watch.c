/* SPDX-License-Identifier: Apache-2.0 */
/* loop_watch.c - runs of loops' bodies counted from the instructions that warps issue.
 *
 * flow/loop_body.h tells where a run begins. A lane that reaches a header and was in the loop came
 * over a back edge. It leaves the loop with an instruction of the same function outside: a call
 * inside a loop does not leave it. */
#include "bound/engine/loop_watch.h"

#include <string.h>

#include "flow/cfg.h"
#include "flow/loop_body.h"
#include "machine/common/state_io.h"

/* A loop of the running launch that has a bound. */
struct watched {
    uint32_t header; /* instruction */
    uint32_t parent; /* the watched loop around it, or NO_NODE */
    bool at_header;  /* arriving there is a run of the body, besides `before` others */
    bool is_tested;  /* a run begins behind the tests; else, without at_header, at a back edge */
    uint32_t before;
    uint32_t group;  /* of its function */
    struct loop_runs runs;
};

/* The lanes of a warp and a loop. */
struct warp_loop {
    uint64_t inside;
    uint64_t running; /* in the body, in the iteration under way */
    uint32_t taken[LANES_MAX]; /* by lane: back edges since it entered the loop */
};

struct loop_watch {
    struct observer observer; /* first */
    const struct launch *launches;
    const struct walk_bounds *bounds; /* by launch */
    struct loop_runs **runs; /* by launch: by bound */
    /* Of the launch that runs: */
    struct arena work;
    const struct walk_bounds *list;
    const struct program *program;
    struct watched *loops; /* by bound */
    uint32_t *innermost;   /* by instruction: the watched loop around it, or NO_NODE */
    uint32_t *group;       /* by instruction: number of its function among those with watched loops,
                            * or NO_NODE */
    bool *first;           /* by instruction: a block begins */
    bool *begins;          /* ... that is no test of a loop around it */
    uint32_t group_count;
    uint32_t warps;    /* a core */
    struct warp_loop *of_warp; /* [core][warp][loop] */
    size_t slots;      /* of all cores */
};

/* ---- a launch begins ---- */

/* The watched loop with this header, or NO_NODE. */
static uint32_t watched_at(const struct loop_watch *watch, uint32_t header)
{
    for (uint32_t i = 0; i < watch->list->count; i++) {
        if (watch->list->list[i].header == header)
            return i;
    }
    return NO_NODE;
}

static void watch_loop(struct loop_watch *watch, const struct cfg *cfg, uint32_t loop,
                       const struct loop_name *name, uint32_t self, uint32_t around)
{
    const struct loop_body body = loop_body_find(&watch->work, cfg, loop, name);
    watch->loops[self] = (struct watched){.header = watch->list->list[self].header,
                                          .parent = around,
                                          .group = watch->group_count,
                                          .at_header = body.at_header,
                                          .is_tested = body.test_count > 0,
                                          .before = body.before};
    for (uint32_t i = 0; i < body.test_count; i++)
        watch->begins[cfg->blocks[body.tests[i]].first] = false;
}

/* By loop of the graph: itself if it is watched, else the next watched one around it. */
static uint32_t *watched_of(struct loop_watch *watch, const struct cfg *cfg)
{
    uint32_t *found = arena_array(&watch->work, cfg->loops.count, sizeof *found);
    const struct loop_name *names = loop_names(&watch->work, cfg);
    for (uint32_t i = 0; i < cfg->loops.count; i++) { /* outer loops come before inner ones */
        const struct loop *loop = &cfg->loops.loop[i];
        uint32_t around = loop->parent == NO_NODE ? NO_NODE : found[loop->parent];
        uint32_t self = watched_at(watch, cfg->blocks[loop->header].first);
        found[i] = self == NO_NODE ? around : self;
        if (self != NO_NODE)
            watch_loop(watch, cfg, i, &names[i], self, around);
    }
    return found;
}

static void add_function(struct loop_watch *watch, const struct function *function)
{
    const struct cfg cfg = cfg_make(&watch->work, watch->program, function);
    for (uint32_t b = 0; b < cfg.block_count; b++)
        watch->first[cfg.blocks[b].first] = watch->begins[cfg.blocks[b].first] = true;
    const uint32_t *watched = watched_of(watch, &cfg);
    for (uint32_t b = 0; b < cfg.block_count; b++) {
        uint32_t loop = cfg.loops.of[b];
        for (uint32_t i = cfg.blocks[b].first; i < cfg.blocks[b].end; i++) {
            watch->group[i] = watch->group_count;
            watch->innermost[i] = loop == NO_NODE ? NO_NODE : watched[loop];
        }
    }
    watch->group_count++;
}

static void add_functions(struct loop_watch *watch)
{
    for (size_t i = 0; i < watch->list->count; i++) {
        uint32_t header = watch->list->list[i].header;
        const struct function *function =
            program_function(watch->program, watch->program->insns[header].pc);
        if (function && watch->group[header] == NO_NODE)
            add_function(watch, function);
    }
}

static size_t launch_index(const struct loop_watch *watch, const struct launch *launch)
{
    return (size_t)(launch - watch->launches);
}

static void begin(struct loop_watch *watch, const struct event *event)
{
    size_t slots = (size_t)event->core * event->warp;
    watch->list = &watch->bounds[launch_index(watch, event->launch)];
    watch->program = event->launch->program;
    size_t insns = watch->program->count;
    watch->first = arena_array(&watch->work, insns, sizeof *watch->first);
    watch->observer.begins = watch->first; /* within a block lanes only leave loops */
    if (!watch->list->count)
        return;
    watch->warps = event->warp;
    watch->group_count = 0;
    watch->loops = arena_array(&watch->work, watch->list->count, sizeof *watch->loops);
    watch->innermost = arena_array(&watch->work, insns, sizeof *watch->innermost);
    watch->group = arena_array(&watch->work, insns, sizeof *watch->group);
    watch->begins = arena_array(&watch->work, insns, sizeof *watch->begins);
    memset(watch->group, 0xff, insns * sizeof *watch->group);
    add_functions(watch);
    watch->of_warp =
        arena_array(&watch->work, slots * watch->list->count, sizeof *watch->of_warp);
    watch->slots = slots;
}

/* ---- while it runs ---- */

static size_t slot_of(const struct loop_watch *watch, const struct event *event)
{
    return (size_t)event->core * watch->warps + event->warp;
}

/* By loop. */
static struct warp_loop *loops_of(const struct loop_watch *watch, size_t slot)
{
    return &watch->of_warp[slot * watch->list->count];
}

static bool is_inside(const struct loop_watch *watch, uint32_t loop, uint32_t outer)
{
    while (loop != NO_NODE && loop != outer)
        loop = watch->loops[loop].parent;
    return loop == outer;
}

/* The back edges of the lane that has taken most of them. */
static uint64_t max_taken(const struct warp_loop *warp, uint64_t lanes)
{
    uint32_t max = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t taken = warp->taken[__builtin_ctzll(lanes)];
        max = taken > max ? taken : max;
    }
    return max;
}

static void note_runs(struct watched *loop, uint64_t runs)
{
    if (runs > loop->runs.max)
        loop->runs.max = runs;
}

static uint64_t count_lanes(uint64_t mask)
{
    return (uint64_t)__builtin_popcountll(mask);
}

/* Of these lanes the iteration under way is their last one. */
static void leave(struct watched *loop, struct warp_loop *warp, uint64_t lanes)
{
    loop->runs.total += count_lanes(warp->running & lanes);
    warp->running &= ~lanes;
    warp->inside &= ~lanes;
}

/* The loops of the function that the instruction is not in. */
static void leave_others(struct loop_watch *watch, struct warp_loop *warp, uint32_t group,
                         uint32_t loop, uint64_t lanes)
{
    for (uint32_t i = 0; i < watch->list->count; i++) {
        if (warp[i].inside & lanes && watch->loops[i].group == group &&
            !is_inside(watch, loop, i))
            leave(&watch->loops[i], &warp[i], lanes);
    }
}

/* The header of the loop: of the runs so far the last one may have been counted already. */
static void arrive(struct watched *loop, struct warp_loop *warp, uint64_t lanes)
{
    const uint64_t back = lanes & warp->inside, fresh = lanes & ~warp->inside;
    for (uint64_t rest = back; rest; rest &= rest - 1)
        warp->taken[__builtin_ctzll(rest)]++;
    for (uint64_t rest = fresh; rest; rest &= rest - 1)
        warp->taken[__builtin_ctzll(rest)] = 0;
    note_runs(loop, max_taken(warp, lanes) + (loop->at_header ? 1 + loop->before : 0));
    loop->runs.total += count_lanes(back) + loop->before * count_lanes(fresh);
    warp->running = (warp->running & ~lanes) | (loop->at_header ? lanes : 0);
    warp->inside |= lanes;
}

/* A block that is no test: in the loops around it that begin with tests, their body runs. */
static void run_bodies(struct loop_watch *watch, struct warp_loop *warp, uint32_t loop,
                       uint64_t lanes)
{
    for (; loop != NO_NODE; loop = watch->loops[loop].parent) {
        if (!watch->loops[loop].is_tested)
            continue;
        note_runs(&watch->loops[loop], max_taken(&warp[loop], lanes) + 1);
        warp[loop].running |= lanes;
    }
}

static void count(struct loop_watch *watch, const struct event *event)
{
    size_t insn = (size_t)(event->insn - watch->program->insns);
    if (insn >= watch->program->count)
        return; /* hardware put it in: Sim-D's pops */
    uint32_t group = watch->group[insn], loop = watch->innermost[insn];
    const uint64_t lanes = event->mask & ~event->repeats;
    if (group == NO_NODE || !lanes)
        return;
    struct warp_loop *warp = loops_of(watch, slot_of(watch, event));
    leave_others(watch, warp, group, loop, lanes);
    if (loop != NO_NODE && watch->loops[loop].header == insn) {
        arrive(&watch->loops[loop], &warp[loop], lanes);
        run_bodies(watch, warp, watch->loops[loop].parent, lanes);
    }
    if (watch->begins[insn])
        run_bodies(watch, warp, loop, lanes);
}

static void leave_all(struct loop_watch *watch, size_t slot)
{
    struct warp_loop *warp = loops_of(watch, slot);
    for (size_t i = 0; i < watch->list->count; i++)
        leave(&watch->loops[i], &warp[i], ~UINT64_C(0));
}

/* A warp that starts or ends is in no loop. */
static void forget(struct loop_watch *watch, const struct event *event)
{
    leave_all(watch, slot_of(watch, event));
}

static void finish(struct loop_watch *watch, const struct event *event)
{
    struct loop_runs *runs = watch->runs[launch_index(watch, event->launch)];
    for (size_t slot = 0; watch->list->count && slot < watch->slots; slot++)
        leave_all(watch, slot); /* of a run that was cut short */
    for (size_t i = 0; i < watch->list->count; i++)
        runs[i] = watch->loops[i].runs;
    watch->observer.begins = NULL;
    arena_free(&watch->work);
}

static void hear(struct observer *observer, const struct event *event)
{
    static void (*const react[])(struct loop_watch *watch, const struct event *event) = {
        [EVENT_START] = forget, [EVENT_ISSUE] = count, [EVENT_END] = forget,
    };
    struct loop_watch *watch = (struct loop_watch *)observer;
    if (event->kind == EVENT_LAUNCH)
        begin(watch, event);
    else if (event->kind == EVENT_FINISH)
        finish(watch, event);
    else if (watch->list->count && event->kind < sizeof react / sizeof *react &&
             react[event->kind])
        react[event->kind](watch, event);
}

/* ---- checkpoints ---- */

void loop_watch_walk(struct loop_watch *watch, size_t launches, struct state_io *io)
{
    for (size_t i = 0; i < launches; i++)
        state_io_bytes(io, watch->runs[i], watch->bounds[i].count * sizeof **watch->runs);
    for (size_t i = 0; i < watch->list->count; i++)
        state_io_bytes(io, &watch->loops[i].runs, sizeof watch->loops[i].runs);
    if (watch->list->count)
        state_io_pages(io, (uint8_t *)watch->of_warp,
                       watch->slots * watch->list->count * sizeof *watch->of_warp);
}

/* ---- the whole ---- */

struct loop_watch *loop_watch_new(struct arena *arena, const struct launch *launches,
                                  const struct walk_bounds *bounds, size_t count)
{
    size_t given = 0;
    for (size_t i = 0; i < count; i++)
        given += bounds[i].count;
    if (!given)
        return NULL;
    const uint32_t heard = 1u << EVENT_LAUNCH | 1u << EVENT_START | 1u << EVENT_ISSUE |
                           1u << EVENT_END | 1u << EVENT_FINISH;
    struct loop_watch *watch = arena_alloc(arena, sizeof *watch);
    *watch = (struct loop_watch){.observer = {hear, .ignores = ~heard},
                                 .launches = launches, .bounds = bounds,
                                 .runs = arena_array(arena, count, sizeof *watch->runs)};
    for (size_t i = 0; i < count; i++)
        watch->runs[i] = arena_array(arena, bounds[i].count, sizeof **watch->runs);
    return watch;
}

struct observer *loop_watch_observer(struct loop_watch *watch)
{
    return &watch->observer;
}

const struct loop_runs *loop_watch_runs(const struct loop_watch *watch, size_t launch)
{
    return watch->runs[launch];
}

/* SPDX-License-Identifier: Apache-2.0 */
/* loop_watch.c - back edges counted from the instructions that warps issue.
 *
 * A header that is reached from inside its loop was reached over a back edge. What was issued last
 * counts by function: a call inside a loop does not leave it. */
#include "bound/loop_watch.h"

#include <string.h>

#include "flow/cfg.h"

/* A loop of the running launch that has a bound. */
struct watched {
    uint32_t header; /* instruction */
    uint32_t parent; /* the watched loop around it, or NO_NODE */
    uint64_t most;
};

struct loop_watch {
    struct observer observer; /* first */
    const struct launch *launches;
    const struct walk_bounds *bounds; /* by launch */
    uint64_t **rounds; /* by launch: by bound */
    /* Of the launch that runs: */
    struct arena work;
    const struct walk_bounds *list;
    const struct program *program;
    struct watched *loops; /* by bound */
    uint32_t *innermost;   /* by instruction: the watched loop around it, or NO_NODE */
    uint32_t *group;       /* by instruction: number of its function among those with watched loops,
                            * or NO_NODE */
    uint32_t group_count;
    uint32_t warps;    /* a core */
    uint32_t *last_in; /* [core][warp][group]: the watched loop of what was issued last there */
    uint64_t *taken;   /* [core][warp][loop]: back edges since the loop was entered */
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

/* By loop of the graph: itself if it is watched, else the next watched one around it. */
static uint32_t *watched_of(struct loop_watch *watch, const struct cfg *cfg)
{
    uint32_t *found = arena_array(&watch->work, cfg->loops.count, sizeof *found);
    for (uint32_t i = 0; i < cfg->loops.count; i++) { /* outer loops come before inner ones */
        const struct loop *loop = &cfg->loops.loop[i];
        uint32_t around = loop->parent == NO_NODE ? NO_NODE : found[loop->parent];
        uint32_t self = watched_at(watch, cfg->blocks[loop->header].first);
        found[i] = self == NO_NODE ? around : self;
        if (self != NO_NODE)
            watch->loops[self] = (struct watched){.header = watch->list->list[self].header,
                                                  .parent = around};
    }
    return found;
}

static void add_function(struct loop_watch *watch, const struct function *function)
{
    const struct cfg cfg = cfg_make(&watch->work, watch->program, function);
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
    if (!watch->list->count)
        return;
    watch->program = event->launch->program;
    watch->warps = event->warp;
    watch->group_count = 0;
    size_t insns = watch->program->count;
    watch->loops = arena_array(&watch->work, watch->list->count, sizeof *watch->loops);
    watch->innermost = arena_array(&watch->work, insns, sizeof *watch->innermost);
    watch->group = arena_array(&watch->work, insns, sizeof *watch->group);
    memset(watch->group, 0xff, insns * sizeof *watch->group);
    add_functions(watch);
    size_t last = slots * watch->group_count;
    watch->last_in = arena_array(&watch->work, last, sizeof *watch->last_in);
    memset(watch->last_in, 0xff, last * sizeof *watch->last_in);
    watch->taken = arena_array(&watch->work, slots * watch->list->count, sizeof *watch->taken);
}

/* ---- while it runs ---- */

static size_t slot_of(const struct loop_watch *watch, const struct event *event)
{
    return (size_t)event->core * watch->warps + event->warp;
}

static bool is_inside(const struct loop_watch *watch, uint32_t loop, uint32_t outer)
{
    while (loop != NO_NODE && loop != outer)
        loop = watch->loops[loop].parent;
    return loop == outer;
}

static void count(struct loop_watch *watch, const struct event *event)
{
    size_t insn = (size_t)(event->insn - watch->program->insns);
    uint32_t group = watch->group[insn], loop = watch->innermost[insn];
    if (group == NO_NODE)
        return;
    uint32_t *last = &watch->last_in[slot_of(watch, event) * watch->group_count + group];
    if (loop != NO_NODE && watch->loops[loop].header == insn) {
        uint64_t *taken = &watch->taken[slot_of(watch, event) * watch->list->count + loop];
        *taken = is_inside(watch, *last, loop) ? *taken + 1 : 0;
        if (*taken > watch->loops[loop].most)
            watch->loops[loop].most = *taken;
    }
    *last = loop;
}

/* A warp that starts or ends is in no loop. */
static void forget(struct loop_watch *watch, const struct event *event)
{
    memset(&watch->last_in[slot_of(watch, event) * watch->group_count], 0xff,
           watch->group_count * sizeof *watch->last_in);
}

static void finish(struct loop_watch *watch, const struct event *event)
{
    uint64_t *rounds = watch->rounds[launch_index(watch, event->launch)];
    for (size_t i = 0; i < watch->list->count; i++)
        rounds[i] = watch->loops[i].most;
    arena_free(&watch->work);
}

static void hear(struct observer *observer, const struct event *event)
{
    static void (*const react[])(struct loop_watch *watch, const struct event *event) = {
        [EVENT_START] = forget, [EVENT_ISSUE] = count, [EVENT_END] = forget,
        [EVENT_FINISH] = finish,
    };
    struct loop_watch *watch = (struct loop_watch *)observer;
    if (event->kind == EVENT_LAUNCH)
        begin(watch, event);
    else if (watch->list->count && event->kind < sizeof react / sizeof *react &&
             react[event->kind])
        react[event->kind](watch, event);
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
    struct loop_watch *watch = arena_alloc(arena, sizeof *watch);
    *watch = (struct loop_watch){.observer = {hear}, .launches = launches, .bounds = bounds,
                                 .rounds = arena_array(arena, count, sizeof *watch->rounds)};
    for (size_t i = 0; i < count; i++)
        watch->rounds[i] = arena_array(arena, bounds[i].count, sizeof **watch->rounds);
    return watch;
}

struct observer *loop_watch_observer(struct loop_watch *watch)
{
    return &watch->observer;
}

const uint64_t *loop_watch_rounds(const struct loop_watch *watch, size_t launch)
{
    return watch->rounds[launch];
}

/* SPDX-License-Identifier: Apache-2.0 */
/* loop_turns.c - loops of all functions, and the position of warps in them. */
#include "bound/engine/loop_turns.h"

#include <string.h>

#include "flow/cfg.h"

static void add_function(struct loop_turns *t, struct arena *arena,
                         const struct function *function)
{
    struct arena work = {0};
    const struct cfg cfg = cfg_make(&work, t->program, function);
    const uint32_t first = t->loop_count;
    for (uint32_t i = 0; i < cfg.loops.count; i++) {
        const struct loop *loop = &cfg.loops.loop[i];
        t->loops = arena_grow(arena, t->loops, t->loop_count, sizeof *t->loops);
        t->loops[t->loop_count++] = (struct turning_loop){
            .header = cfg.blocks[loop->header].first,
            .parent = loop->parent == NO_NODE ? NO_NODE : first + loop->parent};
    }
    for (uint32_t b = 0; b < cfg.block_count; b++) {
        for (uint32_t i = cfg.blocks[b].first; i < cfg.blocks[b].end; i++) {
            t->group[i] = t->group_count;
            t->innermost[i] = cfg.loops.of[b] == NO_NODE ? NO_NODE : first + cfg.loops.of[b];
        }
    }
    t->group_count++;
    arena_free(&work);
}

void loop_turns_make(struct loop_turns *t, struct arena *arena, const struct program *program)
{
    *t = (struct loop_turns){.program = program};
    t->innermost = arena_array(arena, program->count, sizeof *t->innermost);
    t->group = arena_array(arena, program->count, sizeof *t->group);
    memset(t->innermost, 0xff, program->count * sizeof *t->innermost);
    memset(t->group, 0xff, program->count * sizeof *t->group);
    for (uint32_t i = 0; i < program->function_count; i++) {
        if (program_index(program, program->functions[i].base) >= 0)
            add_function(t, arena, &program->functions[i]);
    }
}

struct warp_turns warp_turns_make(const struct loop_turns *t, struct arena *arena)
{
    struct warp_turns warp = {.last = arena_array(arena, t->group_count, sizeof *warp.last),
                              .taken = arena_array(arena, t->loop_count, sizeof *warp.taken)};
    return warp;
}

void warp_turns_start(const struct loop_turns *t, struct warp_turns *warp)
{
    if (t->group_count)
        memset(warp->last, 0xff, t->group_count * sizeof *warp->last);
}

static bool is_inside(const struct loop_turns *t, uint32_t loop, uint32_t outer)
{
    while (loop != NO_NODE && loop != outer)
        loop = t->loops[loop].parent;
    return loop == outer;
}

static void note(struct turning_loop *loop, uint64_t turns)
{
    loop->max = turns > loop->max ? turns : loop->max;
}

void loop_turns_run(struct loop_turns *t, struct warp_turns *warp, uint32_t index)
{
    uint32_t group = t->group[index], loop = t->innermost[index];
    if (group == NO_NODE)
        return;
    if (loop != NO_NODE && t->loops[loop].header == index) {
        bool back = warp->last[group] != NO_NODE && is_inside(t, warp->last[group], loop);
        warp->taken[loop] = back ? warp->taken[loop] + 1 : 0;
        note(&t->loops[loop], warp->taken[loop]);
    }
    warp->last[group] = loop;
}

/* The loop of a header, or NO_NODE. */
static uint32_t headed_by(const struct loop_turns *t, uint32_t header)
{
    uint32_t loop = t->innermost[header];
    return loop != NO_NODE && t->loops[loop].header == header ? loop : NO_NODE;
}

bool loop_turns_is_back(const struct loop_turns *t, uint32_t from, uint32_t to)
{
    uint32_t loop = headed_by(t, to);
    return loop != NO_NODE && t->innermost[from] != NO_NODE &&
           is_inside(t, t->innermost[from], loop);
}

void loop_turns_told(struct loop_turns *t, struct warp_turns *warp, uint32_t from,
                     uint32_t header, uint64_t iterations)
{
    uint32_t loop = headed_by(t, header);
    if (loop == NO_NODE)
        return;
    bool inside = t->innermost[from] != NO_NODE && is_inside(t, t->innermost[from], loop);
    warp->taken[loop] = (inside ? warp->taken[loop] : 0) + iterations;
    note(&t->loops[loop], warp->taken[loop]);
}

void loop_turns_go_on(const struct loop_turns *t, struct warp_turns *warp, uint32_t to, bool back)
{
    uint32_t group = t->group[to], loop = headed_by(t, to);
    if (group == NO_NODE)
        return;
    bool enters = loop != NO_NODE && !back;
    warp->last[group] = enters ? t->loops[loop].parent : t->innermost[to];
}

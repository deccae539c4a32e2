/* SPDX-License-Identifier: Apache-2.0 */
/* tolerated.c - notes accesses outside all allocations. */
#include "machine/common/tolerated.h"

#include <string.h>

#include "machine/common/run_state.h"

static struct tolerated_access *find(struct tolerated *all, const char *kernel, uint64_t pc)
{
    for (uint32_t i = 0; i < all->listed; i++) {
        if (all->list[i].pc == pc && strcmp(all->list[i].kernel, kernel) == 0)
            return &all->list[i];
    }
    return NULL;
}

static const char *describe(const struct run_state *run, const struct resident *w,
                            const struct insn *insn, const struct fault *fault,
                            struct arena *arena)
{
    struct text text = {0};
    struct place place = run_place(run, w, insn);
    place.has_lane = true;
    place.lane = fault->lane;
    place_write_access(&w->port, fault, &text);
    text_add(&text, "\n  in ");
    place_write(&place, &text);
    const char *kept = arena_strdup(arena, text_string(&text));
    text_free(&text);
    return kept;
}

static void add(const struct run_state *run, const struct resident *w, const struct insn *insn,
                const struct fault *fault)
{
    struct tolerated *all = run->control->tolerated;
    struct tolerated_access *to = &all->list[all->listed++];
    struct allocation nearest;
    struct source_line line;
    *to = (struct tolerated_access){.kernel = arena_strdup(all->arena, run->launch->name),
                                    .text = describe(run, w, insn, fault, all->arena),
                                    .pc = insn->pc, .lane = fault->lane, .bytes = fault->bytes,
                                    .address = fault->address, .count = 1};
    if (memory_port_nearest(&w->port, fault->address, &nearest))
        to->nearest = arena_strdup(all->arena, nearest.name);
    if (image_source_line(run->launch->image, insn->pc, &line)) {
        to->file = arena_strdup(all->arena, line.file);
        to->line = line.line;
    }
}

void tolerated_note(void *user, struct warp *warp, const struct fault *fault)
{
    const struct run_state *run = user;
    const struct resident *w = (const struct resident *)warp;
    const struct insn *insn = run_insn(run, w);
    struct tolerated *all = run->control->tolerated;
    struct tolerated_access *there = find(all, run->launch->name, insn->pc);
    all->count++;
    if (there)
        there->count++;
    else if (all->listed < TOLERATED_LISTED_MAX)
        add(run, w, insn, fault);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* reach.c - what a walk assumes of accesses, and whether one of a run is like that. */
#include "bound/engine/reach.h"

void reach_make(struct reach *reach, struct arena *arena, uint32_t instructions)
{
    *reach = (struct reach){.arena = arena,
                            .insn = arena_array(arena, instructions, sizeof *reach->insn)};
}

void reach_note_object(struct reach *reach, uint32_t index, const struct allocation *object)
{
    struct reach_insn *insn = &reach->insn[index];
    for (const struct reach_object *o = insn->objects; o; o = o->next) {
        if (o->base == object->base)
            return;
    }
    struct reach_object *new = arena_alloc(reach->arena, sizeof *new);
    *new = (struct reach_object){arena_strdup(reach->arena, object->name), object->base,
                                 object->size, insn->objects};
    insn->objects = new;
}

static bool is_inside(const struct reach_object *o, uint64_t address, uint64_t bytes)
{
    return address >= o->base && address - o->base + bytes <= o->size;
}

bool reach_allows(const struct reach *reach, uint32_t index, uint64_t address, uint64_t bytes)
{
    const struct reach_insn *insn = &reach->insn[index];
    if (insn->open || (!insn->objects && !insn->spares_stacks))
        return true;
    for (const struct reach_object *o = insn->objects; o; o = o->next) {
        if (is_inside(o, address, bytes))
            return true;
    }
    return insn->spares_stacks &&
           (address + bytes <= reach->stacks_low || address >= reach->stacks_high);
}

void reach_check(const struct reach *reach, const struct event *event, uint32_t index,
                 struct reach_breach *breach)
{
    const struct access *access = event->access;
    for (uint64_t rest = access->mask; rest && !breach->found; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        if (!reach_allows(reach, index, access->address[lane], access->bytes))
            *breach = (struct reach_breach){
                .found = true, .index = index, .core = event->core, .warp = event->warp,
                .lane = lane, .kind = access->kind, .bytes = access->bytes,
                .address = access->address[lane]};
    }
}

const char *reach_text(const struct reach *reach, struct arena *arena, uint32_t index)
{
    const struct reach_insn *insn = &reach->insn[index];
    const char *text = "";
    for (const struct reach_object *o = insn->objects; o; o = o->next)
        text = arena_format(arena, "%s%s%s", text, *text ? " or " : "stays in ", o->name);
    if (insn->spares_stacks)
        text = arena_format(arena, "%s%schanges no stack", text, *text ? " or " : "");
    return text;
}

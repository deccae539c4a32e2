/* SPDX-License-Identifier: Apache-2.0 */
/* shadow.c - labels of memory follow the values that are loaded and stored. */
#include "memory/shadow.h"

#include <string.h>

#include "memory/port.h"

/* As stored: 0 is the first label of the allocation. */
enum { CLEAN = 255 };

uint8_t shadow_label(const struct allocation *memory, uint64_t address, uint64_t bytes)
{
    const uint8_t *labels = memory->labels + (address - memory->base);
    for (uint64_t i = 0; i < bytes; i++) {
        uint8_t label = labels[i] ? labels[i] : memory->first_label;
        if (label && label != CLEAN)
            return label;
    }
    return 0;
}

void shadow_set(const struct allocation *memory, uint64_t address, uint64_t bytes, uint8_t label)
{
    memset(memory->labels + (address - memory->base), label ? label : CLEAN, bytes);
}

void shadow_clean(const struct memory *memory, uint64_t address, uint64_t bytes)
{
    const struct allocation *a = memory_find(memory, address, bytes);
    if (a && a->labels)
        shadow_set(a, address, bytes, 0);
}

void shadow_copy(const struct memory *memory, uint64_t to, uint64_t from, uint64_t bytes)
{
    const struct allocation *a = memory_find(memory, to, bytes);
    const struct allocation *b = memory_find(memory, from, bytes);
    if (!a || !a->labels || !b || !b->labels)
        return;
    for (uint64_t i = 0; i < bytes; i++)
        shadow_set(a, to + i, 1, shadow_label(b, from + i, 1));
}

void shadow_lane(struct shadow *shadow, enum access_kind kind, const struct allocation *memory,
                 uint64_t address, unsigned bytes, unsigned lane)
{
    const uint8_t data = shadow->stored >> lane & 1 ? shadow->stored_label : 0;
    if (!memory->labels) {
        shadow->lost |= kind != ACCESS_LOAD && data;
        return;
    }
    uint8_t old = kind == ACCESS_STORE ? 0 : shadow_label(memory, address, bytes);
    if (old) {
        shadow->loaded |= 1ull << lane;
        shadow->loaded_label = old;
    }
    if (kind != ACCESS_LOAD) /* an atomic's result depends on the old contents too */
        shadow_set(memory, address, bytes, old ? old : data);
}

void shadow_access(struct warp *warp, const struct effect *effect, const struct allocation *only)
{
    const struct access *access = &effect->access;
    if (effect->kind != EFFECT_MEMORY)
        return;
    for (uint64_t rest = access->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        const struct allocation *a =
            only ? only : memory_port_find(warp->memory, access->address[lane], access->bytes);
        if (!a) /* outside of everything: 0, whatever buffers contain */
            continue;
        /* A store to the console leaves no byte there; an atomic does. */
        if (a->kind != ALLOCATION_CONSOLE || access->kind != ACCESS_STORE)
            shadow_lane(warp->memory->shadow, access->kind, a, access->address[lane],
                        access->bytes, lane);
    }
}

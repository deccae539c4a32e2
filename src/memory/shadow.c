/* SPDX-License-Identifier: Apache-2.0 */
/* shadow.c - labels of memory follow the values that are loaded and stored. */
#include "memory/shadow.h"

#include <string.h>

#include "memory/port.h"

static uint8_t first_label(const uint8_t *labels, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        if (labels[i])
            return labels[i];
    return 0;
}

static void load(struct shadow *shadow, const uint8_t *labels, unsigned bytes, unsigned lane)
{
    uint8_t label = first_label(labels, bytes);
    if (!label)
        return;
    shadow->loaded |= 1ull << lane;
    shadow->loaded_label = label;
}

/* The new contents depend on the old ones too: labels that are there stay. */
static void update(const struct shadow *shadow, uint8_t *labels, unsigned bytes, unsigned lane)
{
    uint8_t label = first_label(labels, bytes);
    if (!label && shadow->stored >> lane & 1)
        label = shadow->stored_label;
    memset(labels, label, bytes);
}

void shadow_lane(struct shadow *shadow, enum access_kind kind, const struct allocation *memory,
                 uint64_t address, unsigned bytes, unsigned lane)
{
    const bool depends = shadow->stored >> lane & 1;
    if (!memory->labels) {
        shadow->lost |= kind != ACCESS_LOAD && depends;
        return;
    }
    uint8_t *labels = memory->labels + (address - memory->base);
    if (kind != ACCESS_STORE)
        load(shadow, labels, bytes, lane);
    if (kind == ACCESS_STORE)
        memset(labels, depends ? shadow->stored_label : 0, bytes);
    else if (kind == ACCESS_ATOMIC)
        update(shadow, labels, bytes, lane);
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
        if (a->kind != ALLOCATION_CONSOLE)
            shadow_lane(warp->memory->shadow, access->kind, a, access->address[lane],
                        access->bytes, lane);
    }
}

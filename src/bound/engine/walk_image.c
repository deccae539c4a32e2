/* SPDX-License-Identifier: Apache-2.0 */
/* walk_image.c - what is known of the image and of fixed buffers: bytes that no warp of this launch
 * or an earlier one stores to.
 *
 * A store to an address that is not known may go to any variable of the image and to any buffer. It
 * does not change what the launch has written there (struct walk: `record`): that is assumed. */
#include <string.h>

#include "bound/engine/walker.h"

static struct walk_changed *find_changed(const struct walk_changes *changes,
                                         const struct allocation *a)
{
    for (uint32_t i = 0; i < changes->count; i++) {
        if (changes->list[i].base == a->base)
            return &changes->list[i];
    }
    return NULL;
}

uint8_t *walk_changes_of(struct walk_changes *changes, const struct allocation *a)
{
    const struct walk_changed *known = find_changed(changes, a);
    if (known)
        return known->stored;
    changes->list =
        arena_grow(changes->arena, changes->list, changes->count, sizeof *changes->list);
    struct walk_changed *changed = &changes->list[changes->count++];
    *changed = (struct walk_changed){.base = a->base, .bytes = a->size,
                                     .stored = arena_alloc(changes->arena, a->size)};
    return changed->stored;
}

/* The bytes that may have changed since the image was placed. Arguments are new in each launch. */
static uint8_t *stored_so_far(struct walk *walk, const struct allocation *a)
{
    struct walk_changes *changes = walk->bounds->changes;
    if (!changes || a->kind == ALLOCATION_ARGUMENTS)
        return arena_alloc(&walk->own, a->size);
    return walk_changes_of(changes, a);
}

static bool has_known_contents(const struct allocation *a)
{
    return a->kind == ALLOCATION_CODE || a->kind == ALLOCATION_DATA ||
           a->kind == ALLOCATION_ARGUMENTS || a->fixed;
}

void walk_collect_images(struct walk *walk)
{
    const struct memory *memory = walk->memory;
    walk->images = arena_array(&walk->own, memory->count + 1, sizeof *walk->images);
    for (uint32_t i = 0; i < memory->count; i++) {
        const struct allocation *a = &memory->table[i];
        if (!has_known_contents(a))
            continue;
        struct walk_image *image = &walk->images[walk->image_count++];
        image->allocation = a;
        if (a->writable)
            image->stored = stored_so_far(walk, a);
    }
}

struct walk_image *walk_image_of(struct walk *walk, const struct allocation *allocation)
{
    for (uint32_t i = 0; i < walk->image_count; i++) {
        if (walk->images[i].allocation == allocation)
            return &walk->images[i];
    }
    return NULL;
}

/* Remembers which instruction was the first to store there. */
static void note_store(const struct walk *walk, const struct walk_image *image)
{
    struct walk_changes *changes = walk->bounds->changes;
    struct walk_changed *changed = changes ? find_changed(changes, image->allocation) : NULL;
    if (changed && !changed->by)
        changed->by = &walk->insns[walk->at];
}

bool walk_has_variables(const struct walk *walk)
{
    uint64_t writable = 0;
    bool fixed = false;
    for (uint32_t i = 0; i < walk->image_count; i++) {
        writable += walk->images[i].stored ? walk->images[i].allocation->size : 0;
        fixed |= walk->images[i].allocation->fixed;
    }
    return !walk->launch->kernel || fixed || writable > walk->record_bytes ||
           walk_has_elements(walk);
}

bool walk_image_read(const struct walk_image *image, uint64_t address, unsigned bytes,
                     uint32_t *value)
{
    uint64_t offset = address - image->allocation->base;
    *value = 0;
    for (unsigned i = 0; i < bytes; i++) {
        if (image->stored && image->stored[offset + i])
            return false;
    }
    memcpy(value, image->allocation->bytes + offset, bytes);
    return true;
}

enum wc_status walk_image_store(struct walk *walk, struct walk_state *state,
                                struct walk_image *image, uint64_t address, unsigned bytes)
{
    uint64_t offset = address - image->allocation->base;
    for (unsigned i = 0; image->stored && i < bytes; i++) {
        if (image->stored[offset + i])
            continue;
        if (!walk->may_learn)
            return walk_fail(walk, state, state->warp.pc,
                             "cannot be bounded: a store to the launch record");
        image->stored[offset + i] = 1;
        walk->learned++;
        note_store(walk, image);
    }
    return WC_OK;
}

static bool in_record(const struct walk *walk, uint64_t address)
{
    for (unsigned i = 0; i < WALK_RECORDS_MAX; i++) {
        if (address - walk->record[i].base < walk->record[i].bytes)
            return true;
    }
    return false;
}

static void lose_bytes(struct walk *walk, struct walk_image *image, uint64_t base, uint64_t size)
{
    uint8_t *stored = image->stored + (base - image->allocation->base);
    for (uint64_t i = 0; i < size; i++) {
        if (stored[i] || in_record(walk, base + i))
            continue;
        stored[i] = 1;
        walk->learned++;
    }
    note_store(walk, image);
}

static void lose_image(struct walk *walk, struct walk_image *image)
{
    lose_bytes(walk, image, image->allocation->base, image->allocation->size);
    image->lost = true;
}

void walk_image_store_inside(struct walk *walk, const struct allocation *object, uint64_t base,
                             uint64_t size)
{
    struct walk_image *image = object->fixed ? walk_image_of(walk, object) : NULL;
    if (image && !image->lost && walk->may_learn)
        lose_bytes(walk, image, base, size);
}

void walk_image_store_anywhere(struct walk *walk)
{
    if (!walk->may_learn) /* there are no variables, or they are lost already */
        return;
    for (uint32_t i = 0; i < walk->image_count; i++) {
        struct walk_image *image = &walk->images[i];
        bool is_variable = image->stored && image->allocation->kind != ALLOCATION_ARGUMENTS;
        if (is_variable && !image->lost)
            lose_image(walk, image);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - the table of allocations: placing, finding, nearest. */
#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

static void release_bytes(struct allocation *allocation)
{
    if (!allocation->lent)
        free(allocation->bytes);
    free(allocation->labels);
}

void memory_free(struct memory *memory)
{
    for (uint32_t i = 0; i < memory->count; i++)
        release_bytes(&memory->table[i]);
    arena_free(&memory->arena);
    memset(memory, 0, sizeof *memory);
}

/* Number of allocations that start at or below the address: where the search ends, or a new one is
 * inserted. */
static uint32_t position(const struct memory *memory, uint64_t address)
{
    uint32_t low = 0, high = memory->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (memory->table[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool overlap(const struct allocation *a, uint64_t base, uint64_t size)
{
    return base - a->base < a->size || a->base - base < size;
}

static const struct allocation *overlapping(const struct memory *memory, uint64_t base,
                                            uint64_t size)
{
    uint32_t at = position(memory, base);
    if (at > 0 && overlap(&memory->table[at - 1], base, size))
        return &memory->table[at - 1];
    if (at < memory->count && overlap(&memory->table[at], base, size))
        return &memory->table[at];
    return NULL;
}

bool memory_is_free(const struct memory *memory, uint64_t address, uint64_t bytes)
{
    return !overlapping(memory, address, bytes);
}

static struct allocation *insert(struct memory *memory, struct allocation new)
{
    uint32_t at = position(memory, new.base);
    memory->table =
        arena_grow(&memory->arena, memory->table, memory->count, sizeof *memory->table);
    memmove(memory->table + at + 1, memory->table + at,
            (memory->count - at) * sizeof *memory->table);
    memory->table[at] = new;
    memory->count++;
    return &memory->table[at];
}

static enum wc_status check_place(struct error *err, const struct memory *memory, const char *name,
                                  uint64_t base, uint64_t size)
{
    if (size == 0 || base + size - 1 < base)
        return fail(err, WC_BAD_INPUT, "%s: cannot place %llu bytes at 0x%llx", name,
                    (unsigned long long)size, (unsigned long long)base);
    const struct allocation *other = overlapping(memory, base, size);
    if (other)
        return fail(err, WC_BAD_INPUT, "%s at 0x%llx..0x%llx overlaps %s at 0x%llx..0x%llx", name,
                    (unsigned long long)base, (unsigned long long)(base + size - 1), other->name,
                    (unsigned long long)other->base,
                    (unsigned long long)(other->base + other->size - 1));
    return WC_OK;
}

enum wc_status memory_place(struct error *err, struct memory *memory, enum allocation_kind kind,
                            const char *name, uint64_t base, uint64_t size, bool writable,
                            struct allocation **out)
{
    void *bytes;
    enum wc_status status = check_place(err, memory, name, base, size);
    if (status != WC_OK || (status = allocate_checked(err, name, size, &bytes)) != WC_OK)
        return status;
    struct allocation new = {.base = base, .size = size, .bytes = bytes, .kind = kind,
                             .name = arena_strdup(&memory->arena, name), .writable = writable};
    struct allocation *placed = insert(memory, new);
    if (out)
        *out = placed;
    return WC_OK;
}

enum wc_status memory_lend(struct error *err, struct memory *memory, const char *name,
                           uint64_t base, void *host, uint64_t size, bool writable)
{
    enum wc_status status = check_place(err, memory, name, base, size);
    if (status == WC_OK)
        insert(memory, (struct allocation){.base = base, .size = size, .bytes = host,
                                           .kind = ALLOCATION_BUFFER, .writable = writable,
                                           .name = arena_strdup(&memory->arena, name),
                                           .lent = true});
    return status;
}

static uint64_t align_up(uint64_t value, uint64_t align)
{
    return (value + align - 1) / align * align;
}

/* The first gap of that size. */
static enum wc_status find_gap(struct error *err, const struct memory *memory, const char *name,
                               uint64_t size, uint64_t align, uint64_t low, uint64_t high,
                               uint64_t *base_out)
{
    uint64_t base = align_up(low, align);
    for (uint32_t i = 0; i < memory->count; i++) {
        const struct allocation *next = &memory->table[i];
        if (next->base >= base && next->base - base >= size + align)
            break;
        if (next->base + next->size + align > base)
            base = align_up(next->base + next->size + align, align);
    }
    if (base < low || base > high || high - base < size)
        return fail(err, WC_BAD_INPUT,
                    "%s: no free range of %llu bytes in device memory 0x%llx..0x%llx", name,
                    (unsigned long long)size, (unsigned long long)low, (unsigned long long)high);
    *base_out = base;
    return WC_OK;
}

enum wc_status memory_allocate(struct error *err, struct memory *memory, enum allocation_kind kind,
                               const char *name, uint64_t size, uint64_t align, uint64_t low,
                               uint64_t high, uint64_t *base_out)
{
    enum wc_status status = find_gap(err, memory, name, size, align, low, high, base_out);
    return status == WC_OK ? memory_place(err, memory, kind, name, *base_out, size, true, NULL)
                           : status;
}

enum wc_status memory_adopt(struct error *err, struct memory *memory, enum allocation_kind kind,
                            const char *name, void *bytes, uint64_t size, uint64_t align,
                            uint64_t low, uint64_t high, uint64_t *base_out)
{
    enum wc_status status = find_gap(err, memory, name, size, align, low, high, base_out);
    if (status == WC_OK)
        status = check_place(err, memory, name, *base_out, size);
    if (status == WC_OK)
        insert(memory, (struct allocation){.base = *base_out, .size = size, .bytes = bytes,
                                           .kind = kind, .writable = true,
                                           .name = arena_strdup(&memory->arena, name)});
    return status;
}

bool memory_remove(struct memory *memory, uint64_t base)
{
    const uint32_t at = position(memory, base);
    if (at == 0 || memory->table[at - 1].base != base)
        return false;
    release_bytes(&memory->table[at - 1]);
    memmove(memory->table + at - 1, memory->table + at,
            (memory->count - at) * sizeof *memory->table);
    memory->count--;
    return true;
}

void memory_release(struct memory *memory, enum allocation_kind kind)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < memory->count; i++) {
        if (memory->table[i].kind == kind)
            release_bytes(&memory->table[i]);
        else
            memory->table[kept++] = memory->table[i];
    }
    memory->count = kept;
}

struct allocation *memory_find(const struct memory *memory, uint64_t address, uint64_t bytes)
{
    uint32_t at = position(memory, address);
    if (at == 0)
        return NULL;
    struct allocation *a = &memory->table[at - 1];
    uint64_t offset = address - a->base;
    return offset < a->size && bytes <= a->size - offset ? a : NULL;
}

const struct allocation *memory_nearest(const struct memory *memory, uint64_t address)
{
    uint32_t at = position(memory, address);
    const struct allocation *below = at > 0 ? &memory->table[at - 1] : NULL;
    const struct allocation *above = at < memory->count ? &memory->table[at] : NULL;
    if (!below || !above)
        return below ? below : above;
    if (address - below->base < below->size)
        return below;
    uint64_t past_end = address - (below->base + below->size);
    return past_end < above->base - address ? below : above;
}

void *memory_bytes(const struct memory *memory, uint64_t address, uint64_t bytes)
{
    const struct allocation *a = memory_find(memory, address, bytes);
    return a ? a->bytes + (address - a->base) : NULL;
}

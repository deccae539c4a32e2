/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot.c - saves pages that are not zero, and puts them back. */
#include "memory/snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

struct snapshot_page {
    uint64_t address;
    uint32_t bytes;
    uint8_t contents[PAGE];
};

static uint32_t page_bytes(const struct snapshot_part *part, uint64_t offset)
{
    return part->size - offset < PAGE ? (uint32_t)(part->size - offset) : PAGE;
}

static bool is_zero(const uint8_t *bytes, uint32_t count)
{
    return !bytes[0] && !memcmp(bytes, bytes + 1, count - 1);
}

static bool save(struct snapshot *snapshot, uint64_t address, const uint8_t *from, uint32_t bytes)
{
    if (snapshot->count == snapshot->room) {
        size_t room = snapshot->room ? 2 * snapshot->room : 64;
        struct snapshot_page *pages = realloc(snapshot->pages, room * sizeof *pages);
        if (!pages)
            return false;
        snapshot->pages = pages;
        snapshot->room = room;
    }
    struct snapshot_page *page = &snapshot->pages[snapshot->count++];
    page->address = address;
    page->bytes = bytes;
    memcpy(page->contents, from, bytes);
    return true;
}

static bool save_part(struct snapshot *snapshot, const struct allocation *a)
{
    const struct snapshot_part part = {a->base, a->size};
    snapshot->parts[snapshot->part_count++] = part;
    for (uint64_t offset = 0; offset < a->size; offset += PAGE) {
        uint32_t bytes = page_bytes(&part, offset);
        if (!is_zero(a->bytes + offset, bytes) &&
            !save(snapshot, a->base + offset, a->bytes + offset, bytes))
            return false;
    }
    return true;
}

enum wc_status snapshot_take(struct error *err, const struct memory *memory,
                             struct snapshot *out)
{
    *out = (struct snapshot){0};
    out->parts = memory_take((memory->count + 1) * sizeof *out->parts);
    for (uint32_t i = 0; i < memory->count; i++) {
        if (memory->table[i].writable && !save_part(out, &memory->table[i])) {
            snapshot_free(out);
            return fail(err, WC_INTERNAL, "out of memory for a copy of device memory");
        }
    }
    return WC_OK;
}

/* Writing zeros over zeros would make the host provide a page. */
static void clear(uint8_t *at, uint32_t bytes)
{
    if (!is_zero(at, bytes))
        memset(at, 0, bytes);
}

void snapshot_restore(const struct snapshot *snapshot, const struct memory *memory)
{
    size_t next = 0;
    for (uint32_t i = 0; i < snapshot->part_count; i++) {
        const struct snapshot_part *part = &snapshot->parts[i];
        uint8_t *bytes = memory_bytes(memory, part->base, part->size);
        for (uint64_t offset = 0; offset < part->size; offset += PAGE) {
            const struct snapshot_page *page = &snapshot->pages[next];
            bool saved = next < snapshot->count && page->address == part->base + offset;
            next += saved;
            if (bytes && saved)
                memcpy(bytes + offset, page->contents, page->bytes);
            else if (bytes)
                clear(bytes + offset, page_bytes(part, offset));
        }
    }
}

void snapshot_free(struct snapshot *snapshot)
{
    free(snapshot->pages);
    memory_give_back(snapshot->parts);
    *snapshot = (struct snapshot){0};
}

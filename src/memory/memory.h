/* SPDX-License-Identifier: Apache-2.0 */
/* memory.h - device memory: a sorted table of allocations, and nothing between them.
 *
 * Program segments, buffers, stacks, local memory and console are all allocations; an access that
 * does not lie inside one is a fault of the kernel, reported with the nearest allocation. Memory on
 * the host is taken only for what is allocated, and the host's own laziness leaves untouched pages
 * of big stacks unpaid. */
#ifndef WARPCLOCK_MEMORY_MEMORY_H
#define WARPCLOCK_MEMORY_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

enum allocation_kind {
    ALLOCATION_CODE, ALLOCATION_DATA, ALLOCATION_BUFFER, ALLOCATION_STACK, ALLOCATION_LOCAL,
    ALLOCATION_CONSOLE, ALLOCATION_ARGUMENTS,
};

struct allocation {
    uint64_t base, size;
    uint8_t *bytes;
    const char *name; /* "buffer c", "stacks", "segment .text" */
    uint8_t kind;
    bool writable;
    bool lent; /* the bytes are somebody else's */
};

struct memory {
    struct arena arena; /* names and the table */
    struct allocation *table; /* sorted by base, never overlapping */
    uint32_t count;
};

void memory_free(struct memory *memory);

/* A zeroed allocation at a fixed place. Overlap with another one is an error that names both. */
enum wc_status memory_place(struct error *err, struct memory *memory, enum allocation_kind kind,
                            const char *name, uint64_t base, uint64_t size, bool writable,
                            struct allocation **out);
/* Memory of the host that device code reaches at its own address, in place. */
enum wc_status memory_lend(struct error *err, struct memory *memory, const char *name, void *host,
                           uint64_t size, bool writable);
/* The same in the first gap that fits in [low, high), aligned, with at least `align` bytes of
 * nothing to its neighbours: an access past the end must not land in the next allocation. */
enum wc_status memory_allocate(struct error *err, struct memory *memory, enum allocation_kind kind,
                               const char *name, uint64_t size, uint64_t align, uint64_t low,
                               uint64_t high, uint64_t *base_out);
/* Drops every allocation of that kind. */
void memory_release(struct memory *memory, enum allocation_kind kind);

/* The allocation that holds all of [address, address+bytes), or NULL. */
struct allocation *memory_find(const struct memory *memory, uint64_t address, uint64_t bytes);
/* The allocation nearest to an address; NULL only when there is none at all. */
const struct allocation *memory_nearest(const struct memory *memory, uint64_t address);
/* Host pointer to [address, address+bytes), or NULL when that is not one allocation's. */
void *memory_bytes(const struct memory *memory, uint64_t address, uint64_t bytes);

#endif

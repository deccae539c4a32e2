/* SPDX-License-Identifier: Apache-2.0 */
/* memory.h - device memory: a sorted table of allocations with gaps between them.
 *
 * Program segments, buffers, stacks, local memory and console are all allocations; an access
 * outside them is a fault of the kernel, reported with the nearest allocation. Host memory is used
 * only for allocations, and untouched pages of big stacks cost none. */
#ifndef WARPCLOCK_MEMORY_MEMORY_H
#define WARPCLOCK_MEMORY_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

enum allocation_kind {
    ALLOCATION_CODE, ALLOCATION_DATA, ALLOCATION_BUFFER, ALLOCATION_STACK, ALLOCATION_LOCAL,
    ALLOCATION_CONSOLE, ALLOCATION_ARGUMENTS,
    ALLOCATION_HEAP, /* of device-side malloc() */
};

/* Integers of `bytes` each, all of them from `min` to `max`; 0 bytes: nothing is said. */
struct element_range {
    uint8_t bytes;
    bool is_signed;
    int64_t min, max;
};

struct allocation {
    uint64_t base, size;
    uint8_t *bytes;
    const char *name; /* "buffer c", "stacks", "segment .text" */
    uint8_t kind;
    bool writable;
    bool lent; /* the bytes are not owned */
    bool fixed; /* a buffer whose first contents belong to the job: a bound may depend on them */
    struct element_range assume; /* of a buffer: holds whenever a launch begins */
    uint8_t first_label; /* of every byte until the first store ... */
    uint8_t *labels; /* ... and since then, while values are followed (memory/shadow.h); or NULL */
};

struct outside;

struct memory {
    struct arena arena; /* names and the table */
    struct allocation *table; /* sorted by base, never overlapping */
    uint32_t count;
    struct outside *outside; /* where accesses to no allocation go; NULL: they are faults */
};

void memory_free(struct memory *memory);

/* A zeroed allocation at a fixed address. Overlap with another one is an error that names both. */
enum wc_status memory_place(struct error *err, struct memory *memory, enum allocation_kind kind,
                            const char *name, uint64_t base, uint64_t size, bool writable,
                            struct allocation **out);
/* Memory of the host that device code accesses in place. */
enum wc_status memory_lend(struct error *err, struct memory *memory, const char *name,
                           uint64_t base, void *host, uint64_t size, bool writable);
/* The same in the first gap that fits in [low, high), aligned, with a gap of at least `align` bytes
 * to its neighbours: an access past the end must not hit the next allocation. */
enum wc_status memory_allocate(struct error *err, struct memory *memory, enum allocation_kind kind,
                               const char *name, uint64_t size, uint64_t align, uint64_t low,
                               uint64_t high, uint64_t *base_out);
/* The same with given contents: `bytes`, from malloc, belong to the memory if it succeeds. */
enum wc_status memory_adopt(struct error *err, struct memory *memory, enum allocation_kind kind,
                            const char *name, void *bytes, uint64_t size, uint64_t align,
                            uint64_t low, uint64_t high, uint64_t *base_out);
/* Removes the allocation that starts there; false: there is none. */
bool memory_remove(struct memory *memory, uint64_t base);
/* Removes every allocation of that kind. */
void memory_release(struct memory *memory, enum allocation_kind kind);

/* Whether no byte of [address, address+bytes) is allocated. */
bool memory_is_free(const struct memory *memory, uint64_t address, uint64_t bytes);
/* The allocation that contains all of [address, address+bytes), or NULL. */
struct allocation *memory_find(const struct memory *memory, uint64_t address, uint64_t bytes);
/* The allocation nearest to an address; NULL only if there is none. */
const struct allocation *memory_nearest(const struct memory *memory, uint64_t address);
/* Host pointer to [address, address+bytes), or NULL if it is not inside one allocation. */
void *memory_bytes(const struct memory *memory, uint64_t address, uint64_t bytes);

#endif

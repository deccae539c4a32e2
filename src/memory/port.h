/* SPDX-License-Identifier: Apache-2.0 */
/* port.h - access of the lanes of one core to device memory.
 *
 * A port adds the memory that only its core sees (local memory) to the shared table, and remembers
 * the allocation hit last: the common check of a whole warp's access is one compare. The lane
 * functions do the access at once and report the first lane that faults. */
#ifndef WARPCLOCK_MEMORY_PORT_H
#define WARPCLOCK_MEMORY_PORT_H

#include "isa/warp.h"
#include "memory/memory.h"

struct shadow;

/* A part of local memory that a program may access. */
struct memory_part {
    uint64_t offset, size; /* from the start of local memory */
    const char *name;
    uint8_t through; /* only by instructions that take their address from this register; 0: all */
};

struct memory_port {
    struct memory *memory;
    struct allocation local;   /* this core's own; size 0: none */
    const struct memory_part *parts; /* of local memory; NULL: all of it may be accessed */
    uint32_t part_count;
    uint8_t through; /* the register that the access takes its address from, where parts ask */
    struct allocation *recent; /* allocation of the last access */
    struct shadow *shadow;     /* follows values through memory, or NULL */
    /* Bytes stored to ALLOCATION_CONSOLE go here instead. */
    void (*console)(void *user, uint32_t hart_slot, uint8_t byte);
    void *user;
};

void memory_port_reset(struct memory_port *port, struct memory *memory);

/* Like memory_find, local memory first. Addresses of local memory that are not the port's own, or
 * in none of its parts, are in no allocation. */
struct allocation *memory_port_find(struct memory_port *port, uint64_t address, uint64_t bytes);

/* Like memory_nearest, local memory or its parts included; false if there is none. A part comes as
 * an allocation of its own. */
bool memory_port_nearest(const struct memory_port *port, uint64_t address, struct allocation *out);

/* Extension of the loaded bytes. */
enum widen { WIDEN_ZERO, WIDEN_SIGN };

/* Lane-wise accesses of `bytes` (1, 2, 4) at the 32-bit addresses `address`, for the warp's active
 * lanes in lane order (the highest lane wins if stores collide). They fill effect->access and set
 * effect->kind to EFFECT_MEMORY, or to EFFECT_FAULT if a lane is misaligned, outside all
 * allocations, or stores to read-only memory; then no lane has changed anything. */
void memory_port_load(struct warp *warp, struct effect *effect, uint32_t *row,
                      const uint32_t *address, unsigned bytes, enum widen widen);
void memory_port_store(struct warp *warp, struct effect *effect, const uint32_t *row,
                       const uint32_t *address, unsigned bytes);
/* Read-modify-write of words, lane by lane: row := old; memory := combine(old, operand). */
typedef uint32_t combine_fn(uint32_t old, uint32_t operand);
void memory_port_atomic(struct warp *warp, struct effect *effect, uint32_t *row,
                        const uint32_t *address, const uint32_t *operand, combine_fn *combine);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* port.h - how the lanes of one core reach device memory.
 *
 * A port adds what only its core sees (local memory) to the shared table, and remembers the
 * allocation that was hit last: the common check of a whole warp's access is one compare. The
 * lane functions do the access at once and tell the first lane that may not. */
#ifndef WARPCLOCK_MEMORY_PORT_H
#define WARPCLOCK_MEMORY_PORT_H

#include "isa/warp.h"
#include "memory/memory.h"

struct memory_port {
    struct memory *memory;
    struct allocation local;   /* this core's own; size 0: none */
    struct allocation *recent; /* where the last access went */
    /* Bytes stored to ALLOCATION_CONSOLE go here instead. */
    void (*console)(void *user, uint32_t hart_slot, uint8_t byte);
    void *user;
};

void memory_port_reset(struct memory_port *port, struct memory *memory);

/* Like memory_find, local memory first. */
struct allocation *memory_port_find(struct memory_port *port, uint64_t address, uint64_t bytes);

/* Like memory_nearest, local memory included. */
const struct allocation *memory_port_nearest(const struct memory_port *port, uint64_t address);

/* What a load does with the bytes it got. */
enum widen { WIDEN_ZERO, WIDEN_SIGN };

/* Lane-wise accesses of `bytes` (1, 2, 4) at the 32-bit addresses `address`, for the warp's active
 * lanes in lane order (the highest lane wins where stores collide). They fill effect->access and
 * set effect->kind to EFFECT_MEMORY, or to EFFECT_FAULT when a lane is misaligned, outside of all
 * allocations, or stores to what cannot be written; no lane has then changed anything. */
void memory_port_load(struct warp *warp, struct effect *effect, uint32_t *row,
                      const uint32_t *address, unsigned bytes, enum widen widen);
void memory_port_store(struct warp *warp, struct effect *effect, const uint32_t *row,
                       const uint32_t *address, unsigned bytes);
/* Read-modify-write of words, lane after lane: row := old; memory := combine(old, operand). */
typedef uint32_t combine_fn(uint32_t old, uint32_t operand);
void memory_port_atomic(struct warp *warp, struct effect *effect, uint32_t *row,
                        const uint32_t *address, const uint32_t *operand, combine_fn *combine);

#endif

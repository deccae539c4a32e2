/* SPDX-License-Identifier: Apache-2.0 */
/* shadow.h - follows values through memory, byte by byte.
 *
 * While a run follows values, every byte of memory has a label: 0, or the number of the source that
 * its contents depend on. Stored labels start as zeros, which mean first_label of the allocation,
 * so that memory which nobody touches costs nothing. The port calls shadow_access() after each
 * access it makes: loads collect the labels they read, stores and atomics write those of their
 * data. One instruction may make several accesses (ds_read2). Registers are followed elsewhere
 * (machine/common/taint.h), which clears and reads `loaded` and sets `stored`. */
#ifndef WARPCLOCK_MEMORY_SHADOW_H
#define WARPCLOCK_MEMORY_SHADOW_H

#include "isa/warp.h"
#include "memory/memory.h"

/* Labels of state that nobody has set: registers, and memory that starts without contents. */
enum { LABEL_REGISTER = 1, LABEL_MEMORY = 2, LABEL_FIRST_FREE = 3, LABEL_MAX = 254 };

struct shadow {
    uint64_t stored, loaded; /* lanes whose data depend on a source */
    uint8_t stored_label, loaded_label;
    bool lost; /* data that depend on a source went to memory without labels */
};

/* The access in effect->access has been made, in `only` or, if that is NULL, in device memory. */
void shadow_access(struct warp *warp, const struct effect *effect, const struct allocation *only);
/* The label of [address, address+bytes), which is inside `memory`. */
uint8_t shadow_label(const struct allocation *memory, uint64_t address, uint64_t bytes);
void shadow_set(const struct allocation *memory, uint64_t address, uint64_t bytes, uint8_t label);
/* The host has written [address, address+bytes): it depends on nothing any more. */
void shadow_clean(const struct memory *memory, uint64_t address, uint64_t bytes);
/* The host has copied bytes from one place to another. */
void shadow_copy(const struct memory *memory, uint64_t to, uint64_t from, uint64_t bytes);
/* One lane's part of an access that is not in the effect. */
void shadow_lane(struct shadow *shadow, enum access_kind kind, const struct allocation *memory,
                 uint64_t address, unsigned bytes, unsigned lane);

#endif

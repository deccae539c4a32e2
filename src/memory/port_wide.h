/* SPDX-License-Identifier: Apache-2.0 */
/* port_wide.h - lane-wise accesses with 64-bit addresses and up to 16 bytes per lane.
 *
 * Like port.h for 32-bit machines, but for wide addresses, vectors in consecutive registers and
 * more than one memory. The caller has put one address per lane into effect->access.address and the
 * memory's name into effect->access.space. All lanes of a warp go through the same checks as there,
 * in the same order: the highest lane wins if stores collide, atomics execute from the lowest lane
 * up, and after a fault no lane has done anything. */
#ifndef WARPCLOCK_MEMORY_PORT_WIDE_H
#define WARPCLOCK_MEMORY_PORT_WIDE_H

#include "memory/port.h"

enum { WIDE_WORDS_MAX = 4 };

/* The words of an access: row[i] has word i of every lane. Loads set them in order. */
struct wide_rows {
    uint32_t *row[WIDE_WORDS_MAX];
};

/* `bytes` is 1, 2, 4, 8 or 16. `only` is the one memory to access, whose addresses start at its
 * base (a block's shared memory); NULL: device memory, through warp->memory. */
void memory_wide_load(struct warp *warp, struct effect *effect, const struct allocation *only,
                      const struct wide_rows *rows, unsigned bytes, enum widen widen);
void memory_wide_store(struct warp *warp, struct effect *effect, const struct allocation *only,
                       const struct wide_rows *rows, unsigned bytes);

/* The same for addresses that are multiples of `align` alone; `bytes` may also be 12. */
void memory_wide_load_aligned(struct warp *warp, struct effect *effect,
                              const struct allocation *only, const struct wide_rows *rows,
                              unsigned bytes, unsigned align, enum widen widen);
void memory_wide_store_aligned(struct warp *warp, struct effect *effect,
                               const struct allocation *only, const struct wide_rows *rows,
                               unsigned bytes, unsigned align);

/* Read-modify-write of 4 or 8 bytes, lane by lane: old := memory; memory := combine(old, value,
 * other). The arrays have one element per lane. */
typedef uint64_t combine_wide_fn(uint64_t old, uint64_t value, uint64_t other);
struct wide_atomic {
    combine_wide_fn *combine;
    const uint64_t *value, *other; /* other: NULL if combine needs none */
    uint64_t *old;
};
void memory_wide_atomic(struct warp *warp, struct effect *effect, const struct allocation *only,
                        const struct wide_atomic *atomic, unsigned bytes);

/* Words of one lane from or to memory that is already checked. */
void memory_wide_load_lane(const uint8_t *from, const struct wide_rows *rows, unsigned lane,
                           unsigned bytes, enum widen widen);
void memory_wide_store_lane(uint8_t *to, const struct wide_rows *rows, unsigned lane,
                            unsigned bytes);

/* Makes the effect the fault of one lane at its address. */
void memory_wide_fault(struct effect *effect, enum fault_kind kind, unsigned lane);

#endif

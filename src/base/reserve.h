/* SPDX-License-Identifier: Apache-2.0 */
/* reserve.h - memory for small structures, and what happens when the host has none left.
 *
 * memory_take() never fails. When the C library has no memory left it takes it from a reserve that
 * is part of the library's image, so nothing that is under way breaks off or computes with less
 * than it needs. From then on memory_is_short(): all work checks this at the places where it also
 * checks for an interrupt, and ends with an error, whose text may come from the reserve (HOUSE-51).
 * The next call of the interface tries again. The reserve is far larger than what is taken between
 * two checks; if it is used up nevertheless, the thread waits until memory is free.
 *
 * Sizes that a user's file chooses go through allocate_checked() (arena.h), which reports an
 * error at once.
 *
 * The reserve is the only data of the library that changes: like the allocator it stands in for, it
 * belongs to the process. No result depends on it. */
#ifndef WARPCLOCK_BASE_RESERVE_H
#define WARPCLOCK_BASE_RESERVE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Zeroed. */
void *memory_take(size_t bytes);
/* Zeroed, and aligned to 64 bytes: a vector or a cache line. */
void *memory_take_aligned(size_t bytes);
/* Moves the first `used` bytes to a larger place; the rest is not zeroed. */
void *memory_grow(void *old, size_t used, size_t bytes);
/* Of all of these, and of malloc(). NULL is nothing. */
void memory_give_back(void *memory);

/* Something is missing for lack of memory, and no status reports it: memory is short until its
 * owner is gone and says so. */
void memory_lacks(void);
void memory_lacks_no_more(void);
bool memory_lacks_anything(void);

/* For libraries that do not survive a failed allocation: whether that much can be had. It is free
 * again when they ask for it, unless another thread was faster. */
enum wc_status memory_probe(struct error *err, size_t bytes);

/* True after something was taken from the reserve. */
bool memory_is_short(void);
/* A new call begins, and may find memory again. */
void memory_try_again(void);
/* WC_INTERNAL, "out of memory", if it is. */
enum wc_status memory_check(struct error *err);

#endif

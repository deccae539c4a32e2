/* SPDX-License-Identifier: Apache-2.0 */
/* arena.h - small structures with a common lifetime.
 *
 * A job, an image, a program each own one arena and free it as a whole. Memory is zeroed and never
 * NULL: when the host has none left it comes from a reserve, and the work under way ends at its
 * next check (reserve.h). Allocations sized by a user's file go through allocate_checked() instead,
 * which reports errors. */
#ifndef WARPCLOCK_BASE_ARENA_H
#define WARPCLOCK_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/reserve.h"

struct arena {
    struct arena_block *blocks;
    bool lacks_memory; /* see arena_lacks_memory */
};

void *arena_alloc(struct arena *arena, size_t bytes);
void *arena_array(struct arena *arena, size_t count, size_t bytes_each);
/* The same, aligned to 64 bytes: a vector or a cache line. Where it is in its block does not depend
 * on the address of the block. */
void *arena_array_aligned(struct arena *arena, size_t count, size_t size);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void arena_free(struct arena *arena);
/* Calls `each` for the blocks of the arena, which hold everything that it has, the latest first. */
void arena_each(const struct arena *arena, void (*each)(void *user, void *bytes, size_t used),
                void *user);

/* Grows an arena-held array of `count` elements so that one more fits: doubles at powers of two. */
void *arena_grow(struct arena *arena, void *old, size_t count, size_t bytes_each);

/* Something that its owner needs is missing for lack of memory, and no status reports it:
 * memory_is_short() until the arena is freed, so whatever uses it ends with an error. */
void arena_lacks_memory(struct arena *arena);

/* Zeroed memory for data whose size a user chose, if the caller allows as much (allowance.h);
 * released with free(). `what` names it. */
enum wc_status allocate_checked(struct error *err, const char *what, uint64_t bytes, void **out);

#endif

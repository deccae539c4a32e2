/* SPDX-License-Identifier: Apache-2.0 */
/* arena.c - bump allocation in blocks. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allowance.h"

enum {
    BLOCK_BYTES = 16 * 1024,
    SMALL_BYTES = 1 << 20, /* a user is not asked to make do with less */
};

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

static struct arena_block *block_new(size_t size)
{
    struct arena_block *block = memory_take(sizeof *block + size);
    block->size = size;
    return block;
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
    const size_t align = alignof(max_align_t);
    bytes = (bytes + align - 1) & ~(align - 1);
    struct arena_block *block = arena->blocks;
    if (!block || block->size - block->used < bytes) {
        block = block_new(bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES);
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *out = block->bytes + block->used;
    block->used += bytes;
    return out;
}

static size_t array_bytes(size_t count, size_t bytes_each)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, bytes_each, &bytes))
        bytes = SIZE_MAX / 2; /* no host has as much */
    return bytes;
}

void *arena_array(struct arena *arena, size_t count, size_t bytes_each)
{
    return arena_alloc(arena, array_bytes(count, bytes_each));
}

/* A block of its own, behind the one that small allocations fill up. */
void *arena_array_aligned(struct arena *arena, size_t count, size_t bytes_each)
{
    enum { LINE = 64, BEFORE = LINE - sizeof(struct arena_block) % LINE };
    const size_t bytes = BEFORE + array_bytes(count, bytes_each);
    struct arena_block *block = memory_take_aligned(sizeof *block + bytes);
    struct arena_block **link = arena->blocks ? &arena->blocks->next : &arena->blocks;
    block->used = block->size = bytes;
    block->next = *link;
    *link = block;
    return block->bytes + BEFORE;
}

void arena_each(const struct arena *arena, void (*each)(void *user, void *bytes, size_t used),
                void *user)
{
    for (struct arena_block *block = arena->blocks; block; block = block->next)
        each(user, block->bytes, block->used);
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    size_t room = length < 0 ? 1 : (size_t)length + 1;
    char *text = arena_alloc(arena, room);
    vsnprintf(text, room, format, again);
    va_end(again);
    va_end(args);
    return text;
}

void *arena_grow(struct arena *arena, void *old, size_t count, size_t bytes_each)
{
    if (count & (count - 1)) /* not at a power of two: there is space left */
        return old;
    void *grown = arena_array(arena, count ? count * 2 : 1, bytes_each);
    if (count)
        memcpy(grown, old, count * bytes_each);
    return grown;
}

void arena_lacks_memory(struct arena *arena)
{
    if (!arena->lacks_memory)
        memory_lacks();
    arena->lacks_memory = true;
}

void arena_free(struct arena *arena)
{
    for (struct arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        memory_give_back(block);
    }
    arena->blocks = NULL;
    if (arena->lacks_memory)
        memory_lacks_no_more();
    arena->lacks_memory = false;
}

enum wc_status allocate_checked(struct error *err, const char *what, uint64_t bytes, void **out)
{
    *out = NULL;
    if (memory_check(err) != WC_OK || allow_memory(err, what, bytes) != WC_OK)
        return err->status;
    *out = bytes <= SIZE_MAX / 2 ? calloc(1, bytes ? bytes : 1) : NULL;
    if (*out)
        return WC_OK;
    if (bytes < SMALL_BYTES)
        return fail_memory(err);
    return fail(err, WC_BAD_INPUT, "%s needs %llu bytes, more than this host can allocate", what,
                (unsigned long long)bytes);
}

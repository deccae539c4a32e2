/* SPDX-License-Identifier: Apache-2.0 */
/* codebuffer.h - the fetched code of a warp: a few consecutive pieces, each of several
 * instructions, and the cycle in which each is decoded (PAS-4, PAS-65). */
#ifndef WARPCLOCK_HW_CODEBUFFER_H
#define WARPCLOCK_HW_CODEBUFFER_H

#include <stdbool.h>

#include "hw/cycle.h"

enum { CODEBUFFER_MAX = 8 };

struct codebuffer {
    uint64_t first; /* piece: its address / bytes of a piece */
    uint32_t head, count;
    cycle_t decoded[CODEBUFFER_MAX]; /* a ring, from `head` on */
};

/* Empties the buffer; `first` is the next piece to fetch. */
static inline void codebuffer_restart(struct codebuffer *buffer, uint64_t first)
{
    buffer->first = first;
    buffer->head = buffer->count = 0;
}

/* The next piece to request ... */
static inline uint64_t codebuffer_next(const struct codebuffer *buffer)
{
    return buffer->first + buffer->count;
}

/* ... which has been requested. */
static inline void codebuffer_add(struct codebuffer *buffer, cycle_t decoded)
{
    buffer->decoded[(buffer->head + buffer->count++) % CODEBUFFER_MAX] = decoded;
}

static inline bool codebuffer_holds(const struct codebuffer *buffer, uint64_t piece)
{
    return piece - buffer->first < buffer->count;
}

/* Drops the pieces before one that it holds. */
static inline void codebuffer_move(struct codebuffer *buffer, uint64_t piece)
{
    uint32_t left = (uint32_t)(piece - buffer->first);
    buffer->first = piece;
    buffer->head = (buffer->head + left) % CODEBUFFER_MAX;
    buffer->count -= left;
}

/* When piece `i`, counted from the first, is decoded. */
static inline cycle_t codebuffer_decoded(const struct codebuffer *buffer, uint32_t i)
{
    return buffer->decoded[(buffer->head + i) % CODEBUFFER_MAX];
}

#endif

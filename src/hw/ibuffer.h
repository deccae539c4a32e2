/* SPDX-License-Identifier: Apache-2.0 */
/* ibuffer.h - the instruction queue of one warp, between fetch and issue.
 *
 * A slot is taken when its fetch goes out and can be popped once the instruction is decoded, so
 * queued and in-flight instructions together never exceed the depth (SWAS-5). A slot may hold a NOP
 * instead of an instruction: SWaS fills every queue with NOPs. */
#ifndef WARPCLOCK_HW_IBUFFER_H
#define WARPCLOCK_HW_IBUFFER_H

#include <stdbool.h>

#include "hw/cycle.h"

enum { IBUFFER_DEPTH_MAX = 16 };

/* Why a NOP was inserted: the warp has just started (SWAS-34), the fetch missed (SWAS-37), or the
 * fetched path was wrong (SWAS-39). */
enum nop_kind { NOP_START, NOP_MISS, NOP_FLUSH, NOP_KINDS };

struct ibuffer {
    struct {
        uint32_t insn;  /* index in the program, or a NOP; meaningless on a wrong path */
        cycle_t ready;  /* first cycle in which it can issue */
    } slot[IBUFFER_DEPTH_MAX];
    uint32_t head, count; /* slots taken: queued and in flight */
    uint32_t depth;
};

void ibuffer_reset(struct ibuffer *ibuffer, uint32_t depth);

static inline bool ibuffer_full(const struct ibuffer *ibuffer)
{
    return ibuffer->count == ibuffer->depth;
}

static inline void ibuffer_push(struct ibuffer *ibuffer, uint32_t insn, cycle_t ready)
{
    uint32_t at = (ibuffer->head + ibuffer->count) % IBUFFER_DEPTH_MAX;
    ibuffer->slot[at].insn = insn;
    ibuffer->slot[at].ready = ready;
    ibuffer->count++;
}

/* The oldest slot is issued. */
static inline void ibuffer_pop(struct ibuffer *ibuffer)
{
    ibuffer->head = (ibuffer->head + 1) % IBUFFER_DEPTH_MAX;
    ibuffer->count--;
}

/* Drops everything, in flight or not: the path was wrong (SWAS-7). */
void ibuffer_flush(struct ibuffer *ibuffer);

/* The same, but replaces the slots by NOPs (SWAS-39). */
void ibuffer_squash(struct ibuffer *ibuffer);

static inline uint32_t ibuffer_nop(enum nop_kind kind)
{
    return UINT32_MAX - (uint32_t)kind;
}

static inline bool ibuffer_is_nop(uint32_t insn)
{
    return insn > UINT32_MAX - NOP_KINDS;
}

static inline enum nop_kind ibuffer_nop_kind(uint32_t insn)
{
    return (enum nop_kind)(UINT32_MAX - insn);
}

/* When the head can issue; NEVER when no fetch is in flight either. */
static inline cycle_t ibuffer_next_event(const struct ibuffer *ibuffer)
{
    return ibuffer->count ? ibuffer->slot[ibuffer->head].ready : NEVER;
}

static inline uint32_t ibuffer_head(const struct ibuffer *ibuffer)
{
    return ibuffer->slot[ibuffer->head].insn;
}

#endif

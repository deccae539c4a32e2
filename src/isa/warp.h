/* SPDX-License-Identifier: Apache-2.0 */
/* warp.h - the architectural state of one warp, and the effect of an instruction.
 *
 * Registers are rows of lanes: reg(warp, r)[lane], lanes contiguous and padded to LANE_PADDING, so
 * that one plain loop over a row becomes vector code. The active mask is kept twice: as a word for
 * control logic, and expanded to 0 / ~0 per lane for the loops that blend with it. */
#ifndef WARPCLOCK_ISA_WARP_H
#define WARPCLOCK_ISA_WARP_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/lanewise.h"
#include "isa/insn.h"

enum { LANES_MAX = 64 };

struct memory_port;

struct warp {
    uint32_t pc;        /* index of the instruction to run next */
    uint32_t lanes;     /* of the hardware: 1 .. LANES_MAX */
    uint32_t stride;    /* lanes, rounded up to a multiple of LANE_PADDING */
    uint32_t slot;      /* warp number in its core */
    uint32_t core;      /* core number in the machine */
    uint32_t depth;     /* entries on the reconvergence stack, for instructions that read it */
    uint64_t mask;      /* active lanes */
    uint32_t active_count; /* number of active lanes */
    uint32_t *reg;      /* [register][stride] */
    struct memory_port *memory;
    void *state;        /* state of the instruction set per warp besides registers */
    alignas(64) uint32_t active[LANES_MAX]; /* the mask again: 0 or ~0 per lane, 0 in the padding */
};

/* The lanes of a loop: including the padding is harmless and avoids a remainder. */
static inline unsigned warp_loop_lanes(const struct warp *warp)
{
    if (warp->stride % LANE_PADDING)
        __builtin_unreachable();
    return warp->stride;
}

static inline uint32_t *warp_row(const struct warp *warp, uint32_t reg)
{
    return warp->reg + (size_t)reg * warp->stride;
}

/* The lane that decides where the hardware uses one lane for all: the highest active one. */
static inline unsigned warp_deciding_lane(const struct warp *warp)
{
    return warp->mask ? 63u - (unsigned)__builtin_clzll(warp->mask) : 0;
}

static inline uint64_t lanes_all(uint32_t lanes)
{
    return lanes >= 64 ? ~0ull : (1ull << lanes) - 1;
}

void warp_set_mask(struct warp *warp, uint64_t mask);
/* Gathers bit 0 of a row into a mask, active lanes only. */
uint64_t warp_predicate(const struct warp *warp, const uint32_t *row);

enum effect_kind {
    EFFECT_NONE,      /* control continues at insn->next, as after the two below */
    EFFECT_MEMORY,    /* `access` has the memory accessed */
    EFFECT_FENCE,
    EFFECT_BRANCH,    /* lanes in `taken` want insn->target, the others insn->next */
    EFFECT_JUMP,      /* all lanes go to `target`, an address; `lane_target` has it per lane */
    EFFECT_MASK,      /* the mask becomes `taken`; empty: the warp ends */
    EFFECT_SPLIT,     /* `taken` and the other lanes are split; `value`: 0, or 1 negated form */
    EFFECT_JOIN,      /* `value`: the depth that the matching split saw */
    EFFECT_PREDICATE, /* mask := `taken`, or the restore mask in `value` if that is empty */
    EFFECT_SPAWN,     /* warps below `value` start at address `target` */
    EFFECT_BARRIER,   /* `value`: id, `count`: warps expected */
    EFFECT_BRANCH_EACH, /* lanes in `taken` go to lane_target[lane], an index; others to next */
    EFFECT_TOKEN,     /* the lanes will meet at insn->target; `value`: the token's kind */
    EFFECT_CALL,      /* to insn->target, returning to insn->next */
    EFFECT_LEAVE,     /* lanes in `taken` leave for a token of kind `value` */
    EFFECT_EXIT,      /* lanes in `taken` have ended */
    EFFECT_TRAP,      /* into the handler at `target` */
    EFFECT_FAULT,     /* the kernel failed: `fault` */
};

/* Control continues at insn->next. */
static inline bool effect_continues(enum effect_kind kind)
{
    return kind == EFFECT_NONE || kind == EFFECT_MEMORY || kind == EFFECT_FENCE;
}

enum access_kind { ACCESS_LOAD, ACCESS_STORE, ACCESS_ATOMIC };

/* The memory accessed by one instruction. Addresses of inactive lanes are undefined. */
struct access {
    uint8_t kind;
    uint8_t space;
    uint8_t bytes; /* per lane: up to 16 */
    uint64_t mask; /* lanes that took part */
    alignas(64) uint64_t address[LANES_MAX];
};

enum fault_kind {
    FAULT_OUT_OF_BOUNDS, FAULT_READ_ONLY, FAULT_MISALIGNED, FAULT_ILLEGAL, FAULT_CSR,
    FAULT_UNHANDLED_TRAP, FAULT_SPECIAL_REGISTER, FAULT_BREAKPOINT, FAULT_HOST_CALL, FAULT_ASSERT,
};

struct fault {
    uint8_t kind;
    uint8_t access; /* enum access_kind */
    uint8_t space;  /* enum memory_space */
    uint8_t bytes;
    uint32_t lane;
    uint64_t address; /* or the number of a CSR or special register, or the trap's cause */
    const char *text; /* FAULT_HOST_CALL, FAULT_ASSERT: what went wrong */
};

struct effect {
    enum effect_kind kind;
    uint32_t value, count;
    uint64_t taken;
    uint64_t target;
    const uint32_t *lane_target; /* EFFECT_JUMP */
    struct fault fault;
    struct access access;
};

#endif

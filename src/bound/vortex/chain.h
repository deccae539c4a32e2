/* SPDX-License-Identifier: Apache-2.0 */
/* chain.h - the chain of waits that the proof of a bound follows, in a run (docs/bound.md).
 *
 * Every cycle before the end of a warp is on its chain once: the warp issues, or waits for a
 * latency of its own, or for something busy. The chain of a warp that others have released from a
 * barrier goes on from the warp that came last, and the chain of a spawned warp from its spawner.
 *
 * A wait for an operand has two parts. Up to the cycle in which the operand would be there if
 * nothing else kept memory busy it is a latency of the warp's own; after that memory is busy. */
#ifndef WARPCLOCK_BOUND_VORTEX_CHAIN_H
#define WARPCLOCK_BOUND_VORTEX_CHAIN_H

#include "bound/vortex/counts.h"

/* Cycles from the beginning of the launch up to before `at`, by kind. */
struct spent {
    cycle_t at;
    uint64_t cycles[CHAIN_KINDS];
};

/* A result under way. */
struct chain_result {
    cycle_t hit;     /* when it is there alone, misses that are waited for once aside */
    cycle_t alone;   /* when it is there alone */
    uint32_t segment; /* of its warp in which it was issued */
    struct spent spent; /* behind that segment: the chain that waits for it then */
};

enum { CHAIN_WAITS_MAX = STALL_COUNT };

struct chain_warp {
    struct spent spent;
    uint32_t segment; /* counts releases */
    struct chain_result result[RV32_ROWS];
    struct chain_result latest;   /* of all results so far */
    struct chain_result accessed; /* of those of loads and stores */
    cycle_t done;                 /* all are there */
    struct chain_result control;  /* nothing issues before: of a fence */
    struct chain_code {
        cycle_t alone; /* when it is there alone */
        bool stays;    /* its line: the launch counts the miss, else the warp does */
    } fetched, code;   /* the last instruction to be fetched, and the one before */
    struct chain_wait {
        cycle_t from, until;
        enum stall_reason reason;
    } wait[CHAIN_WAITS_MAX]; /* since the last issue */
    uint32_t wait_count;
};

/* The cycles of an access alone; `hit`: misses that are waited for once in the launch aside. */
struct chain_access {
    cycle_t hit, alone;
};

/* Instruction misses under way in a core. */
struct chain_misses {
    cycle_t until;
    uint64_t cycles; /* so far, up to then: in which there was at least one */
};

struct chain {
    const struct vortex_costs *costs;
    uint32_t slots;           /* of warps, a core */
    struct chain_warp *warps; /* [core][slot] */
    struct chain_misses *misses; /* [core] */
    const struct spent *last; /* of the instruction that was issued last */
};

void chain_make(struct chain *chain, struct arena *arena, const struct vortex_costs *costs);
/* Events of a run, in their order. */
void chain_start(struct chain *chain, const struct event *event);
void chain_wait(struct chain *chain, const struct event *event);
/* `line`: that is fetched, in this core. */
void chain_fetch(struct chain *chain, const struct event *event, struct cached_line *line,
                 bool stays);
void chain_release(struct chain *chain, const struct event *event);
void chain_nop(struct chain *chain, const struct event *event);
/* `access` is NULL for one without memory. Returns the chain up to the issue. */
const struct spent *chain_issue(struct chain *chain, const struct event *event,
                                const struct chain_access *access);
/* The warp has ended: the chain up to the cycle in which all its results are there. */
struct spent chain_end(const struct chain *chain, const struct event *event);

#endif

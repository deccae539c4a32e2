/* SPDX-License-Identifier: Apache-2.0 */
/* partition.h - a part of a core that issues on its own: a processing block of an SM, a SIMD of a
 * compute unit.
 *
 * partition.c  when a warp's next instruction can issue; warps that start, are released and end
 * front.c      instruction buffers
 * issue.c      an instruction takes effect
 * stalls.h     why a warp waited
 * request.h    what a memory access costs
 *
 * A model embeds a partition and a slot_timing as the first members of its own. */
#ifndef WARPCLOCK_MACHINE_COMMON_PARTITION_H
#define WARPCLOCK_MACHINE_COMMON_PARTITION_H

#include <stdalign.h>
#include <stddef.h>

#include "hw/cache.h"
#include "hw/codebuffer.h"
#include "hw/unit.h"
#include "hw/wakeup.h"
#include "machine/common/run_state.h"
#include "machine/common/steps.h"
#include "machine/common/taint.h"
#include "machine/common/tell.h"

enum { PARTITION_SLOTS_MAX = 64, PARTITION_UNITS_MAX = 8 };

/* The timing state of a warp slot. Each cycle is the end of one constraint on the next
 * instruction. What every issue needs is in the first cache line. */
struct slot_timing {
    alignas(64) cycle_t resume; /* released by others: from a barrier, a merge */
    cycle_t stalled;     /* the last instruction's own stall */
    cycle_t operand;     /* operands, or the counters that guard them */
    cycle_t waited;      /* memory that the instruction itself waits for */
    cycle_t fetched;
    cycle_t counted;     /* cycles before this one have their stall reason already */
    bool stalled_memory, operand_memory; /* these two waits are for memory */
    uint8_t unit;        /* that the next instruction needs */
    uint8_t waits_for;   /* enum stall_reason while it waits for others, and up to `resume` */
    struct codebuffer code; /* its first piece is in the first line, too */
    cycle_t started;     /* the slot is idle before; no constraint ends earlier */
    cycle_t unit_lost;   /* busy cycles of the unit when only it held the warp (stalls.h) */
};
_Static_assert(offsetof(struct slot_timing, code.first) + sizeof(uint64_t) == 64,
               "the first cache line of a slot");

/* The first cycle in which nothing but unit and issue slot can hold the next instruction. */
static inline cycle_t slot_held_until(const struct slot_timing *t)
{
    cycle_t at = later(later(t->resume, t->stalled), t->fetched);
    return later(at, later(t->waited, t->operand));
}

/* Numbers of instruction buffers. */
struct front_numbers {
    uint32_t shift;    /* log2 of the bytes of a piece of code that one request brings */
    uint32_t buffer;   /* pieces that a warp's buffer holds */
    uint32_t decode;   /* cycles */
    uint32_t prefetch; /* lines after one that missed */
};

struct partition {
    struct run_state *run;
    uint32_t id;                      /* in the machine */
    uint32_t slots;
    uint32_t phase;                   /* if parts take turns: the cycles in which it issues */
    uint16_t wanted;                  /* bits of units that a warp's next instruction needs */
    bool clean;                       /* not looked at since its last reset: no warp has started */
    uint64_t stale;                   /* slots whose timing is not as after a reset */
    cycle_t *ready; /* [slot][register]: when it can be read, as the model encodes it */
    const struct front_numbers *front;
    struct cache *code;               /* instruction cache */
    uint64_t seen;                    /* warps that were ready at the last check, ignoring units */
    uint64_t wants[PARTITION_UNITS_MAX]; /* warps whose next instruction needs that unit */
    struct unit *unit[PARTITION_UNITS_MAX]; /* NULL: none is needed */
    struct wakeup issue_at;           /* first cycle for the next instruction, ignoring units */
    uint64_t stall[STALL_COUNT];
    struct resident *warp[PARTITION_SLOTS_MAX];
    struct slot_timing *timing[PARTITION_SLOTS_MAX];
};

static inline cycle_t partition_unit_free(const struct partition *p, uint32_t unit)
{
    return p->unit[unit] ? p->unit[unit]->free : 0;
}

static inline const struct insn *partition_next(const struct partition *p, uint32_t slot)
{
    return run_insn(p->run, p->warp[slot]);
}

/* Builds partition `id` of the machine, with its instruction buffers and cache ... */
void partition_build(struct partition *p, struct run_state *run, uint32_t id,
                     const struct front_numbers *front, struct cache *code);
/* ... and adds a slot. */
void partition_add_slot(struct partition *p, struct resident *w, struct slot_timing *timing);
/* Before a launch; false: no warp has started in it since the last time, and it needs no reset. */
bool partition_reset(struct partition *p);
/* Before the first partition is built: room for `count` of them, of `slots` each; `registers` is
 * the size of the name space. What only a warp needs is not touched before one starts. */
void partition_count(struct run_state *run, uint32_t count, uint32_t slots, uint32_t registers);
/* The next cycle in which any partition of the machine may issue. */
cycle_t partition_next_cycle(const struct run_state *run, cycle_t now);
/* At the end of a launch, in cycle `end`: counts the stalls of a partition in which no warp has
 * started; false: it is another one, or there are observers, and its slots must be counted. */
bool partition_was_idle(struct partition *p, cycle_t end);
/* A warp of a new group runs from cycle `start` on; starts to fill its buffer. */
void partition_start(struct partition *p, uint32_t slot, uint32_t registers, cycle_t start);
/* A slot is free. */
void partition_leave(struct partition *p, uint32_t slot);
/* The warp has ended, and perhaps its group. */
void partition_end_warp(struct partition *p, uint32_t slot);
/* Warps of the group of `by` that its instruction released resume in cycle `resume`. */
void partition_release_group(struct run_state *run, const struct resident *by, cycle_t now,
                             cycle_t resume);

/* The rest is short and called for every instruction. */

static inline void partition_release(struct run_state *run, const struct resident *by, cycle_t now,
                                     cycle_t resume)
{
    if (by->group->released)
        partition_release_group(run, by, now, resume);
}

/* A cycle before which nothing can issue: the first in which a warp wakes, or a ready one finds its
 * unit free. That a warp which wakes may still wait for its unit is seen then. */
static inline cycle_t partition_next_issue(const struct partition *p)
{
    cycle_t next = p->issue_at.next;
    for (uint32_t units = p->issue_at.ready ? p->wanted : 0; units; units &= units - 1) {
        const uint32_t unit = (uint32_t)__builtin_ctz(units);
        if (p->wants[unit] & p->issue_at.ready)
            next = earlier(next, partition_unit_free(p, unit));
    }
    return next;
}

/* What holds a warp has changed. */
static inline void partition_update(struct partition *p, uint32_t slot)
{
    cycle_t at = p->warp[slot]->waits ? NEVER : slot_held_until(p->timing[slot]);
    p->seen &= ~(1ull << slot);
    wakeup_set(&p->issue_at, slot, at);
    agenda_set_earlier(p->run->agenda, p->id, at);
}

/* ... of a warp that has issued just now. */
static inline void partition_update_issued(struct partition *p, uint32_t slot)
{
    cycle_t at = p->warp[slot]->waits ? NEVER : slot_held_until(p->timing[slot]);
    p->seen &= ~(1ull << slot);
    wakeup_again(&p->issue_at, slot, at);
}

/* The warp needs no unit any more. */
static inline void partition_want_nothing(struct partition *p, uint32_t slot)
{
    const uint32_t unit = p->timing[slot]->unit;
    p->wants[unit] &= ~(1ull << slot);
    p->wanted &= (uint16_t)~((uint32_t)!p->wants[unit] << unit);
}

/* The next instruction of a warp needs that unit. */
static inline void partition_want(struct partition *p, uint32_t slot, uint32_t unit)
{
    partition_want_nothing(p, slot);
    p->timing[slot]->unit = (uint8_t)unit;
    p->wants[unit] |= 1ull << slot;
    p->wanted |= (uint16_t)(1u << unit);
}

/* front.c: the buffer of a warp restarts at an address, with requests from cycle `at` on. */
void front_refill(struct partition *p, uint32_t slot, uint64_t pc, cycle_t at);
/* The buffer follows its warp to the instruction at an address: it requests more in cycle `ahead`,
 * or restarts in cycle `restart` when it does not hold the instruction. */
void front_follow(struct partition *p, uint32_t slot, uint64_t pc, cycle_t ahead, cycle_t restart);

/* issue.c: the instruction runs, with a log of its step or labels of its values. */
void issue_followed(struct run_state *run, struct resident *w, const struct insn *insn);
/* ... in cycle `now`; its effect is in run->effect. */
static inline void issue_execute(struct partition *p, uint32_t slot, const struct insn *insn,
                                 cycle_t now)
{
    struct run_state *run = p->run;
    struct resident *w = p->warp[slot];
    run->cycle = now;
    run->effect.kind = EFFECT_NONE;
    if (run->followed)
        issue_followed(run, w, insn);
    else
        insn->run(&w->warp, insn, &run->effect);
}
/* Reports it to observers: `issued` has its instruction, mask and times, the rest is filled in. */
void issue_report(const struct partition *p, uint32_t slot, struct issued *issued);

/* Its effect needs no more than to continue at the next instruction. An atomic may have called the
 * host. */
static inline bool issue_continues(const struct run_state *run, const struct insn *insn)
{
    return effect_continues(run->effect.kind) && insn->next >= 0 && !(insn->flags & INSN_ATOMIC);
}

/* Its effect is applied; its result is complete in cycle `done`. */
static inline enum wc_status issue_apply(struct partition *p, uint32_t slot,
                                         const struct insn *insn, cycle_t now, cycle_t done)
{
    struct run_state *run = p->run;
    struct resident *w = p->warp[slot];
    run->drained = later(run->drained, later(done, now + 1));
    if (insn->flags & INSN_LOAD && !(insn->flags & INSN_ATOMIC))
        run->load_latency += done - now;
    if (!issue_continues(run, insn))
        return run_core(run)->apply(run, w, insn, &run->effect);
    w->warp.pc = (uint32_t)insn->next;
    return WC_OK;
}

#endif

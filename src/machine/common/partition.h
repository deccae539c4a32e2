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
 * instruction. */
struct slot_timing {
    struct codebuffer code;
    cycle_t started;     /* the slot is idle before */
    cycle_t resume;      /* released by others: from a barrier, a merge */
    uint8_t waits_for;   /* enum stall_reason while it waits for others, and up to `resume` */
    cycle_t stalled;     /* the last instruction's own stall */
    cycle_t operand;     /* operands, or the counters that guard them */
    cycle_t waited;      /* memory that the instruction itself waits for */
    cycle_t fetched;
    bool stalled_memory, operand_memory; /* these two waits are for memory */
    uint8_t unit;        /* that the next instruction needs */
    cycle_t counted;     /* cycles before this one have their stall reason already */
    cycle_t unit_lost;   /* busy cycles of the unit when only it held the warp (stalls.h) */
    cycle_t *ready;      /* per register: when it can be read, as the model encodes it */
};

/* The first cycle in which nothing but unit and issue slot can hold the next instruction. */
static inline cycle_t slot_held_until(const struct slot_timing *t)
{
    cycle_t at = later(later(t->started, t->resume), later(t->stalled, t->fetched));
    return later(at, later(t->waited, t->operand));
}

/* Numbers of instruction buffers. */
struct front_numbers {
    uint32_t bytes;    /* of a piece of code that one request brings */
    uint32_t buffer;   /* pieces that a warp's buffer holds */
    uint32_t decode;   /* cycles */
    uint32_t prefetch; /* lines after one that missed */
};

struct partition {
    struct run_state *run;
    uint32_t id;                      /* in the machine */
    uint32_t slots;
    const struct front_numbers *front;
    struct cache *code;               /* instruction cache */
    struct resident *warp[PARTITION_SLOTS_MAX];
    struct slot_timing *timing[PARTITION_SLOTS_MAX];
    struct wakeup issue_at;           /* first cycle for the next instruction, ignoring units */
    uint64_t seen;                    /* warps that were ready at the last check, ignoring units */
    uint64_t wants[PARTITION_UNITS_MAX]; /* warps whose next instruction needs that unit */
    struct unit *unit[PARTITION_UNITS_MAX]; /* NULL: none is needed */
    cycle_t due;                      /* nothing can issue before */
    uint64_t stall[STALL_COUNT];
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
/* ... and adds a slot; `registers` is the size of the name space. */
void partition_add_slot(struct partition *p, struct resident *w, struct slot_timing *timing,
                        uint32_t registers);
void partition_reset(struct partition *p);
/* The earliest cycle in which any partition of the machine can issue. */
cycle_t partition_first_due(const struct run_state *run, cycle_t now);
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

/* The first cycle in which one of `warps` can issue on this partition. */
static inline cycle_t partition_next_issue(const struct partition *p, uint64_t warps)
{
    cycle_t next = NEVER;
    for (warps &= p->issue_at.ready | p->issue_at.pending; warps; warps &= warps - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(warps);
        cycle_t free = partition_unit_free(p, p->timing[slot]->unit);
        next = earlier(next, later(p->issue_at.at[slot], free));
    }
    return next;
}

/* What holds a warp has changed. */
static inline void partition_update(struct partition *p, uint32_t slot)
{
    cycle_t at = p->warp[slot]->waits ? NEVER : slot_held_until(p->timing[slot]);
    p->seen &= ~(1ull << slot);
    wakeup_set(&p->issue_at, slot, at);
    p->due = earlier(p->due, at);
}

/* The next instruction of a warp needs that unit. */
static inline void partition_want(struct partition *p, uint32_t slot, uint32_t unit)
{
    struct slot_timing *t = p->timing[slot];
    p->wants[t->unit] &= ~(1ull << slot);
    t->unit = (uint8_t)unit;
    p->wants[unit] |= 1ull << slot;
}

/* front.c: the buffer of a warp restarts at an address, with requests from cycle `at` on. */
void front_refill(struct partition *p, uint32_t slot, uint64_t pc, cycle_t at);
/* The buffer follows its warp to the instruction at an address: it requests more in cycle `ahead`,
 * or restarts in cycle `restart` when it does not hold the instruction. */
void front_follow(struct partition *p, uint32_t slot, uint64_t pc, cycle_t ahead, cycle_t restart);

/* issue.c: the instruction runs, in cycle `now`; its effect is in run->effect. */
static inline void issue_execute(struct partition *p, uint32_t slot, const struct insn *insn,
                                 cycle_t now)
{
    struct run_state *run = p->run;
    struct resident *w = p->warp[slot];
    run->cycle = now;
    run->effect.kind = EFFECT_NONE;
    if (run->observed && run->control->steps)
        steps_before(run->control->steps, &w->warp, insn);
    if (run->control->taint)
        taint_before(run, w, insn);
    insn->run(&w->warp, insn, &run->effect);
    if (run->control->taint)
        taint_after(run, w, insn);
}
void issue_report(const struct partition *p, uint32_t slot, struct issued *issued);

/* Its effect is applied. `issued` has its instruction, mask and times; this function fills in the
 * rest. */
static inline enum wc_status issue_apply(struct partition *p, uint32_t slot, struct issued *issued)
{
    struct run_state *run = p->run;
    const struct insn *insn = issued->insn;
    enum wc_status status = run_core(run)->apply(run, p->warp[slot], insn, &run->effect);
    run->drained = later(run->drained, later(issued->done, issued->now + 1));
    if (insn->flags & INSN_LOAD && !(insn->flags & INSN_ATOMIC) && status == WC_OK)
        run->load_latency += issued->done - issued->now;
    if (run->observed)
        issue_report(p, slot, issued);
    return status;
}

#endif

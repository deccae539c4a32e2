/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - the clocked half of the Pascal machine.
 *
 * timing.c  building, and the numbers of the machine file
 * front.c   instruction buffers, and when a warp's next instruction can issue
 * issue.c   issuing one instruction: its effect, its time
 * memory.c  loads, stores and atomics through shared memory, caches and L2
 * stalls.c  why a warp waited
 * state.c   the whole state at the end of a cycle
 * clock.c   the cycle loop, blocks that come and go
 *
 * Instructions take effect when they issue; everything here only decides when that is. Hazards are
 * the compiler's: an instruction issues when the stall count of the one before has passed and the
 * counters that it waits for are zero, whether its operands are there or not (PAS-60). What is read
 * before it is ready is only counted. All times that an instruction causes are known when it
 * issues, so that the loop can jump over cycles in which no warp can issue. */
#ifndef WARPCLOCK_MACHINE_PASCAL_CLOCK_H
#define WARPCLOCK_MACHINE_PASCAL_CLOCK_H

#include "hw/cache.h"
#include "hw/coalescer.h"
#include "hw/codebuffer.h"
#include "hw/dependency.h"
#include "hw/dram.h"
#include "hw/scheduler.h"
#include "hw/sharedmem.h"
#include "hw/unit.h"
#include "hw/wakeup.h"
#include "machine/common/observer.h"
#include "machine/pascal/model.h"

enum {
    PASCAL_SMP_WARPS_MAX = PASCAL_WARPS_MAX / PASCAL_SMPS,
    PASCAL_DEPENDENCIES = 6,
    PASCAL_L1D_CACHES = 2,  /* of an SM: processing blocks 0 and 1, 2 and 3 (PAS-1) */
};

/* What a processing block has (PAS-2). Control flow needs none of the others. */
enum pascal_unit {
    PASCAL_CORES, PASCAL_FP64, PASCAL_SFU, PASCAL_LSU, PASCAL_CONTROL, PASCAL_UNITS
};

/* A timing class. */
struct pascal_class {
    uint32_t latency; /* from issue to the result */
    uint32_t lanes;   /* that its unit works on in a cycle */
    uint32_t read;    /* from issue to the reading of its operands */
};

/* The clocked part of machines/jetson-tx2.yaml. */
struct pascal_clock_numbers {
    const struct scheduler_ops *policy;
    bool yield;             /* the compiler's hint to switch is followed */
    bool dual_issue;
    bool shared_blocking;   /* PAS-55: a warp waits for its access before anything else */
    bool warm_inputs;       /* PAS-73: buffers are in L2 at the start */
    bool warm_code;         /* code and constants are */
    uint32_t buffer;        /* groups of three instructions */
    uint32_t decode, redirect;
    uint32_t prefetch;      /* lines behind an instruction miss */
    uint32_t block_delay, barrier_release;
    uint32_t lsu_latency, lsu_writeback, lsu_lanes, lsu_read;
    uint32_t lsu_prefetch;  /* lines behind a load that L1 does not have */
    uint32_t predicate;     /* latency of a predicate */
    uint32_t atomic_conflict;
    struct pascal_class unit[TIMING_COUNT];
    char latency_name[TIMING_COUNT][32]; /* of the parameter: "units.fma.latency" (PAS-63) */
    struct cache_numbers l1i, l1d, constant, l2;
    struct sharedmem_numbers shared;
    struct dram_numbers dram;
};

/* What a warp slot has in time. */
struct pascal_timing {
    struct codebuffer code; /* in groups of instructions */
    struct dependency dependency[PASCAL_DEPENDENCIES];
    uint8_t by_memory;    /* dependencies whose latest user was a memory access */
    cycle_t *ready;       /* a register of the flat name space: when it can be read */
    cycle_t returned[4];  /* a memory space: the latest load; they come back in order */
    cycle_t accessed;     /* all loads and stores so far are complete */
    /* What holds the next instruction, and until when. */
    cycle_t started;      /* the slot is idle before */
    cycle_t resume;       /* released from a barrier */
    cycle_t stalled;      /* the stall count of the last instruction */
    cycle_t fetched;
    cycle_t waited;       /* counters that it waits for */
    cycle_t operand;      /* a constant that missed, or a fence */
    bool stalled_memory, waited_memory; /* what those two are called */
    uint8_t unit;         /* that it goes to */
    cycle_t counted;      /* cycles before this one have their reason already */
    cycle_t unit_lost;    /* busy cycles of the unit when nothing but it held the warp */
};

/* The first cycle in which nothing but unit and issue slot can hold the next instruction. */
static inline cycle_t pascal_held_until(const struct pascal_timing *t)
{
    cycle_t at = later(later(t->started, t->resume), later(t->stalled, t->fetched));
    return later(at, later(t->waited, t->operand));
}

struct pascal_sm_clock;

/* A processing block of an SM. */
struct pascal_smp {
    struct pascal *machine;
    struct pascal_sm_clock *sm;
    uint32_t id;                      /* in the machine */
    struct pascal_warp *warp[PASCAL_SMP_WARPS_MAX];
    struct pascal_timing timing[PASCAL_SMP_WARPS_MAX];
    struct wakeup issue_at;           /* first cycle for the next instruction, units aside */
    uint64_t seen;                    /* warps that were ready, units aside, at the last look */
    uint64_t shy;                     /* the one that hinted to switch, for one turn */
    uint64_t wants[PASCAL_UNITS];     /* warps whose next instruction goes to that unit */
    struct unit unit[PASCAL_UNITS];
    struct scheduler scheduler;
    cycle_t due;                      /* nothing can issue before */
    cycle_t looked;                   /* the latest turn */
    uint64_t stall[STALL_COUNT];
};

struct pascal_sm_clock {
    struct pascal_smp smp[PASCAL_SMPS];
    struct cache l1i, constant, l1d[PASCAL_L1D_CACHES];
    struct sharedmem shared;
};

struct pascal_clock {
    struct pascal_clock_numbers numbers;
    struct pascal_sm_clock *sm;
    struct cache l2;
    struct dram dram;
    uint32_t resident;        /* blocks */
    uint32_t running;         /* warps that neither ended nor wait at a barrier */
    bool freed;               /* a block has ended in this cycle */
    cycle_t drained;          /* every instruction so far is complete */
    uint64_t load_latency;    /* sum over loads */
};

/* timing.c */
enum wc_status pascal_clock_read(struct error *err, struct parameters *parameters,
                                 struct pascal *pascal);
void pascal_clock_build(struct pascal *pascal);
void pascal_clock_reset(struct pascal *pascal);
enum pascal_unit pascal_unit_of(const struct insn *insn);

/* front.c: a warp of a new block, from cycle `start` on. */
void pascal_front_start(struct pascal_smp *smp, uint32_t slot, cycle_t start, bool observed);
/* ... has issued insn in cycle `now`: what comes next, and when. */
void pascal_front_next(struct pascal_smp *smp, uint32_t slot, const struct insn *insn, cycle_t now,
                       bool observed);
/* ... what holds it has changed. */
void pascal_front_update(struct pascal_smp *smp, uint32_t slot);
void pascal_front_end(struct pascal_smp *smp, uint32_t slot);

/* issue.c; `paired`: together with the instruction before, in the same cycle. */
enum wc_status pascal_issue(struct pascal_smp *smp, uint32_t slot, cycle_t now,
                            struct effect *effect, bool paired, bool observed);

/* When an instruction's result is there and its operands are read, and which parameter of the
 * machine file made its latency: the one that is left to choose where several add up (PAS-63). */
struct pascal_times {
    cycle_t done, read;
    const char *by;
};

/* memory.c */
struct pascal_times pascal_memory_access(struct pascal_smp *smp, uint32_t slot,
                                         const struct insn *insn, const struct access *access,
                                         cycle_t now, bool observed);
/* The same when no lane takes part: it comes back in its turn all the same. */
struct pascal_times pascal_memory_nothing(struct pascal_smp *smp, uint32_t slot,
                                          const struct insn *insn, cycle_t now);
/* The address at which caches see a place of a constant bank. */
static inline uint64_t pascal_constant_address(const struct pascal *pascal, uint32_t bank,
                                               uint64_t offset)
{
    return pascal->numbers.constant_base + (uint64_t)bank * PASCAL_BANK_BYTES + offset;
}

/* stalls.c: nothing but unit or issue slot holds the warp. */
void pascal_stalls_ready(struct pascal_smp *smp, uint32_t slot);
/* ... gives every cycle from the last counted one up to before `now` its reason. */
void pascal_stalls_count(struct pascal_smp *smp, uint32_t slot, cycle_t now, bool observed);

/* state.c */
struct json_t *pascal_state(const struct machine *machine, uint64_t cycle);

/* clock.c */
enum wc_status pascal_run_timed(struct error *err, struct machine *machine, struct memory *memory,
                                const struct launch *launch, const struct run_control *control,
                                struct outcome *outcome);

#endif

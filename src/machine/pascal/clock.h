/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - the clocked half of the Pascal machine.
 *
 * timing.c  building, and the numbers of the machine file
 * front.h   instruction buffers, and when a warp's next instruction can issue
 * issue.c   issuing one instruction: its effect, its time
 * memory.c  loads, stores and atomics through shared memory, caches and L2
 * stalls.h  why a warp waited
 * state.c   the complete state at the end of a cycle
 * clock.c   one cycle; blocks that start and end
 *
 * Instructions take effect when they issue; everything here only decides when that is. The compiler
 * handles hazards: an instruction issues when the stall count of the previous one has passed and
 * the counters that it waits for are zero, whether its operands are ready or not (PAS-60). A read
 * before a result is ready is only counted. All times of an instruction are known when it issues,
 * so the loop can jump over cycles in which no warp can issue. */
#ifndef WARPCLOCK_MACHINE_PASCAL_CLOCK_H
#define WARPCLOCK_MACHINE_PASCAL_CLOCK_H

#include "hw/dependency.h"
#include "hw/dram.h"
#include "hw/scheduler.h"
#include "hw/sharedmem.h"
#include "machine/common/partition.h"
#include "machine/common/unit_class.h"
#include "machine/pascal/model.h"

enum {
    PASCAL_SMP_WARPS_MAX = PASCAL_WARPS_MAX / PASCAL_SMPS,
    PASCAL_DEPENDENCIES = 6,
    PASCAL_L1D_CACHES = 2,  /* of an SM: processing blocks 0 and 1, 2 and 3 (PAS-1) */
};

/* The units of a processing block (PAS-2). Control flow needs none of the others. */
enum pascal_unit {
    PASCAL_CORES, PASCAL_FP64, PASCAL_SFU, PASCAL_LSU, PASCAL_CONTROL, PASCAL_UNITS
};

/* The clocked part of machines/jetson-tx2.yaml. */
struct pascal_clock_numbers {
    const struct scheduler_ops *policy;
    bool yield;             /* the compiler's hint to switch is followed */
    bool dual_issue;
    bool shared_blocking;   /* PAS-55: a warp waits for its access before anything else */
    bool warm_inputs;       /* PAS-73: buffers are in L2 at the start */
    bool warm_code;         /* code and constants are in L2 at the start */
    struct front_numbers front;
    uint32_t redirect;
    uint32_t block_delay, barrier_release;
    uint32_t lsu_latency, lsu_writeback, lsu_lanes, lsu_read;
    uint32_t lsu_prefetch;  /* lines prefetched after a load that missed L1 */
    uint32_t texture_latency, texture_lanes;
    uint32_t predicate;     /* latency of a predicate */
    uint32_t atomic_conflict;
    struct unit_class unit[TIMING_COUNT];
    char latency_name[TIMING_COUNT][32]; /* of the parameter: "units.fma.latency" (PAS-63) */
    struct cache_numbers l1i, l1d, constant, l2;
    struct sharedmem_numbers shared;
    struct dram_numbers dram;
};

/* The timing state of a warp slot. */
struct pascal_timing {
    struct slot_timing slot; /* first; `operand`: counters, `waited`: a constant or a fence */
    struct dependency dependency[PASCAL_DEPENDENCIES];
    uint8_t by_memory;    /* dependencies whose latest user was a memory access */
    cycle_t returned[4];  /* per memory space: the latest load; they return in order */
    cycle_t accessed;     /* all loads and stores so far are complete */
};

struct pascal_sm_clock;

/* A processing block of an SM. */
struct pascal_smp {
    struct partition partition; /* first */
    struct pascal_sm_clock *sm;
    struct pascal_timing timing[PASCAL_SMP_WARPS_MAX];
    uint64_t yielded;                 /* the warp that hinted to switch, for one turn */
    struct unit unit[PASCAL_UNITS];
    cycle_t units_free;               /* from then on all of them are */
    struct scheduler scheduler;
    cycle_t looked;                   /* the latest turn */
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
};

/* By the numbers of struct regs: when it can be read. */
static inline cycle_t *pascal_register_times(const struct pascal_smp *smp, uint32_t slot)
{
    return smp->partition.ready + (size_t)slot * SASS_NAMES;
}

static inline struct pascal *pascal_of(const struct pascal_smp *smp)
{
    return (struct pascal *)smp->partition.run;
}

/* An instruction starts in cycle `now` and occupies the unit for `interval` cycles. */
static inline void pascal_unit_start(struct pascal_smp *smp, uint32_t unit, cycle_t now,
                                     cycle_t interval)
{
    unit_start(&smp->unit[unit], now, interval);
    smp->units_free = later(smp->units_free, now + interval);
}

/* timing.c */
enum wc_status pascal_clock_read(struct error *err, struct parameters *parameters,
                                 struct pascal *pascal);
void pascal_clock_build(struct pascal *pascal);
void pascal_clock_reset(struct run_state *run);

/* issue.c; `paired`: together with the instruction before, in the same cycle. */
enum wc_status pascal_issue(struct pascal_smp *smp, uint32_t slot, cycle_t now, bool paired);

/* When an instruction's result is available and its operands are read, and which parameter of the
 * machine file determined its latency: the free one where several add up (PAS-63). */
struct pascal_times {
    cycle_t done, read;
    const char *by;
};

/* memory.c */
struct pascal_times pascal_memory_access(struct pascal_smp *smp, uint32_t slot,
                                         const struct insn *insn, const struct access *access,
                                         cycle_t now);
/* The same when no lane takes part: it still returns in order. */
struct pascal_times pascal_memory_nothing(struct pascal_smp *smp, uint32_t slot,
                                          const struct insn *insn, cycle_t now);
/* The address of an offset in a constant bank, as caches see it. */
static inline uint64_t pascal_constant_address(const struct pascal *pascal, uint32_t bank,
                                               uint64_t offset)
{
    return pascal->numbers.constant_base + (uint64_t)bank * CUDA_BANK_BYTES + offset;
}

/* state.c */
struct json_t *pascal_state(const struct machine *machine, uint64_t cycle);

/* clock.c: hooks of struct core_ops. */
void pascal_clock_group(struct run_state *run, struct group *group, cycle_t at);
enum wc_status pascal_step(struct run_state *run, cycle_t now, bool *acted);
void pascal_describe_launch(const struct run_state *run, struct event *event);
void pascal_count(struct run_state *run, cycle_t now, cycle_t end);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - the clocked half of the GCN3 machine.
 *
 * timing.c  building, and the numbers of the machine file
 * front.h   instruction buffers, and when a wavefront's next instruction can issue
 * issue.c   issuing one instruction: its effect, its time
 * memory.c  loads, stores and atomics through LDS, caches and L2
 * split_clock.c  the times of split and merge
 * stalls.h  why a wavefront waited
 * clock.c   one cycle; work-groups that start and end
 *
 * Instructions take effect when they issue; everything here only decides when that is. An
 * instruction waits for operands that are being computed. Hardware does not check results from
 * memory: code waits by s_waitcnt, and reads that are too early are only counted. All times of an
 * instruction are known when it issues, so the loop can jump over cycles in which no wavefront can
 * issue. */
#ifndef WARPCLOCK_MACHINE_GCN3_CLOCK_H
#define WARPCLOCK_MACHINE_GCN3_CLOCK_H

#include "hw/dependency.h"
#include "hw/dram.h"
#include "hw/scheduler.h"
#include "hw/sharedmem.h"
#include "machine/common/partition.h"
#include "machine/common/unit_class.h"
#include "machine/gcn3/model.h"

enum {
    GCN3_FETCH_BYTES = 32, /* bytes per request */
};

/* Kinds of instruction: a SIMD issues at most one of each per cycle. The first two are units of a
 * SIMD, the memory units are shared by the SIMDs of a compute unit; the last two need none. */
enum gcn3_unit {
    GCN3_UNIT_VALU, GCN3_UNIT_SALU, GCN3_UNIT_VMEM, GCN3_UNIT_LDS, GCN3_UNIT_SMEM,
    GCN3_UNIT_BRANCH, GCN3_UNIT_INTERNAL, /* s_waitcnt, s_nop, s_barrier, s_endpgm etc. */
    GCN3_UNITS
};

/* The counters that s_waitcnt waits for; exports are not modelled. */
enum gcn3_counter { GCN3_VM, GCN3_LGKM, GCN3_COUNTERS };

/* The clocked part of machines/gcn3.yaml. */
struct gcn3_clock_numbers {
    const struct scheduler_ops *policy;
    uint32_t turn;          /* cycles from one turn of a SIMD to its next */
    bool warm_inputs, warm_code;
    struct front_numbers front;
    uint32_t scalar, branch; /* latencies */
    uint32_t dispatch_group, dispatch_wave, start; /* see machines/gcn3.yaml */
    uint32_t barrier_release;
    uint32_t vmem_latency, vmem_lanes, vmem_writeback, smem_latency;
    uint32_t atomic_conflict;
    uint32_t cache_cus;     /* compute units that share an instruction and a scalar cache */
    struct unit_class valu[TIMING_COUNT];
    struct cache_numbers l1i, l1s, l1d, l2;
    struct sharedmem_numbers lds;
    struct dram_numbers dram;
};

/* The timing state of a context. Register times are twice the cycle, plus one if from memory; those
 * of registers that are ready may be any earlier ones. */
struct gcn3_timing {
    struct slot_timing slot; /* first; `waited`: by s_waitcnt or because a counter is full */
    cycle_t computing;    /* from then on no register waits for a computation ... */
    cycle_t loading;      /* ... and none for memory */
    cycle_t first;        /* its first issue; NEVER: none yet */
    cycle_t drained;      /* everything that it has issued is complete */
    cycle_t asked;        /* a split or merge could issue, but for what must be complete before */
    cycle_t dispatched;
    cycle_t returned[GCN3_COUNTERS]; /* the latest of vector memory, of LDS: they return in order */
    struct dependency counter[GCN3_COUNTERS];
};

struct gcn3_cu_clock;

struct gcn3_simd {
    struct partition partition; /* first; it issues in cycles equal to `phase` modulo the turn */
    struct gcn3_cu_clock *cu;
    uint32_t number;  /* in its compute unit */
    struct gcn3_timing *timing;    /* numbers.waves */
    struct unit own[GCN3_UNIT_SALU + 1];
    struct scheduler arbiter[GCN3_UNITS];
    cycle_t granted[GCN3_UNITS];   /* the latest grant */
};

/* Shared by some compute units. */
struct gcn3_front_caches {
    struct cache l1i, l1s;
};

struct gcn3_cu_clock {
    struct gcn3_simd *simd; /* numbers.units */
    struct gcn3_front_caches *caches;
    struct cache l1d;
    struct sharedmem lds;
    struct unit shared[GCN3_UNITS]; /* of the memories */
};

/* Which SIMDs and SpSIMDs of a compute unit have their turn in the same cycles. */
struct gcn3_turns {
    uint16_t first[GCN3_SIMDS_MAX + 1]; /* by phase: the range of `simd` */
    uint16_t simd[GCN3_SIMDS_ALL_MAX];  /* their numbers, in order */
};

struct gcn3_clock {
    struct gcn3_clock_numbers numbers;
    struct gcn3_cu_clock *cu;
    struct gcn3_timing *timing; /* of all contexts */
    struct gcn3_turns turns;
    struct gcn3_front_caches *caches;
    uint32_t cache_count;
    struct cache l2;
    struct dram dram;
    cycle_t dispatch_free;  /* the dispatcher can send the next work-group */
};

/* By the numbers of struct regs. */
static inline cycle_t *gcn3_register_times(const struct gcn3_simd *simd, uint32_t slot)
{
    return simd->partition.ready + (size_t)slot * GCN3_NAMES;
}

static inline struct gcn3_machine *gcn3_machine_of(const struct gcn3_simd *simd)
{
    return (struct gcn3_machine *)simd->partition.run;
}

/* SIMD s and its SpSIMDs issue in cycles that are s modulo the turn; if the turn is 1, all of them
 * in every cycle. */
static inline uint32_t gcn3_turn(const struct gcn3_machine *m)
{
    return m->clock->numbers.turn;
}

static inline enum gcn3_unit gcn3_unit_of(const struct insn *insn)
{
    static const uint8_t units[GCN3_FORMATS] = {
        [GCN3_SOP2] = GCN3_UNIT_SALU, [GCN3_SOPK] = GCN3_UNIT_SALU, [GCN3_SOP1] = GCN3_UNIT_SALU,
        [GCN3_SOPC] = GCN3_UNIT_SALU, [GCN3_SOPP] = GCN3_UNIT_INTERNAL,
        [GCN3_SMEM] = GCN3_UNIT_SMEM,
        [GCN3_VOP2] = GCN3_UNIT_VALU, [GCN3_VOP1] = GCN3_UNIT_VALU, [GCN3_VOPC] = GCN3_UNIT_VALU,
        [GCN3_VOP3] = GCN3_UNIT_VALU, [GCN3_DS] = GCN3_UNIT_LDS, [GCN3_FLAT] = GCN3_UNIT_VMEM,
        [GCN3_GLOBAL] = GCN3_UNIT_VMEM, [GCN3_SCRATCH] = GCN3_UNIT_VMEM,
        [GCN3_MUBUF] = GCN3_UNIT_VMEM, [GCN3_MTBUF] = GCN3_UNIT_VMEM, [GCN3_MIMG] = GCN3_UNIT_VMEM,
        [GCN3_EXP] = GCN3_UNIT_INTERNAL, [GCN3_VINTRP] = GCN3_UNIT_VALU};
    if (!insn->op) /* not an instruction: it faults when it runs */
        return GCN3_UNIT_INTERNAL;
    if (insn->timing == TIMING_BRANCH && insn->flow != FLOW_EXIT)
        return GCN3_UNIT_BRANCH;
    return (enum gcn3_unit)units[gcn3_of(insn)->format];
}

/* timing.c */
enum wc_status gcn3_clock_read(struct error *err, struct parameters *parameters,
                               struct gcn3_machine *m);
void gcn3_clock_build(struct gcn3_machine *m);
void gcn3_clock_reset(struct run_state *run);

/* issue.c */
enum wc_status gcn3_issue(struct gcn3_simd *simd, uint32_t slot, cycle_t now);
/* The wavefront of a slot has ended. */
void gcn3_end_wave(struct gcn3_simd *simd, uint32_t slot, cycle_t now);

/* memory.c: the timing of a memory instruction. */
struct gcn3_memory_times {
    cycle_t done;     /* the access is complete */
    cycle_t resolved; /* addresses, and therefore its memory, are known */
    cycle_t busy;     /* cycles for which its unit is busy */
};
struct gcn3_memory_times gcn3_memory_access(struct gcn3_simd *simd, uint32_t slot,
                                            const struct insn *insn, const struct access *access,
                                            cycle_t now);
/* The same when no lane takes part: it still counts. */
struct gcn3_memory_times gcn3_memory_nothing(struct gcn3_simd *simd, const struct insn *insn,
                                             cycle_t now);

/* clock.c: hooks of struct core_ops. */
void gcn3_clock_group(struct run_state *run, struct group *group, cycle_t at);
enum wc_status gcn3_step(struct run_state *run, cycle_t now, bool *acted);
void gcn3_describe_launch(const struct run_state *run, struct event *event);
void gcn3_count(struct run_state *run, cycle_t now, cycle_t end);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - the clocked half of the GCN3 machine.
 *
 * timing.c  building, and the numbers of the machine file
 * front.c   instruction buffers, and when a wavefront's next instruction can issue
 * issue.c   issuing one instruction: its effect, its time
 * memory.c  loads, stores and atomics through LDS, caches and L2
 * stalls.c  why a wavefront waited
 * clock.c   the cycle loop, work-groups that come and go
 *
 * Instructions take effect when they issue; everything here only decides when that is. An
 * instruction waits for operands that are being computed. For what comes from memory hardware does
 * not look: code waits by s_waitcnt, and what is read too early is only counted. All times that an
 * instruction causes are known when it issues, so that the loop can jump over cycles in which no
 * wavefront can issue. */
#ifndef WARPCLOCK_MACHINE_GCN3_CLOCK_H
#define WARPCLOCK_MACHINE_GCN3_CLOCK_H

#include "hw/cache.h"
#include "hw/coalescer.h"
#include "hw/codebuffer.h"
#include "hw/dependency.h"
#include "hw/dram.h"
#include "hw/scheduler.h"
#include "hw/sharedmem.h"
#include "hw/unit.h"
#include "hw/wakeup.h"
#include "machine/gcn3/model.h"
#include "machine/common/observer.h"

enum {
    GCN3_FETCH_BYTES = 32, /* what one request brings */
};

/* Kinds of instruction: of each at most one issues in a cycle on a SIMD. The first two are units of
 * a SIMD, the memories' are shared by the SIMDs of a compute unit; the last two need none. */
enum gcn3_unit {
    GCN3_UNIT_VALU, GCN3_UNIT_SALU, GCN3_UNIT_VMEM, GCN3_UNIT_LDS, GCN3_UNIT_SMEM,
    GCN3_UNIT_BRANCH, GCN3_UNIT_INTERNAL, /* s_waitcnt, s_nop, s_barrier, s_endpgm and the like */
    GCN3_UNITS
};

/* The counters that s_waitcnt waits for; exports are not there. */
enum gcn3_counter { GCN3_VM, GCN3_LGKM, GCN3_COUNTERS };

/* A timing class of the vector unit. */
struct gcn3_class {
    uint32_t latency; /* from issue to the result */
    uint32_t lanes;   /* that the unit works on in a cycle */
};

/* The clocked part of machines/gcn3.yaml. */
struct gcn3_clock_numbers {
    const struct scheduler_ops *policy;
    uint32_t turn;          /* cycles from one turn of a SIMD to its next */
    bool warm_inputs, warm_code;
    uint32_t buffer;        /* requests */
    uint32_t decode;
    uint32_t scalar, branch; /* latencies */
    uint32_t dispatch_group, dispatch_wave, start; /* see machines/gcn3.yaml */
    uint32_t barrier_release;
    uint32_t vmem_latency, vmem_lanes, vmem_writeback, smem_latency;
    uint32_t atomic_conflict;
    uint32_t cache_cus;     /* compute units that share an instruction and a scalar cache */
    struct gcn3_class valu[TIMING_COUNT];
    struct cache_numbers l1i, l1s, l1d, l2;
    struct sharedmem_numbers lds;
    struct dram_numbers dram;
};

/* What a context has in time. */
struct gcn3_timing {
    struct codebuffer code; /* in pieces of GCN3_FETCH_BYTES */
    struct dependency counter[GCN3_COUNTERS];
    cycle_t returned[GCN3_COUNTERS]; /* the latest of vector memory, of LDS: they return in order */
    cycle_t *ready;       /* a register: twice the cycle of its value, one more if from memory */
    cycle_t first;        /* its first issue; NEVER: none yet */
    cycle_t dispatched;
    /* What holds the next instruction, and until when. */
    cycle_t started;      /* the context is idle before */
    cycle_t resume;       /* released from the barrier */
    cycle_t stalled;      /* the last instruction's turn is over, its branch decided */
    cycle_t operand;
    cycle_t waited;       /* for memory, by s_waitcnt or because a counter is full */
    cycle_t fetched;
    uint8_t unit;         /* that it goes to */
    cycle_t counted;      /* cycles before this one have their reason already */
};

/* The first cycle in which nothing but unit and turn can hold the next instruction. */
static inline cycle_t gcn3_held_until(const struct gcn3_timing *t)
{
    cycle_t at = later(later(t->started, t->resume), later(t->stalled, t->operand));
    return later(at, later(t->waited, t->fetched));
}

struct gcn3_cu_clock;

struct gcn3_simd {
    struct gcn3_machine *machine;
    struct gcn3_cu_clock *cu;
    uint32_t id;      /* in the machine */
    uint32_t number;  /* in its compute unit */
    struct gcn3_wave *wave[GCN3_SIMD_WAVES_MAX];
    struct gcn3_timing timing[GCN3_SIMD_WAVES_MAX];
    struct wakeup issue_at;     /* first cycle for the next instruction, units aside */
    uint64_t wants[GCN3_UNITS]; /* wavefronts whose next instruction is of that kind */
    struct unit own[GCN3_UNIT_SALU + 1];
    struct unit *unit[GCN3_UNITS]; /* NULL: none is needed */
    struct scheduler arbiter[GCN3_UNITS];
    cycle_t granted[GCN3_UNITS];   /* the latest grant */
    cycle_t due;                   /* nothing can issue before */
    uint64_t stall[STALL_COUNT];
};

/* What some compute units share. */
struct gcn3_front_caches {
    struct cache l1i, l1s;
};

struct gcn3_cu_clock {
    struct gcn3_simd simd[GCN3_SIMDS_MAX];
    struct gcn3_front_caches *caches;
    struct cache l1d;
    struct sharedmem lds;
    struct unit shared[GCN3_UNITS]; /* of the memories */
};

struct gcn3_clock {
    struct gcn3_clock_numbers numbers;
    struct gcn3_cu_clock *cu;
    struct gcn3_front_caches *caches;
    uint32_t cache_count;
    struct cache l2;
    struct dram dram;
    uint32_t resident;      /* work-groups */
    uint32_t running;       /* wavefronts that neither ended nor wait at a barrier */
    bool freed;             /* a work-group has ended in this cycle */
    cycle_t dispatch_free;  /* the dispatcher can send the next work-group */
    cycle_t drained;        /* every instruction so far is complete */
    uint64_t load_latency;  /* sum over loads */
};

static inline cycle_t gcn3_unit_free(const struct gcn3_simd *simd, uint32_t unit)
{
    return simd->unit[unit] ? simd->unit[unit]->free : 0;
}

/* SIMD s has the cycles that are s modulo the turn: where that is 1, every SIMD has every cycle. */
static inline uint32_t gcn3_turn(const struct gcn3_machine *m)
{
    return m->clock->numbers.turn;
}

/* timing.c */
enum wc_status gcn3_clock_read(struct error *err, struct parameters *parameters,
                               struct gcn3_machine *m);
void gcn3_clock_build(struct gcn3_machine *m);
void gcn3_clock_reset(struct gcn3_machine *m);

/* front.c */
enum gcn3_unit gcn3_unit_of(const struct insn *insn);
/* A wavefront of a new work-group, dispatched in cycle `now`, from cycle `start` on. */
void gcn3_front_start(struct gcn3_simd *simd, uint32_t slot, cycle_t now, cycle_t start,
                      bool observed);
/* ... has issued in cycle `now`: what comes next, and when. */
void gcn3_front_next(struct gcn3_simd *simd, uint32_t slot, cycle_t now, bool observed);
/* ... what holds it has changed. */
void gcn3_front_update(struct gcn3_simd *simd, uint32_t slot);
void gcn3_front_end(struct gcn3_simd *simd, uint32_t slot);

/* issue.c */
enum wc_status gcn3_issue(struct gcn3_simd *simd, uint32_t slot, cycle_t now,
                          struct effect *effect, bool observed);

/* memory.c: what a memory instruction does in time. */
struct gcn3_memory_times {
    cycle_t done;     /* the access is complete */
    cycle_t resolved; /* addresses are known, and so which memory it goes to */
    cycle_t busy;     /* cycles for which its unit is taken */
};
struct gcn3_memory_times gcn3_memory_access(struct gcn3_simd *simd, uint32_t slot,
                                            const struct insn *insn, const struct access *access,
                                            cycle_t now, bool observed);
/* The same when no lane takes part. */
struct gcn3_memory_times gcn3_memory_nothing(struct gcn3_simd *simd, const struct insn *insn,
                                             cycle_t now);

/* stalls.c: gives every cycle from the last counted one up to before `now` its reason. */
void gcn3_stalls_count(struct gcn3_simd *simd, uint32_t slot, cycle_t now, bool observed);

/* clock.c */
enum wc_status gcn3_run_timed(struct error *err, struct machine *machine, struct memory *memory,
                              const struct launch *launch, const struct run_control *control,
                              struct outcome *outcome);

#endif

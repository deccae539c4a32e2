/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - the clocked half of a Vortex core: fetch, queues, issue, units, memory.
 *
 * timing.c  building, and the numbers of the machine file
 * front.c   fetch, redirects, and when a warp's next instruction can issue
 * head.h    the instruction of a warp that is next
 * issue.c   issuing one instruction: its effect, its time
 * oracle.h  schedulers that never lack an instruction, next to the real one; turn.h: their choices
 * kernel.c  which warps are in the kernel, and for how many cycles
 * memory.c  loads and stores through coalescer, local memory and caches
 * stalls.h  why a warp waited
 * clock.c   the cycle loop
 *
 * Instructions take effect when they issue; everything here only decides when that is. All times of
 * an instruction are known when it issues, so the loop can jump over cycles in which no warp can
 * fetch or issue. */
#ifndef WARPCLOCK_MACHINE_VORTEX_CLOCK_H
#define WARPCLOCK_MACHINE_VORTEX_CLOCK_H

#include "hw/cache.h"
#include "hw/coalescer.h"
#include "hw/dram.h"
#include "hw/ibuffer.h"
#include "hw/inflight.h"
#include "hw/localmem.h"
#include "hw/reservation.h"
#include "hw/scoreboard.h"
#include "hw/unit.h"
#include "hw/wakeup.h"
#include "machine/common/observer.h"
#include "machine/vortex/model.h"
#include "machine/vortex/oracle.h"

/* The functional units of a core. Timing classes that share hardware share a unit. */
enum vortex_unit {
    VORTEX_ALU, VORTEX_MUL, VORTEX_DIV, VORTEX_FMA, VORTEX_FDIV, VORTEX_FSQRT, VORTEX_FCVT,
    VORTEX_FMISC, VORTEX_LSU, VORTEX_SFU, VORTEX_UNITS
};

struct vortex_unit_numbers {
    uint32_t latency;  /* from the unit to the result, for a warp that needs one pass */
    uint32_t interval; /* from issue to the next issue, per pass */
    uint32_t lanes;    /* lanes per pass; 0: all */
    uint32_t passes;   /* of a warp, from lanes */
};

/* How instructions are fetched into the queues. */
enum vortex_frontend {
    FRONT_PAPER, /* the SWaS paper's baseline: back to back, predicting not taken (SWAS-6) */
    FRONT_STOCK, /* Vortex as released: one fetch at a time, no prediction (SWAS-12) */
    FRONT_SWAS,  /* one scheduler for fetch and issue, queues kept full with NOPs (SWAS-35) */
};

/* The clocked part of machines/vortex.yaml. */
struct vortex_clock_numbers {
    const struct scheduler_ops *fetch_policy, *issue_policy; /* fetch: unused by FRONT_SWAS */
    enum vortex_frontend frontend;
    struct vortex_oracle_numbers oracle;
    bool cancel_wrong_miss;  /* a flush ends the wait for a miss on the wrong path */
    uint32_t queue_depth;    /* slots of a warp's instruction queue (SWAS-4) */
    uint32_t decode;         /* t_D */
    uint32_t branch_resolve; /* b of SWAS-13 */
    uint32_t spawn_delay, spawn_gap;
    uint32_t dispatch_delay, dispatch_gap;
    uint32_t barrier_release;
    uint32_t lsu_latency;    /* from issue to the first request of a cache or of local memory */
    uint32_t writeback;      /* from the last data to the register */
    bool merges_equal;       /* lanes share requests per address, not per line */
    bool request_by_warp;    /* a request has the bytes of a warp's words, not of a line */
    uint32_t request_bytes;  /* the bytes that lanes of a group share */
    bool groups_apart;       /* groups of lanes never share a request */
    uint32_t lsu_queue;      /* loads in flight; 0: no limit */
    uint32_t fpu_queue;      /* instructions in flight in the one FPU; 0: no limit, units apart */
    uint32_t overhead;       /* from issue to a unit, and from its result to the register */
    uint32_t slice_warps;    /* warps that issue to the units together; 0: all */
    uint32_t slice_cost;     /* cycles by which slices that share units are longer */
    struct vortex_unit_numbers unit[TIMING_COUNT];
    uint8_t unit_of[TIMING_COUNT]; /* enum vortex_unit */
    struct cache_numbers icache, dcache, l2;
    bool has_l2;
    struct localmem_numbers local;
    struct dram_numbers dram;
};

static inline enum vortex_unit vortex_unit_of(const struct vortex_clock_numbers *clock,
                                              enum timing timing)
{
    return (enum vortex_unit)clock->unit_of[timing];
}

/* What the warps of a core did inside the kernel (SWAS-26). */
struct vortex_kernel_counts {
    uint64_t warp_instructions, thread_instructions, nops;
    uint64_t loads, load_latency;
};

/* The timing state of a warp slot. */
struct vortex_timing {
    struct ibuffer ibuffer;
    struct scoreboard scoreboard;
    uint32_t fetch_next;  /* instruction to fetch next */
    bool refetch;         /* it is in the fill buffer: its miss is over (FRONT_SWAS) */
    bool stopped_fetch;   /* a control transfer is in flight: the stock front end waits for it */
    bool redirect;        /* the pending control transfer leaves the fetched path */
    enum stall_reason control_reason; /* stall reason of its wait */
    cycle_t started;      /* the slot is idle before */
    cycle_t resume;       /* released from a barrier, or started */
    cycle_t decided;      /* the last control transfer's outcome is known */
    cycle_t counted;      /* cycles before this one have their reason already */
    enum pending_by pending_by; /* what the head's operands wait for */
    cycle_t operands;     /* when they are available */
    uint8_t unit;         /* unit of the head */
    cycle_t unit_lost;    /* busy cycles of that unit when only it held the head */
    cycle_t accessed;     /* the warp's loads and stores so far are complete */
    uint32_t kernel_return; /* in the kernel: the return address */
};

/* All warps of a core. */
struct vortex_pipeline {
    const struct vortex_clock_numbers *numbers;
    struct wakeup issue_at;               /* first cycle for the head without units; NEVER: none */
    struct wakeup fetch_at;               /* first cycle for the next fetch */
    uint64_t seen;                        /* warps whose head was ready at the last check */
    uint64_t full;                        /* warps whose queue has no slot left */
    uint64_t undecided;                   /* warps with a pending control transfer */
    uint64_t waiting;                     /* warps that waited for others after the last issue */
    cycle_t decide_first;                 /* the earliest of their outcomes */
    cycle_t dispatch_free;                /* the dispatcher can start the next warp */
    uint64_t wants[VORTEX_UNITS];         /* warps whose head needs that unit */
    struct unit unit[VORTEX_UNITS];
    uint32_t busy;                        /* units that the latest start holds for some cycles */
    uint32_t slow;                        /* units that a start has ever held like that */
    struct inflight fpu, loads;
    struct vortex_timing *warp;
    struct scheduler fetch, issue;
    struct vortex_oracle oracle;
    uint64_t in_kernel;                   /* warps that run the kernel, not the code around it */
    struct vortex_kernel_counts kernel;
    uint64_t nops[NOP_KINDS];
    struct reservation decoder;
    struct cache icache, dcache;
    struct localmem local;
    uint64_t stall[STALL_COUNT];
};

/* Below the cores, shared. */
struct vortex_memory {
    struct cache l2;
    struct dram dram;
    uint32_t kernel_warps;  /* of all cores, inside the kernel */
    cycle_t kernel_since;   /* when the first of them entered */
    uint64_t kernel_cycles; /* with at least one, before that */
    int32_t kernel_entry;   /* its first instruction; -1: the whole program is kernel */
    uint64_t kernel_returns; /* by warps, one per work-group */
};

/* An instruction starts in a unit that is free. */
static inline void vortex_unit_start(struct vortex_pipeline *p, enum vortex_unit unit, cycle_t now,
                                     cycle_t interval)
{
    unit_start(&p->unit[unit], now, interval);
    if (interval > 1) {
        p->busy |= 1u << unit;
        p->slow |= 1u << unit;
    }
}

/* Warps whose head finds its unit busy. */
static inline uint64_t vortex_units_hold(struct vortex_pipeline *p, cycle_t now)
{
    uint64_t held = 0;
    for (uint32_t rest = p->busy; rest; rest &= rest - 1) {
        const uint32_t unit = (uint32_t)__builtin_ctz(rest);
        if (p->unit[unit].free > now)
            held |= p->wants[unit];
        else
            p->busy &= ~(1u << unit);
    }
    return held;
}

/* Warps whose head needs a unit that may have been busy. */
static inline uint64_t vortex_slow_wants(const struct vortex_pipeline *p)
{
    uint64_t warps = 0;
    for (uint32_t rest = p->slow; rest; rest &= rest - 1)
        warps |= p->wants[__builtin_ctz(rest)];
    return warps;
}

/* timing.c */
enum wc_status vortex_clock_read(struct error *err, struct parameters *parameters,
                                 struct vortex *vortex);
void vortex_clock_build(struct vortex *vortex);
void vortex_clock_reset(struct run_state *run);

/* Control transfers and warp control: the next instruction in memory may not be the next one to
 * run. */
static inline bool vortex_is_control(const struct insn *insn)
{
    return insn->flow != FLOW_NEXT || insn->timing == TIMING_WARP_CONTROL ||
           insn->timing == TIMING_BARRIER;
}

/* front.c */
void vortex_front_start(struct vortex_core *core, uint32_t slot, cycle_t start);
void vortex_front_end(struct vortex_core *core, uint32_t slot);
/* The head of the queue or its operands changed: when can it issue? */
void vortex_front_update(struct vortex_core *core, uint32_t slot);
/* Handles outcomes that are known now: drops wrong paths. */
void vortex_front_decide(struct vortex_core *core, cycle_t now);
void vortex_front_fetch(struct vortex_core *core, uint32_t slot, cycle_t now);

/* Under SWaS the wait for an instruction miss also keeps the warp from issuing (SWAS-37). */
static inline bool vortex_is_shared(const struct vortex_pipeline *pipeline)
{
    return pipeline->numbers->frontend == FRONT_SWAS;
}

/* kernel.c */
void vortex_kernel_begin(struct vortex *vortex);
/* The warp has executed insn, which may have entered or left the kernel. */
void vortex_kernel_follow(struct vortex_core *core, uint32_t slot, const struct insn *insn,
                          cycle_t now, bool ended);
uint64_t vortex_kernel_cycles(const struct vortex *vortex, cycle_t end);
/* Of the kernel's calls by warps, those that have returned. */
double vortex_kernel_share(const struct run_state *run);

/* issue.c */
enum wc_status vortex_issue(struct vortex_core *core, uint32_t slot, cycle_t now);

/* A NOP at the head of the queue uses the issue slot (SWAS-40). */
void vortex_issue_nop(struct vortex_core *core, uint32_t slot, cycle_t now);

/* memory.c: the requests to the data cache for an access of `lanes`. */
void vortex_requests(const struct vortex_clock_numbers *clock, const uint64_t *address,
                     uint64_t lanes, struct coalesced *out);
/* The cycle in which the access is complete. */
cycle_t vortex_lsu_access(struct vortex_core *core, uint32_t slot, const struct access *access,
                          cycle_t now);

/* stalls.c: gives every cycle from the last counted one up to `now` - 1 its reason. */
void vortex_stalls_count(struct vortex_core *core, uint32_t slot, cycle_t now);

/* clock.c: hooks of struct core_ops. */
enum wc_status vortex_step(struct run_state *run, cycle_t now, bool *acted);
cycle_t vortex_due(const struct run_state *run, cycle_t now);
void vortex_skip(struct run_state *run, cycle_t from, cycle_t to);
void vortex_describe_launch(const struct run_state *run, struct event *event);
void vortex_count(struct run_state *run, cycle_t now, cycle_t end);

#endif

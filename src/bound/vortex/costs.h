/* SPDX-License-Identifier: Apache-2.0 */
/* costs.h - what one instruction of a Vortex launch can cost, from the machine's numbers. */
#ifndef WARPCLOCK_BOUND_VORTEX_COSTS_H
#define WARPCLOCK_BOUND_VORTEX_COSTS_H

#include "bound/engine/region.h"
#include "bound/engine/walk.h"
#include "machine/vortex/clock.h"

/* What work is made of, in the order of the terms that a bound tells. */
enum work_kind {
    WORK_INSTRUCTIONS, /* issue slots */
    WORK_NOPS,         /* issue slots of SWaS that hold no instruction */
    WORK_FETCH,        /* fetch slots, where fetch has a scheduler of its own */
    WORK_UNITS,        /* units that take longer than a slot */
    WORK_LSU,          /* requests of loads and stores, rounds of local memory */
    WORK_DRAM,         /* lines from and to DRAM */
    WORK_KINDS
};
_Static_assert(WORK_INSTRUCTIONS == 0 && (int)WORK_KINDS <= WORK_KINDS_MAX, "see engine/work.h");

/* Numbers that a run is compared with, and of which regions tell the most. */
enum vortex_quantity {
    QUANTITY_WORK,                                /* of each enum work_kind */
    QUANTITY_MEMORY = QUANTITY_WORK + WORK_KINDS, /* WORK_LSU and WORK_DRAM together */
    QUANTITY_TAKEN,    /* control leaves the fetched path */
    QUANTITY_BARRIERS,
    QUANTITY_CODE,     /* instruction misses of lines that do not stay */
    QUANTITY_READS,    /* data lines from DRAM, besides those that the launch counts */
    QUANTITY_WRITES,   /* data lines to DRAM */
    QUANTITY_UNIT,     /* cycles of each enum vortex_unit beyond the issue slot */
    QUANTITIES = QUANTITY_UNIT + VORTEX_UNITS
};

/* How long a result can be under way when nobody is in the way. */
enum access_latency { LATENCY_LOCAL, LATENCY_HIT, LATENCY_MISS, LATENCY_KINDS };

struct vortex_costs {
    struct region_costs region; /* first: what regions ask (region_costs.c) */
    const struct vortex *vortex;
    const struct vortex_clock_numbers *clock;
    uint32_t rounds[TIMING_COUNT];       /* passes through the unit */
    uint64_t unit_extra[TIMING_COUNT];   /* cycles of the unit beyond the issue slot */
    uint64_t latency[TIMING_COUNT];      /* from issue to result */
    uint64_t access[LATENCY_KINDS];      /* the same of loads and atomics */
    uint64_t store;                      /* from issue to the write queue */
    uint64_t dram_row;                   /* work of the rows that an access opens in turn, each */
    uint64_t dram_access;                /* from a request of a row to its data */
    uint64_t dram_load, dram_store;      /* ... of every line of it besides */
    uint64_t fetch_miss, fetch_late;     /* wait for an instruction miss; for a bank behind one */
    uint64_t dram_fetch;                 /* work of a line of code */
    const struct insn *insns;            /* of the program */
    const bool *may_miss;                /* by instruction: each of its fetches; NULL: none */
    uint64_t held[3];                    /* by enum event_cache: a miss register, for one miss */
    uint64_t early;                      /* cycles by which DRAM knows of requests before they
                                          * reach it: others may wait for those too */
    uint32_t queue;                      /* slots of an instruction queue */
    uint64_t front;                      /* from a request to the first cycle of issue */
    bool swas, stock;
};

void vortex_costs_make(struct vortex_costs *costs, const struct vortex *vortex);

static inline uint32_t vortex_index(const struct vortex_costs *costs, const struct insn *insn)
{
    return (uint32_t)(insn - costs->insns);
}

static inline bool vortex_may_miss(const struct vortex_costs *costs, const struct insn *insn)
{
    return costs->may_miss && costs->may_miss[vortex_index(costs, insn)];
}

/* Where some lines do not stay, misses may wait for a register at any time, and keep the cache from
 * others. With SWaS a fetch that comes late for that is as one that misses (SWAS-41). */
static inline bool vortex_may_be_late(const struct vortex_costs *costs)
{
    return costs->swas && costs->may_miss;
}

/* The wait for instructions of a wrong path, where those may miss every time; and for those behind
 * the end of a warp. */
static inline uint64_t vortex_wrong_path_wait(const struct vortex_costs *costs)
{
    return costs->may_miss ? costs->queue * costs->fetch_miss : 0;
}

/* What one access does, worst case. Regions keep it as a record of bytes: no padding. */
struct access_cost {
    uint64_t latency;  /* cycles from issue to result */
    uint64_t filled;   /* the cycle when lines are there that earlier loads of the warp wait for */
    uint32_t lsu;      /* requests and rounds */
    uint32_t lines;    /* of DRAM, work of this access */
    uint32_t deepest;  /* most of them that open their rows one after another */
    uint8_t store;     /* 1: it is one */
    uint8_t may_store; /* 1: it is a store or a load, as memory decides: SC */
    uint16_t spread;   /* 1: its lanes may be anywhere, each with a request of its own */
};

/* Slots that hold no instruction: fetched in vain, or NOPs of SWaS, which keep the ALU busy as any
 * instruction of it does (SWAS-40). */
void work_add_slots(struct work *sum, const struct vortex_costs *costs, uint64_t slots);

/* The work of a line of DRAM beside its row. */
uint64_t vortex_line_work(const struct vortex_costs *costs, const struct access_cost *access);
/* A load has an entry of the LSU until its data is there: its share of their time. */
uint64_t vortex_load_entry(const struct vortex_costs *costs, const struct access_cost *access);

/* The work of an instruction itself; `access` is NULL for one without memory. */
struct work vortex_work_of(const struct vortex_costs *costs, const struct insn *insn,
                           const struct access_cost *access);
/* The work of leaving the fetched path behind it, and of fetching on behind the end of a warp. */
struct work vortex_work_of_redirect(const struct vortex_costs *costs);
struct work vortex_work_of_end(const struct vortex_costs *costs);

/* The quantities of these: an instruction, or with NULL a redirect; the end of a warp; and of slots
 * without an instruction. */
void vortex_count_end(const struct vortex_costs *costs, uint64_t *quantity);
void vortex_count_step(const struct vortex_costs *costs, const struct insn *insn,
                       const struct access_cost *access, uint64_t *quantity);
void vortex_count_slots(const struct vortex_costs *costs, uint64_t slots, uint64_t *quantity);

/* region_costs.c: the same for the engine. */
struct region_costs vortex_region_costs(void);

/* The lanes of an access that go to local memory. */
uint64_t vortex_local_lanes(const struct vortex *vortex, const struct walk_access *access);

#endif

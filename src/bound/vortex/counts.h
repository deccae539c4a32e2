/* SPDX-License-Identifier: Apache-2.0 */
/* counts.h - what the bound of a launch predicts, and what a run of it does: the same numbers.
 *
 * The second walk fills one set (tally.c), the observer of a run another (watch.c), and
 * counts_compare() lists both. No number of the run may exceed the number of the walk. */
#ifndef WARPCLOCK_BOUND_VORTEX_COUNTS_H
#define WARPCLOCK_BOUND_VORTEX_COUNTS_H

#include "bound/engine/expectation.h"
#include "bound/engine/footprint.h"
#include "bound/engine/loop_turns.h"
#include "bound/vortex/costs.h"

/* What the time on a chain of waits is spent on (chain.h), by the terms of the bound. */
enum chain_kind {
    CHAIN_SLOTS,   /* issue slots: instructions, nops */
    CHAIN_UNITS,   /* units: a unit is busy */
    CHAIN_WAITING, /* waiting: latencies of the warp's own */
    CHAIN_DATA,    /* data: the rest of a miss that is waited for once in the launch */
    CHAIN_CODE,    /* code: an instruction miss */
    CHAIN_FETCH,   /* fetches: an empty queue, where fetch has a scheduler of its own */
    CHAIN_MEMORY,  /* lsu and dram: whatever keeps memory busy; which of both it is nobody sees */
    CHAIN_STARTS,  /* starts */
    CHAIN_KINDS
};

struct insn_counts {
    uint64_t runs, taken;
    uint64_t rounds;  /* of the LSU: requests, and rounds of local memory */
    uint64_t lines;   /* from or to DRAM, besides misses that the launch counts */
    uint64_t latency; /* of the longest execution, alone */
    uint64_t busy;    /* of one access in idle memory: cycles that its own requests cost it */
};

struct core_counts {
    struct insn_counts *insn; /* by instruction */
    uint64_t quantity[QUANTITIES];
    uint64_t nops[NOP_KINDS];
    uint64_t starts, depth;
    uint64_t fetch_latency; /* of the longest instruction miss, alone */
    uint64_t registers[CACHE_SHARED]; /* cycles of miss registers */
    uint64_t chain[CHAIN_KINDS];
    uint64_t chain_work; /* slots, units and memory of one chain */
    uint64_t fetching;   /* waiting and fetches of one chain, instruction misses aside */
    uint64_t terms;      /* of a bound: the sum that the core would have */
    struct cached_lines code, data;   /* of a run: requests and misses by line */
};

struct vortex_counts {
    struct arena *arena;
    const struct vortex_costs *costs;
    const struct program *program;
    struct core_counts *cores;
    struct loop_turns turns;
    uint64_t bank[DRAM_BANKS_MAX]; /* requests */
    uint64_t any_bank;             /* ... of which the bank is not known */
    uint64_t registers;            /* of the L2 */
    uint64_t cycles;               /* of a bound */
};

void counts_make(struct vortex_counts *counts, struct arena *arena,
                 const struct vortex_costs *costs, const struct program *program);

/* `footprint` is the one that the prediction was made with. */
void counts_compare(const struct vortex_counts *predicted, const struct vortex_counts *observed,
                    const struct footprint *footprint, struct expectations *out);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* costs.h - what instructions cost on a GCN3 machine, for bounds (docs/bound.md has the proof).
 *
 * Work keeps something busy that wavefronts share; waiting is what a wavefront needs by itself. An
 * instruction's times are computed when it issues, so a request can book a bank for a later cycle
 * and keep it from an earlier request although it is idle in between. `ahead` is how far in advance
 * requests book; every latency below includes it once, which covers all such gaps. */
#ifndef WARPCLOCK_BOUND_GCN3_COSTS_H
#define WARPCLOCK_BOUND_GCN3_COSTS_H

#include "bound/gcn3/touched.h"
#include "machine/gcn3/clock.h"

/* What the wavefronts of a launch take from what they share. */
enum gcn3_quantity {
    QUANTITY_VALU, QUANTITY_SALU, QUANTITY_BRANCH, QUANTITY_INTERNAL, /* cycles of a SIMD */
    QUANTITY_VMEM, QUANTITY_LDS, QUANTITY_SMEM, /* cycles of the memory units of a compute unit */
    QUANTITY_TRANSACTIONS,   /* of the local data share */
    QUANTITY_LOADS,          /* lines that L1 is asked for */
    QUANTITY_STORES,         /* lines written through L1 */
    QUANTITY_DIRECT,         /* lines that L2 is asked for: atomics, glc */
    QUANTITY_SCALARS,        /* lines that the scalar cache is asked for */
    QUANTITY_SCALAR_STORES,
    QUANTITY_FETCHES,        /* pieces of code */
    QUANTITY_SPLITS, QUANTITY_MERGES,
    QUANTITY_INSTRUCTIONS,
    QUANTITIES
};
const char *gcn3_quantity_name(enum gcn3_quantity quantity);

struct gcn3_costs {
    const struct gcn3_machine *machine;
    const struct gcn3_clock_numbers *clock;
    uint64_t turn;
    uint64_t code_lines; /* of the kernel */
    bool code_stays;     /* each of them misses once at most in an instruction cache */
    struct gcn3_cache_use l2, scalars;
    uint32_t lines_max; /* that one vector access asks for */
    uint32_t scalar_lines_max;
    bool scalar_stores; /* the kernel has some */
    /* Latencies, without waits for what others keep busy. */
    uint64_t fetch;       /* from the instruction that requests a piece of code to its use */
    uint64_t vector, scalar; /* from issue to the result */
    uint64_t vector_ahead, scalar_ahead; /* a wait for the unit may overlap one for memory */
    uint64_t local;       /* LDS, without its own transactions */
    uint64_t split, merge;
    uint64_t split_ahead; /* how far ahead of time a dynamic split books the instruction cache */
    /* Work. */
    uint64_t store_gap;   /* for which a store may hold its unit, with nothing busy */
    uint64_t code_fill;   /* a line of code, waited for once */
    uint64_t held[3];     /* cycles of a miss register: of L1, of the scalar cache, of L2 */
    uint64_t dram;        /* a line of L2, read or written */
};

enum { HELD_L1, HELD_SCALAR, HELD_L2 };

/* For the launch that the machine is prepared for. `touched` and `lines_max` are what a first walk
 * has found; anything and UINT32_MAX: nothing yet. */
void gcn3_costs_make(struct gcn3_costs *costs, const struct gcn3_machine *machine,
                     const struct launch *launch, const struct memory *memory,
                     const struct gcn3_touched *touched, uint32_t lines_max);

/* Cycles up to the next turn of the SIMD. */
static inline uint64_t gcn3_turns(const struct gcn3_costs *costs, uint64_t cycles)
{
    return (cycles + costs->turn - 1) / costs->turn * costs->turn;
}

/* Lines that one vector access can ask for at most, whatever its addresses are. */
uint32_t gcn3_lines_max(const struct gcn3_machine *machine, const struct insn *insn);
/* ... of one lane, at an address that is not known: only atomics are aligned. */
uint32_t gcn3_lines_each(const struct insn *insn);
/* ... if all of them access scratch. */
uint32_t gcn3_scratch_lines(const struct gcn3_machine *machine, const struct insn *insn);
uint32_t gcn3_scalar_lines(const struct gcn3_clock_numbers *clock, const struct insn *insn);


#endif

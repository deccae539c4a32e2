/* SPDX-License-Identifier: Apache-2.0 */
/* request_cost.h - the worst-case time of a request to DRAM or to a scratchpad of Sim-D (SIMD-24,
 * SIMD-59 to SIMD-62).
 *
 * Two readings of the same question:
 *
 * COST_ORIGINAL has the values of the original's analyser. Tiles: the longest of 4096 simulated
 * start addresses, in the state after a reset. Whole buffers: equation 15 for floor((bytes + 56) /
 * 64) + 1 bursts, plus 3 DC. Scalars: one simulation at their address. Index streams: equation 16
 * for all 1024 lanes, plus 3 DC. Scratchpads: lines plus 1. In compute cycles: rounded up once.
 *
 * COST_SAFE is never exceeded by this project's machine, in any state in which a request can find
 * the memory controller: docs/sim-d-wcet-requests.md proves it. Tiles of all kinds are searched;
 * a longest time is taken over start addresses, the arbiter's last pair of banks, and a refresh
 * right before the request. Index streams have a closed form that covers every pattern of indexes
 * and lanes. Scratchpads have their own latency. Compute cycles cover every phase of the two
 * clocks.
 *
 * A cost does not contain refreshes: each refresh that is sent adds at most request_refresh_cost(),
 * also one that is sent while the request waits.
 *
 *     struct request_costs *costs = request_costs_create(&arena, &numbers, COST_SAFE);
 *     struct request_cost cost = request_cost(costs, &shape);
 *
 * Times of equal shapes are computed once per `costs`. */
#ifndef WARPCLOCK_BOUND_SIM_D_REQUEST_COST_H
#define WARPCLOCK_BOUND_SIM_D_REQUEST_COST_H

#include "machine/sim_d/memory.h"

struct arena;

enum cost_reading { COST_SAFE, COST_ORIGINAL };

enum cost_kind {
    COST_TILE,   /* DRAM, lines of words: ldglin, stglin, ldgcidx, stgcidx, ldg2sptile, ... */
    COST_BUFFER, /* DRAM, a whole buffer streams by: ldgbidx, stgbidx. `words` of one line */
    COST_SCALAR, /* DRAM, consecutive words to scalar registers: sldg */
    COST_INDEX,  /* DRAM, one burst per lane: ldgidxit, stgidxit. `words`: of the buffer */
    COST_PAD,    /* scratchpad: ldsplin, stsplin, ldspbidx, stspbidx, sldsp */
};

/* A request before it runs. `words`, `period` and `count` are those of struct sim_d_tile, after
 * clipping; a request that may be clipped in several ways has the max over its shapes, since a
 * smaller tile can take longer. */
struct request_shape {
    enum cost_kind kind;
    bool write; /* to DRAM, or to the scratchpad */
    uint32_t words, period, count;
    /* COST_INDEX: max number of enabled lanes; 0: all 1024. */
    uint32_t lanes;
    /* The start address in bytes, if it is known; else every multiple of 4 is possible. Of
     * COST_INDEX: of the buffer. */
    bool address_known;
    uint32_t address;
    /* Options that make a cost tighter; COST_ORIGINAL ignores them. */
    bool pair_known;     /* the last access of the previous request to DRAM was to ... */
    uint32_t pair;       /* ... this even bank */
    bool no_refresh;     /* no refresh is sent in the nRFC before it starts */
    /* COST_INDEX: the indexes and enabled lanes, if they are known (SIM_D_LANES of them); else
     * NULL. They must stay valid as long as the costs. With address_known only. */
    const uint32_t *index;
    const uint64_t *enabled;
};

struct request_cost {
    /* From the cycle in which the front end is idle and sees the request to its completion. */
    cycle_t dc;
    /* From the write-back of its instruction, or from the completion of the previous request on
     * its resource if that is later, to the cycle in which its work-group runs again. */
    cycle_t cc;
};

struct request_costs;

/* `numbers` must stay valid. */
struct request_costs *request_costs_create(struct arena *arena,
                                           const struct sim_d_memory_numbers *numbers,
                                           enum cost_reading reading);
struct request_cost request_cost(struct request_costs *costs, const struct request_shape *shape);

/* The max delay of work by one refresh, in CC. */
cycle_t request_refresh_cost(const struct request_costs *costs);
/* SIMD-45: above this many DC more than 8 refreshes can be postponed. */
cycle_t request_refresh_window(const struct request_costs *costs);

#endif

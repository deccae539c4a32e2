/* SPDX-License-Identifier: Apache-2.0 */
/* request_cost.h - the worst-case time of a request to DRAM or to a scratchpad of Sim-D (SIMD-24,
 * SIMD-59 to SIMD-62).
 *
 * Two readings of the same question:
 *
 * COST_ORIGINAL has the values of the original's analyser. Tiles: the longest of 4096 simulated
 * start addresses, in the state after a reset. Whole buffers: equation 15 for floor((bytes + 56) /
 * 64) + 1 bursts, plus twice 3 DC. Scalars: one simulation at their address. Index streams:
 * equation 16 for all 1024 lanes, plus 3 DC. Scratchpads: lines plus 1. In compute cycles: rounded
 * up once.
 *
 * COST_SAFE is never exceeded by this project's machine, in any state in which a request can find
 * the memory controller; docs/sim-d-wcet-requests.md has the proofs. Tiles of all kinds are
 * searched: over start addresses, over the arbiter's last pair of banks, and after a refresh. Index
 * streams have a closed form that covers every pattern of indexes and lanes. Scratchpads have their
 * own latency. Compute cycles cover every phase of the two clocks.
 *
 * A cost does not contain refreshes. Each refresh that is sent adds at most the request's
 * `refresh` to the completion of one request, whether it waits or not: inflate a bound with
 * request_refresh_cost(), the max over the requests so far. It can be more than nRFC: the FIFOs
 * fill during a refresh, and the arbiter then chooses another order of activates.
 *
 *     struct request_costs *costs = request_costs_create(&arena, &numbers, COST_SAFE);
 *     struct request_cost cost = request_cost(costs, &shape);
 *
 * Patterns of bursts are simulated once per `costs`, so callers may ask for every work-group. */
#ifndef WARPCLOCK_BOUND_SIM_D_REQUEST_COST_H
#define WARPCLOCK_BOUND_SIM_D_REQUEST_COST_H

#include "base/error.h"
#include "machine/sim_d/memory.h"

struct arena;
struct watch;

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
 * smaller tile can take longer. COST_BUFFER, COST_SCALAR and COST_INDEX use only `words`. */
struct request_shape {
    enum cost_kind kind;
    bool write; /* to DRAM, or to the scratchpad */
    uint32_t words, period, count;
    /* COST_INDEX: max number of enabled lanes; 0: all 1024. */
    uint32_t lanes;
    /* The start address in bytes, if it is known; of COST_INDEX: of the buffer. Otherwise all of
     * address + k * step are possible; step 0: every word. COST_SCALAR: always known. */
    bool address_known;
    uint32_t address, step;
    /* Options that make a cost tighter; COST_ORIGINAL ignores them. */
    bool pair_known; /* with a known address: the last access of the previous request to DRAM ... */
    uint32_t pair;   /* ... was to this even bank; after a reset: 0. Rows are never left open */
    /* COST_INDEX with address_known: the indexes and enabled lanes, SIM_D_LANES of them, if they
     * are known; else NULL. Not kept. */
    const uint32_t *index;
    const uint64_t *enabled;
};

struct request_cost {
    /* From the cycle in which the front end is idle and sees the request to its completion. */
    cycle_t dc;
    /* From the write-back of its instruction, or from the completion of the previous request on
     * its resource if that is later, to the cycle in which its work-group runs again. The same for
     * all policies; "as access" has one resource for DRAM and scratchpads. */
    cycle_t cc;
    /* CC that a refresh adds to it at most; 0 of a scratchpad. */
    cycle_t refresh;
};

struct request_costs;

/* `numbers` must stay valid. */
struct request_costs *request_costs_create(struct arena *arena,
                                           const struct sim_d_memory_numbers *numbers,
                                           enum cost_reading reading);
struct request_cost request_cost(struct request_costs *costs, const struct request_shape *shape);

/* A search over start addresses can take seconds. It ends when `watch` says so: costs from then on
 * mean nothing, and request_costs_check() reports why. NULL: it goes on. */
void request_costs_set_watch(struct request_costs *costs, struct watch *watch);
enum wc_status request_costs_check(struct error *err, const struct request_costs *costs);

/* The max `refresh` of the requests so far, and at least nRFC, in CC. */
cycle_t request_refresh_cost(const struct request_costs *costs);
/* SIMD-45: more than 8 refreshes can be postponed by a request of more DC. */
cycle_t request_refresh_window(const struct request_costs *costs);

#endif

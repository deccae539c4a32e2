/* SPDX-License-Identifier: Apache-2.0 */
/* tally.h - the second walk: work and waiting of all warps of a launch. */
#ifndef WARPCLOCK_BOUND_VORTEX_TALLY_H
#define WARPCLOCK_BOUND_VORTEX_TALLY_H

#include "bound/engine/footprint.h"
#include "bound/vortex/alone.h"
#include "bound/vortex/counts.h"
#include "bound/vortex/phases.h"

struct core_tally {
    struct work work;
    struct work regions, lean; /* part of it, and what that is if loops with a total do not go
                                * round */
    struct phases phases;
    uint64_t certain; /* instructions outside of regions */
    struct profile *profile; /* of the work; NULL: not asked for */
    struct profile *in_regions, *in_lean; /* parts of it, until it is known which counts */
};

struct tally {
    struct walk_sink sink; /* first */
    struct error *err;
    enum wc_status status; /* of what went wrong while it was told */
    const struct vortex_costs *costs;
    const struct program *program;
    struct footprint *footprint;
    struct regions *regions;
    struct ilp_solver *solver;
    struct core_tally *cores;
    uint64_t start_slots; /* of a warp: what it fetches beyond its path, lines of code that it may
                           * miss; NOPs in SWaS */
    /* The warp under way. */
    struct core_tally *core;
    uint32_t warp;
    uint32_t stretch; /* number of the stretch that `alone` has the clock of: at its beginning
                       * nothing is in flight */
    bool in_region;
    struct coalesced requests; /* to the data cache, of the latest access if its lines are known */
    struct alone alone;
    struct profile *waiting; /* of the segment under way; NULL: not asked for */
    uint32_t latest;         /* instruction */
    uint64_t regions_cost; /* work and waiting of all regions so far */
    /* Numbers that a run is compared with; NULL: it is not. */
    struct vortex_counts *counts;
    struct core_counts *counted; /* of the core */
    struct warp_turns turns;     /* of the warp */
    uint32_t depth;              /* of its calls */
    uint32_t region_at;          /* where the region under way began */
    uint32_t back_to;            /* the latest header in it that a back edge leads to */
};

/* Regions that cost more together could make sums that 64 bits do not hold: each lane of each
 * access may be a line, and each line so many cycles. Outside of regions a step costs less than
 * 2^27 cycles with the largest numbers of a machine file, and a walk has at most WALK_STEPS_MAX
 * steps, so that all sums stay below 2^60. */
static const uint64_t TALLY_COST_MAX = 1ull << 56, TALLY_MISSES_MAX = 1ull << 44;

enum wc_status tally_too_costly(struct error *err);

/* All warps are walked: the rounds of loops with a total count as often as that says, if this is
 * less work. */
void tally_use_totals(struct tally *tally);

void tally_make(struct tally *tally, struct arena *arena, const struct vortex_costs *costs,
                const struct program *program, struct footprint *footprint, bool profiled);

#endif

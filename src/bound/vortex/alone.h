/* SPDX-License-Identifier: Apache-2.0 */
/* alone.h - how long a stretch of one warp's path takes when the warp is alone.
 *
 * Only latencies count here; whatever else a warp may wait for is work of the launch. Times grow by
 * sums and maxima, so a cycle that is lost to others at any point delays the end by one at most:
 * that is why both may be added up (docs/bound.md). */
#ifndef WARPCLOCK_BOUND_VORTEX_ALONE_H
#define WARPCLOCK_BOUND_VORTEX_ALONE_H

#include "bound/engine/profile.h"
#include "bound/vortex/costs.h"

struct alone {
    const struct vortex_costs *costs;
    uint64_t time;              /* first cycle for the next slot */
    uint64_t slots;             /* issued so far */
    uint64_t ready[RV32_ROWS];  /* results */
    uint64_t accessed;          /* loads and stores so far are complete */
    uint64_t latest;            /* everything so far is */
    /* Where fetch is not tied to issue: */
    uint64_t fetch;                       /* first cycle for the next request */
    uint64_t issued[IBUFFER_DEPTH_MAX];  /* the latest issues, a ring */
    uint32_t next;
    /* Who is to blame for waiting, where a profile is kept: */
    struct profile *profile;
    uint32_t maker[RV32_ROWS]; /* of each result: an instruction */
    uint32_t slowest;          /* of everything under way */
};

void alone_start(struct alone *alone, const struct vortex_costs *costs, struct profile *profile);
/* Slots that hold no instruction. */
void alone_nops(struct alone *alone, uint64_t count);
/* The next instruction; `access` is NULL for one without memory. Returns when its result is
 * there. */
uint64_t alone_issue(struct alone *alone, const struct insn *insn,
                     const struct access_cost *access);
/* Control leaves the fetched path behind the instruction at `index`, the latest one. */
void alone_redirect(struct alone *alone, uint32_t index);
/* Waits until everything is complete. */
void alone_drain(struct alone *alone);

/* What the warp waited since the start, slots aside. */
static inline uint64_t alone_waiting(const struct alone *alone)
{
    return alone->time - alone->slots;
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* periodic.h - worst-case response times of periodic kernels that share one machine (PWS-55).
 *
 * A kernel arrives at most once per period and runs on the whole machine until it ends: there is no
 * preemption, so a kernel can wait for one that is less urgent and has just begun. Kernels do not
 * depend on each other, arrive in any phase, and take at most their worst-case bound. A response is
 * the time from the arrival to the end. All times are cycles of the machine.
 *
 * fixed_priority.c: the busy period of George, Rivierre and Spuri (INRIA RR-2966, 1996), also known
 * from messages on a CAN bus (Davis, Burns, Bril and Lukkien, Real-Time Systems 35, 2007), and the
 * sufficient test of the latter. edf.c: earliest deadline first, from the same report. The busy
 * periods allow deadlines beyond the period. They count the blocking kernel with its cycles less
 * one; here all count, because a kernel need not arrive at the start of a cycle. */
#ifndef WARPCLOCK_BOUND_PERIODIC_PERIODIC_H
#define WARPCLOCK_BOUND_PERIODIC_PERIODIC_H

#include <stddef.h>

#include "base/error.h"
#include "bound/engine/watch.h"

enum periodic_scheduler { PERIODIC_FIXED_PRIORITY, PERIODIC_EDF, PERIODIC_SCHEDULERS };
const char *periodic_scheduler_name(enum periodic_scheduler scheduler);

struct periodic_kernel {
    uint64_t cycles;           /* its worst case; 0: it takes no time */
    uint64_t period, deadline; /* > 0, at most PERIODIC_MAX */
    uint64_t priority;         /* the lowest number first; equal ones in their order */
};

#define PERIODIC_MAX (UINT64_C(1) << 48)

enum periodic_outcome {
    PERIODIC_MEETS,     /* the response is within the deadline */
    PERIODIC_MISSES,    /* it can be longer */
    PERIODIC_UNDECIDED, /* the search was given up, and no response so far was too long */
};

struct periodic_response {
    enum periodic_outcome outcome;
    uint64_t blocking; /* by one kernel that is less urgent, at most */
    /* The response. Unless it is bounded, it can be longer than this: the load leaves no time
     * (`grows`), or the search was given up. */
    uint64_t cycles;
    bool bounded;
    bool grows; /* more urgent kernels and this one need all of the time: it has no bound */
};

/* Share of time that all of them need; above 1 no scheduler can meet all deadlines. */
double periodic_utilisation(const struct periodic_kernel *kernels, size_t count);

/* A response for each kernel. The result is the worst outcome: MISSES, then UNDECIDED. A search
 * that `watch` ends leaves its kernel undecided; *verdict says why. `watch` may be NULL. */
enum periodic_outcome periodic_analyse(enum periodic_scheduler scheduler,
                                       const struct periodic_kernel *kernels, size_t count,
                                       struct watch *watch, struct periodic_response *responses,
                                       enum watch_verdict *verdict);

/* The sufficient test for fixed priorities and deadlines within periods, of one step instead of a
 * busy period; it also covers later arrivals:
 *
 *     w = max(B, E) + sum over more urgent kernels of ceil((w + 1) / T) * E,     R = w + E
 *
 * with B the longest less urgent kernel. It never finds less than periodic_analyse(). */
enum wc_status periodic_sufficient(struct error *err, const struct periodic_kernel *kernels,
                                   size_t count, struct periodic_response *responses);

/* Kernels without priorities get them by deadline, the shortest first. */
void periodic_by_deadline(struct periodic_kernel *kernels, size_t count);

#endif

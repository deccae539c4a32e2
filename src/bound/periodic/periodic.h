/* SPDX-License-Identifier: Apache-2.0 */
/* periodic.h - worst-case response times of periodic kernels that share one machine.
 *
 * A kernel arrives at most once per period and runs on the whole machine until it ends: there is no
 * preemption, so a kernel can wait for one that is less urgent and has just begun. Kernels do not
 * depend on each other, arrive in any phase, and take at most their worst-case bound. A response is
 * the time from the arrival to the end. All times are cycles of the machine.
 *
 * fixed_priority.c: the busy period of George, Rivierre and Spuri (INRIA RR-2966, 1996), also known
 * from messages on a CAN bus (Davis et al., Real-Time Systems 35, 2007). edf.c: earliest deadline
 * first, from the same report. Both allow deadlines beyond the period. They count the blocking
 * kernel with its cycles less one; here all count, because a kernel need not arrive at the start of
 * a cycle. */
#ifndef WARPCLOCK_BOUND_PERIODIC_PERIODIC_H
#define WARPCLOCK_BOUND_PERIODIC_PERIODIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum periodic_scheduler { PERIODIC_FIXED_PRIORITY, PERIODIC_EDF, PERIODIC_SCHEDULERS };
const char *periodic_scheduler_name(enum periodic_scheduler scheduler);

struct periodic_kernel {
    uint64_t cycles;           /* its worst case; 0: it takes no time */
    uint64_t period, deadline; /* > 0, at most PERIODIC_MAX */
    uint64_t priority;         /* the lowest number first; equal ones in their order */
};

#define PERIODIC_MAX (UINT64_C(1) << 48)

struct periodic_response {
    uint64_t blocking; /* by one kernel that is less urgent, at most */
    uint64_t cycles;   /* the response; meaningless unless bounded */
    bool bounded;      /* it was found; else the load leaves no time, or the search is too long */
    bool met;          /* it is within the deadline */
};

/* Share of time that all of them need; above 1 no scheduler can meet all deadlines. */
double periodic_utilisation(const struct periodic_kernel *kernels, size_t count);

/* A response for each kernel. True: all deadlines are met. */
bool periodic_analyse(enum periodic_scheduler scheduler, const struct periodic_kernel *kernels,
                      size_t count, struct periodic_response *responses);

/* Kernels without priorities get them by deadline, the shortest first. */
void periodic_by_deadline(struct periodic_kernel *kernels, size_t count);

#endif

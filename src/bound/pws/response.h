/* SPDX-License-Identifier: Apache-2.0 */
/* response.h - worst-case response times of kernels that share a GPU (PWS-55).
 *
 * Not in the paper; ours. Kernels are periodic, have fixed priorities and deadlines within their
 * periods, and each runs on the whole GPU without preemption. That is the model of messages on a
 * bus; the test is the sufficient one of Davis, Burns, Bril and Lukkien (Real-Time Systems 35,
 * 2007), which also covers later instances of a busy period:
 *
 *     w = max(B, E) + sum over higher priorities of ceil((w + 1) / T) * E,     R = w + E
 *
 * with B the longest kernel of lower priority. */
#ifndef WARPCLOCK_BOUND_PWS_RESPONSE_H
#define WARPCLOCK_BOUND_PWS_RESPONSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct kernel_task {
    int64_t cycles;           /* E_kernel */
    int64_t period, deadline; /* deadline <= period */
};

enum response_outcome {
    RESPONSE_MEETS,    /* R is within the deadline */
    RESPONSE_MISSES,   /* R is a bound, but beyond the deadline */
    RESPONSE_DIVERGES, /* no bound found: higher priorities leave no time */
};

struct response {
    enum response_outcome outcome;
    int64_t cycles; /* R; 0 when it diverges */
};

/* Tasks from the highest priority to the lowest. */
enum wc_status response_times(struct error *err, const struct kernel_task *task, uint32_t tasks,
                              struct response *response);

#endif

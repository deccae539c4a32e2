/* SPDX-License-Identifier: Apache-2.0 */
/* request_simulate.c - one request in all states in which it can start.
 *
 * Rows are closed and all distances between commands are over when a request starts (proved in
 * docs/sim-d-wcet-requests.md), so two parts of the controller's state are left: the arbiter's
 * active pair, which breaks ties until the first access, and an earlier refresh, which holds back
 * activates while the FIFOs fill. */
#include "bound/sim_d/request_simulate.h"

#include <stddef.h>

#include "bound/sim_d/request_course.h"

/* `filling` has not sent a command yet; activates are allowed from `gate` on. The active pair
 * breaks ties between pairs, up to the first access. */
static void finish_pairs(const struct course *filling, cycle_t gate, struct course_marks *marks,
                         cycle_t longest[REQUEST_PAIRS])
{
    uint32_t left = (1u << filling->controller.ddr4.numbers->banks / 2) - 1;
    while (left != 0) {
        struct course course = *filling;
        course_set_gate(&course, gate);
        course.controller.arbiter.pair = 2 * (uint32_t)__builtin_ctz(left);
        uint32_t alike = course_access(&course) & left;
        cycle_t done = course_finish(&course, marks);
        for (uint32_t pair = 0; alike >> pair != 0; pair++) {
            if (alike >> pair & 1)
                longest[pair] = later(longest[pair], done);
        }
        left &= ~alike;
    }
}

/* A refresh was sent before the request could start, and allows activates from some cycle on. When
 * the FIFOs are full, a later gate only shifts all times. */
static void finish_gates(struct course *filling, struct course_marks *marks,
                         cycle_t done[REQUEST_PAIRS])
{
    const cycle_t gate = filling->controller.ddr4.numbers->rfc - 1;
    for (; filling->next < gate; course_step(filling))
        finish_pairs(filling, filling->next, marks, done);
}

/* The refresh is sent when the request could already start: at most 2 DC later, since then all
 * banks are closed (ANNOUNCED_EARLY of the controller). The request is taken one cycle later. */
static void finish_late(const struct course *filling, struct course_marks *marks,
                        cycle_t refreshed[REQUEST_PAIRS])
{
    enum { TAKEN_LATE = 3 };
    const struct ddr4_numbers *dram = filling->controller.ddr4.numbers;
    cycle_t done[REQUEST_PAIRS] = {0};
    finish_pairs(filling, dram->rfc - 1, marks, done);
    for (uint32_t pair = 0; pair < dram->banks / 2; pair++)
        refreshed[pair] = later(refreshed[pair], done[pair] + TAKEN_LATE);
}

void request_simulate(const struct ddr4_numbers *dram, const struct sim_d_request *request,
                      bool refreshes, struct course_marks *marks, struct request_times *times)
{
    struct course filling;
    *times = (struct request_times){.has_refreshed = refreshes};
    course_marks_clear(marks);
    course_start(&filling, dram, request, 0);
    finish_pairs(&filling, 0, marks, times->served);
    if (!refreshes)
        return;
    course_start(&filling, dram, request, dram->rfc - 1);
    finish_gates(&filling, marks, times->refreshed);
    finish_late(&filling, marks, times->refreshed);
}

struct request_delay request_longest(const struct ddr4_numbers *dram,
                                     const struct request_times *times, const uint32_t *pair)
{
    struct request_delay longest = {0};
    for (uint32_t i = 0; i < dram->banks / 2; i++) {
        if (pair != NULL && i != *pair)
            continue;
        longest.served = later(longest.served, times->served[i]);
        longest.refreshed = later(longest.refreshed, times->refreshed[i]);
    }
    return longest;
}

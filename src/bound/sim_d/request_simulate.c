/* SPDX-License-Identifier: Apache-2.0 */
/* request_simulate.c - one request in all states in which it can start.
 *
 * Rows are closed and all distances between commands are over when a request starts (proved in
 * docs/sim-d-wcet-requests.md), so two parts of the controller's state are left: the arbiter's
 * active pair, which breaks ties until the first access, and a refresh, which holds back activates
 * while the FIFOs fill. Courses that are equal after the first access are followed only once. */
#include "bound/sim_d/request_simulate.h"

#include <string.h>

#include "machine/sim_d/controller.h"

/* A request that is being served from cycle 0 on. */
struct course {
    struct controller controller;
    cycle_t next, last;
};

static bool accessed(const struct ddr4 *ddr4)
{
    return ddr4->issued[DDR4_RD] + ddr4->issued[DDR4_RDA] + ddr4->issued[DDR4_WR] +
               ddr4->issued[DDR4_WRA] != 0;
}

static void step(struct course *course)
{
    course->last = course->next;
    course->next = controller_step(&course->controller, course->next);
}

/* Up to its first access. `gate`: the first cycle in which an earlier refresh allows activates. */
static void start(struct course *course, const struct ddr4_numbers *dram,
                  const struct sim_d_request *request, uint32_t pair, cycle_t gate)
{
    struct controller *controller = &course->controller;
    memset(course, 0, sizeof *course);
    controller_build(controller, dram, 0);
    controller->arbiter.pair = pair;
    controller->ddr4.rank.ready[DDR4_ROW] = controller->ddr4.rank.ready[DDR4_REFRESH] = gate;
    course->next = course->last = controller_start(controller, request, 0);
    while (course->next != NEVER && !accessed(&controller->ddr4))
        step(course);
}

static cycle_t finish(struct course *course)
{
    while (course->next != NEVER)
        step(course);
    return controller_end(&course->controller, course->last);
}

static bool equal(const struct course *a, const struct course *b)
{
    return a->next == b->next && a->last == b->last &&
           memcmp(&a->controller, &b->controller, sizeof a->controller) == 0;
}

static void simulate(const struct ddr4_numbers *dram, const struct sim_d_request *request,
                     cycle_t gate, cycle_t done[REQUEST_PAIRS])
{
    struct course started[REQUEST_PAIRS], course;
    for (uint32_t pair = 0; pair < dram->banks / 2; pair++) {
        uint32_t same = 0;
        start(&started[pair], dram, request, 2 * pair, gate);
        while (!equal(&started[same], &started[pair]))
            same++;
        course = started[pair];
        done[pair] = same < pair ? done[same] : finish(&course);
    }
}

/* The refresh is sent at most 2 DC after the request could start, since then all banks are closed
 * (ANNOUNCED_EARLY of the controller), and the request is taken one cycle later. */
void request_simulate(const struct ddr4_numbers *dram, const struct sim_d_request *request,
                      struct request_times *times)
{
    enum { TAKEN_LATE = 3 };
    simulate(dram, request, 0, times->served);
    simulate(dram, request, dram->rfc - 1, times->refreshed);
    for (uint32_t pair = 0; pair < dram->banks / 2; pair++)
        times->refreshed[pair] += TAKEN_LATE;
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

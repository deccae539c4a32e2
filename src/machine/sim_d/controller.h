/* SPDX-License-Identifier: Apache-2.0 */
/* controller.h - Sim-D's DRAM controller: front end, command generator, arbiter and data bus
 * (SIMD-25 to SIMD-34), and refresh (SIMD-44).
 *
 * One request is served at a time, so its commands depend only on the cycle in which the front end
 * takes it and on the refreshes that are due. A request is served as a whole, cycle by cycle;
 * cycles in which nothing can move are skipped. */
#ifndef WARPCLOCK_MACHINE_SIM_D_CONTROLLER_H
#define WARPCLOCK_MACHINE_SIM_D_CONTROLLER_H

#include "machine/sim_d/arbiter.h"

enum { BURST_FIFO = 16 };

/* Yields the bursts of a request, one per cycle, and looks one burst ahead. */
struct front_end {
    bool indexed;
    struct stride_sequencer stride;
    struct index_iterator index;
    struct sim_d_access ahead; /* the burst that is sent next, once its successor is known */
    bool has_ahead, ended;
};

struct controller {
    struct ddr4 ddr4;
    uint64_t refresh_phase, refreshes;
    struct front_end front;
    struct burst_request burst[BURST_FIFO]; /* a ring */
    uint32_t first_burst, bursts;
    struct command_generator generator;
    struct arbiter arbiter;
    const struct sim_d_memory_watcher *watcher;
    const struct sim_d_request *request; /* under way */
    cycle_t quiet;    /* no command at the head of a FIFO is allowed before this cycle */
    bool every_cycle; /* for tests: skip nothing */
    uint64_t words;
};

void controller_build(struct controller *controller, const struct ddr4_numbers *numbers,
                      uint64_t refresh_phase);
/* Serves the request: the front end is idle in cycle `now` and sees it. *started: the cycle in
 * which it takes it, later than `now` when a refresh is due. Returns the cycle of completion. */
cycle_t controller_serve(struct controller *controller, const struct sim_d_request *request,
                         cycle_t now, cycle_t *started);
/* The parts of it, for an analysis that sets the state in which a request starts. A request that is
 * taken in cycle `started` moves in the cycle that controller_start() returns and in those that
 * controller_step() returns, until it has no more work: NEVER. controller_end(): the cycle of
 * completion; `last` was the last step. */
cycle_t controller_start(struct controller *controller, const struct sim_d_request *request,
                         cycle_t started);
cycle_t controller_step(struct controller *controller, cycle_t now);
/* A step in two parts: the banks with the best commands (arbiter_best), and what follows. */
uint32_t controller_best(struct controller *controller, cycle_t now);
cycle_t controller_send(struct controller *controller, cycle_t now, uint32_t best);
cycle_t controller_end(struct controller *controller, cycle_t last);
/* It has no more work: nothing refers to the request, and nothing is left of its commands. */
void controller_forget(struct controller *controller);
/* Sends the refreshes that are due before `now`; the front end is idle. */
void controller_refresh(struct controller *controller, cycle_t now);

#endif

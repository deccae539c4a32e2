/* SPDX-License-Identifier: Apache-2.0 */
/* arbiter.h - the command arbiter: which of the commands at the heads of the banks' FIFOs is sent
 * in a cycle (SIMD-33). */
#ifndef WARPCLOCK_MACHINE_SIM_D_ARBITER_H
#define WARPCLOCK_MACHINE_SIM_D_ARBITER_H

#include "machine/sim_d/generator.h"

struct arbiter {
    struct bank_fifo fifo[DDR4_BANKS_MAX];
    uint32_t pair; /* the even bank of the active pair */
};

/* The bank whose command is sent in cycle `now`, -1 for none; *next: the first later cycle in which
 * a command that is at a head now is allowed. */
int arbiter_choose(const struct arbiter *arbiter, const struct ddr4 *ddr4, cycle_t now,
                   cycle_t *next);
/* In two steps: the banks with the best commands, a bit each, and the one of them that is nearest
 * to the active pair. */
uint32_t arbiter_best(const struct arbiter *arbiter, const struct ddr4 *ddr4, cycle_t now,
                      cycle_t *next);
int arbiter_nearest(uint32_t best, uint32_t pair, unsigned banks);
/* Removes the bank's command. */
struct bank_command arbiter_pop(struct arbiter *arbiter, unsigned bank);

#endif

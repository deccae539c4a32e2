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

/* The banks with the best commands in cycle `now`, a bit each; *next: the first later cycle in
 * which a command that is at a head now is allowed. */
uint32_t arbiter_best(const struct arbiter *arbiter, const struct ddr4 *ddr4, cycle_t now,
                      cycle_t *next);
/* The one of them that is nearest to the active pair, whose command is sent; -1: there is none. */
int arbiter_nearest(uint32_t best, uint32_t pair, unsigned banks);
/* Removes the bank's command. */
struct bank_command arbiter_pop(struct arbiter *arbiter, unsigned bank);

#endif

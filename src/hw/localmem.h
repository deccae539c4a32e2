/* SPDX-License-Identifier: Apache-2.0 */
/* localmem.h - banked on-chip memory of a core: a bank serves its words one after the other, lanes
 * that access the same word are served together. */
#ifndef WARPCLOCK_HW_LOCALMEM_H
#define WARPCLOCK_HW_LOCALMEM_H

#include "hw/cycle.h"

enum { LOCALMEM_BANKS_MAX = 64, LOCALMEM_LANES_MAX = 64 };

struct localmem_numbers {
    uint32_t banks, word_bytes;
    cycle_t latency; /* without a conflict */
};

struct localmem {
    const struct localmem_numbers *numbers;
    cycle_t free; /* first cycle in which it accepts another access */
    uint64_t accesses, conflicts;
};

void localmem_reset(struct localmem *localmem);
/* Rounds that the access needs: the max number of distinct words in any bank. */
uint32_t localmem_rounds(const struct localmem_numbers *numbers, const uint64_t *address,
                         uint64_t mask);
/* The cycle at which all lanes have their data; *taken: when the memory accepted it. */
cycle_t localmem_request(struct localmem *localmem, const uint64_t *address, uint64_t mask,
                         cycle_t now, cycle_t *taken);
cycle_t localmem_next_event(const struct localmem *localmem, cycle_t now);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* throughput_memory.h - memory of constant latency and limited throughput.
 *
 * Gebhart's model: no banks, no rows. A request waits until the channel has credit for it, occupies
 * the channel for its bytes, and is answered after the latency. The channel counts fractions of a
 * cycle: a block of 128 bytes at 10 bytes per cycle takes 12.8 (SBI-2, SBI-3). */
#ifndef WARPCLOCK_HW_THROUGHPUT_MEMORY_H
#define WARPCLOCK_HW_THROUGHPUT_MEMORY_H

#include "hw/memory_level.h"

struct throughput_numbers {
    cycle_t latency;      /* from a request with credit to its data */
    uint32_t bytes, per;  /* so many bytes in so many cycles: 10 in 1 */
};

struct throughput_memory {
    struct memory_level level; /* first */
    const struct throughput_numbers *numbers;
    uint64_t free; /* when the channel has credit again, in 1/bytes of a cycle */
    uint64_t loads, stores, bytes;
    cycle_t waited; /* of all requests */
};

void throughput_build(struct throughput_memory *memory, const struct throughput_numbers *numbers);
void throughput_reset(struct throughput_memory *memory);
/* The first cycle in which a request need not wait. */
cycle_t throughput_next_event(const struct throughput_memory *memory, cycle_t now);

#endif

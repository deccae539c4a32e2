/* SPDX-License-Identifier: Apache-2.0 */
/* dram.h - a simple banked DRAM: open rows, one data bus.
 *
 * Consecutive lines go to consecutive banks. A request to the open row of its bank costs
 * `row_hit`; to a bank with no open row `row_closed`; to one with another row `row_conflict`. The
 * bus carries one line at a time. */
#ifndef WARPCLOCK_HW_DRAM_H
#define WARPCLOCK_HW_DRAM_H

#include "hw/memory_level.h"

enum { DRAM_BANKS_MOST = 64 };

struct dram_numbers {
    uint32_t banks, row_bytes, line_bytes;
    cycle_t row_hit, row_closed, row_conflict; /* from a request to the first data */
    cycle_t burst;                             /* cycles a line occupies the bus */
    cycle_t overhead;                          /* there and back between core and controller */
};

struct dram_bank {
    uint64_t row;
    bool open;
    cycle_t free;
};

struct dram {
    struct memory_level level; /* first */
    const struct dram_numbers *numbers;
    struct dram_bank bank[DRAM_BANKS_MOST];
    cycle_t bus_free;
    uint64_t loads, stores, row_hits;
};

void dram_build(struct dram *dram, const struct dram_numbers *numbers);
void dram_reset(struct dram *dram);
cycle_t dram_next_event(const struct dram *dram, cycle_t now);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* dram.h - DRAM below the caches: a simple model, or DDR4 command by command (ddr4_channel.h).
 *
 * The simple one has banks with open rows and one data bus.
 * Consecutive lines go to consecutive banks. A request to the open row of its bank costs `row_hit`,
 * to a bank with no open row `row_closed`, to a bank with another open row `row_conflict`. The bus
 * carries one burst at a time, and a burst takes the first free gap after its access: a request of
 * a later cycle does not delay an earlier one. A store is complete for its sender once the write
 * queue has accepted it; a full queue makes it wait.
 *
 * With DDR4, banks, lines and all times but the overhead are those of the standard; the queue of
 * stores remains. */
#ifndef WARPCLOCK_HW_DRAM_H
#define WARPCLOCK_HW_DRAM_H

#include "hw/ddr4_channel.h"
#include "hw/memory_level.h"
#include "hw/reservation.h"

enum { DRAM_BANKS_MAX = 64, DRAM_QUEUE_MAX = 256 };

struct dram_numbers {
    uint32_t banks, row_bytes;
    uint32_t line_bytes; /* of one burst */
    uint32_t queue;      /* stores under way */
    cycle_t row_hit, row_closed, row_conflict; /* from a request to the first data */
    cycle_t burst;                             /* cycles that a burst occupies the bus */
    cycle_t overhead;                          /* round trip between core and controller */
    /* DDR4 instead; NULL: the simple model. `banks` and `line_bytes` are then its numbers. */
    const struct ddr4_numbers *ddr4;
    bool closed_page;
    uint32_t core_mhz; /* the clock of everything above */
};

struct dram_bank {
    uint64_t row;
    bool open;
    cycle_t free;
    uint64_t requests;
};

struct dram {
    struct memory_level level; /* first */
    const struct dram_numbers *numbers;
    struct dram_bank bank[DRAM_BANKS_MAX];
    struct reservation bus;
    cycle_t written[DRAM_QUEUE_MAX]; /* completion of the latest stores, a ring */
    uint64_t requests_stored;
    uint64_t loads, stores; /* bursts */
    uint64_t row_hits;
    struct ddr4_channel channel;
};

void dram_build(struct dram *dram, const struct dram_numbers *numbers);
void dram_reset(struct dram *dram);
cycle_t dram_next_event(const struct dram *dram, cycle_t now);

#endif

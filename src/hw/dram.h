/* SPDX-License-Identifier: Apache-2.0 */
/* dram.h - DRAM below the caches: a simple model, or DDR4 command by command (ddr4_channel.h).
 *
 * The simple one has banks with open rows and one data bus. `mapping` decides which bank a line is
 * in. A request to the open row of its bank costs `row_hit`, to a bank with no open row
 * `row_closed`, to a bank with another open row `row_conflict`. The bank starts its next access
 * when the data of this one flows or, if it is pipelined, `cycle` after the start of this one.
 * The bus
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

enum dram_mapping {
    DRAM_INTERLEAVE, /* consecutive lines are in consecutive banks */
    DRAM_ROW,        /* consecutive lines fill a row, consecutive rows are in consecutive banks */
    DRAM_HASH,       /* as interleaved, rotated by a hash of the other bits */
};

struct dram_numbers {
    uint32_t banks, row_bytes;
    uint32_t line_bytes; /* of one burst */
    uint32_t queue;      /* stores under way */
    cycle_t row_hit, row_closed, row_conflict; /* from a request to the first data */
    cycle_t burst;                             /* cycles that a burst occupies the bus */
    cycle_t overhead;                          /* round trip between core and controller */
    cycle_t cycle;                             /* between accesses of a bank; 0: until data flows */
    enum dram_mapping mapping;                 /* the bank of a line */
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

/* An access of a bank of the simple model. Its bursts follow on the bus when that is free. */
struct dram_access {
    const struct dram_numbers *numbers;
    uint32_t bank;
    uint64_t row;
    enum channel_row found;
    bool store;
    cycle_t start, free; /* the bank is busy from `start` up to before `free` */
    cycle_t done;        /* the last data has left the bus */
};

/* Is told every access; those of one bank in the order of their cycles. */
struct dram_watcher {
    void *context;
    void (*access)(void *context, const struct dram_access *access);
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
    const struct dram_watcher *watcher; /* of the simple model; NULL: nobody watches */
};

/* The bank of the line at this address. */
uint32_t dram_bank_of(const struct dram_numbers *numbers, uint64_t address);

void dram_build(struct dram *dram, const struct dram_numbers *numbers);
void dram_reset(struct dram *dram); /* watchers stay */
cycle_t dram_next_event(const struct dram *dram, cycle_t now);

#endif

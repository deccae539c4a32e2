/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h - rows of DRAM that the lines of one access open one after another.
 *
 * Once nothing older is under way, a line waits for the line before it in its bank, and for a
 * place: a load for the miss register that is free first, a store for the oldest place of the write
 * queue. Whatever it waits for has opened its row before. */
#ifndef WARPCLOCK_BOUND_VORTEX_ROWS_H
#define WARPCLOCK_BOUND_VORTEX_ROWS_H

#include "machine/vortex/clock.h"

struct access_rows {
    const struct vortex_clock_numbers *clock;
    bool store;
    uint32_t places, count;
    uint8_t bank[DRAM_BANKS_MAX];          /* rows until the last line of the bank is there */
    uint8_t rows[COALESCER_REQUESTS_MAX];  /* until a line is there; of loads in rising order */
};

/* The bank of DRAM that serves a request for the line at this address. */
uint32_t rows_bank(const struct vortex_clock_numbers *clock, uint64_t address, bool store);

void rows_start(struct access_rows *rows, const struct vortex_clock_numbers *clock, bool store);
/* The next line of the data cache; the number of its row, from 1 on. */
uint32_t rows_add(struct access_rows *rows, uint64_t line);
/* The last row of all these requests, in their order ... */
uint32_t rows_in_order(const struct vortex_clock_numbers *clock, const struct coalesced *requests,
                       bool store);
/* ... or of any of them, in any order ... */
uint32_t rows_in_any_order(const struct vortex_clock_numbers *clock,
                           const struct coalesced *requests, bool store);
/* ... or of as many lines, of which at most `deepest` share a bank. */
uint32_t rows_of_any(const struct vortex_clock_numbers *clock, uint32_t lines, uint32_t deepest,
                     bool store);

#endif

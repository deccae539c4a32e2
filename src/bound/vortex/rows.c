/* SPDX-License-Identifier: Apache-2.0 */
/* rows.c - chains of rows through banks and places. */
#include "bound/vortex/rows.h"

static uint32_t places_of(const struct vortex_clock_numbers *clock, bool store)
{
    uint32_t l2 = clock->has_l2 ? clock->l2.mshrs : UINT32_MAX;
    if (store)
        return clock->dram.queue;
    return clock->dcache.mshrs < l2 ? clock->dcache.mshrs : l2;
}

void rows_start(struct access_rows *r, const struct vortex_clock_numbers *clock, bool store)
{
    *r = (struct access_rows){.clock = clock, .store = store,
                              .places = places_of(clock, store)};
}

/* An L2 reads the whole of its line, beginning with that one's first burst. */
uint32_t rows_bank(const struct vortex_clock_numbers *clock, uint64_t address, bool store)
{
    if (clock->has_l2 && !store)
        address -= address % clock->l2.line_bytes;
    return dram_bank_of(&clock->dram, address);
}

/* Stores leave their places in order. Registers hold the loads that are there last. */
static void note(struct access_rows *r, uint8_t row)
{
    uint32_t at = r->count++;
    for (; !r->store && at && r->rows[at - 1] > row; at--)
        r->rows[at] = r->rows[at - 1];
    r->rows[at] = row;
}

uint32_t rows_add(struct access_rows *r, uint64_t line)
{
    uint8_t *bank = &r->bank[rows_bank(r->clock, line * r->clock->dcache.line_bytes, r->store)];
    uint8_t place = r->count >= r->places ? r->rows[r->count - r->places] : 0;
    *bank = (uint8_t)(1 + (*bank > place ? *bank : place));
    note(r, *bank);
    return *bank;
}

uint32_t rows_in_order(const struct vortex_clock_numbers *clock, const struct coalesced *requests,
                       bool store)
{
    struct access_rows rows;
    uint32_t last = 0;
    rows_start(&rows, clock, store);
    for (uint32_t i = 0; i < requests->count; i++) {
        uint32_t row = rows_add(&rows, requests->request[i].line);
        last = row > last ? row : last;
    }
    return last;
}

uint32_t rows_in_any_order(const struct vortex_clock_numbers *clock,
                           const struct coalesced *requests, bool store)
{
    uint32_t in_bank[DRAM_BANKS_MAX] = {0}, deepest = 0;
    for (uint32_t i = 0; i < requests->count; i++) {
        uint64_t address = requests->request[i].line * clock->dcache.line_bytes;
        uint32_t lines = ++in_bank[rows_bank(clock, address, store)];
        deepest = lines > deepest ? lines : deepest;
    }
    return rows_of_any(clock, requests->count, deepest, store);
}

/* As many lines as there are places open their rows before the next ones do. */
uint32_t rows_of_any(const struct vortex_clock_numbers *clock, uint32_t lines, uint32_t deepest,
                     bool store)
{
    uint32_t places = places_of(clock, store), turns = (lines + places - 1) / places;
    return turns * deepest < lines ? turns * deepest : lines;
}

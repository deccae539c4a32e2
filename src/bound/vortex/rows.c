/* SPDX-License-Identifier: Apache-2.0 */
/* rows.c - chains of rows through banks and places. */
#include "bound/vortex/rows.h"

static uint32_t load_places(const struct vortex_clock_numbers *clock)
{
    uint32_t l2 = clock->has_l2 ? clock->l2.mshrs : UINT32_MAX;
    return clock->dcache.mshrs < l2 ? clock->dcache.mshrs : l2;
}

void rows_start(struct access_rows *r, const struct vortex_clock_numbers *clock, bool store)
{
    *r = (struct access_rows){.clock = clock, .store = store,
                              .places = store ? clock->dram.queue : load_places(clock)};
}

/* An L2 reads the whole of its line, beginning with that one's first burst. */
uint32_t rows_bank(const struct vortex_clock_numbers *clock, uint64_t address, bool store)
{
    if (clock->has_l2 && !store)
        address -= address % clock->l2.line_bytes;
    return (uint32_t)(address / clock->dram.line_bytes % clock->dram.banks);
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

uint32_t rows_of_any(const struct vortex_clock_numbers *clock, uint32_t lines, uint32_t deepest)
{
    uint32_t places = load_places(clock), turns = (lines + places - 1) / places;
    return turns * deepest < lines ? turns * deepest : lines;
}

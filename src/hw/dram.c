/* SPDX-License-Identifier: Apache-2.0 */
/* dram.c - banks, rows and the bus. */
#include "hw/dram.h"

static cycle_t access_time(struct dram *dram, struct dram_bank *bank, uint64_t row)
{
    const struct dram_numbers *n = dram->numbers;
    bool hit = bank->open && bank->row == row, closed = !bank->open;
    dram->row_hits += hit;
    bank->open = true;
    bank->row = row;
    return hit ? n->row_hit : closed ? n->row_closed : n->row_conflict;
}

static struct memory_answer request(struct memory_level *level, uint64_t address, bool store,
                                    cycle_t now)
{
    struct dram *dram = (struct dram *)level;
    const struct dram_numbers *n = dram->numbers;
    uint64_t line = address / n->line_bytes;
    struct dram_bank *bank = &dram->bank[line % n->banks];
    uint64_t row = line / n->banks * n->line_bytes / n->row_bytes;
    cycle_t start = later(now, bank->free);
    cycle_t data = later(start + access_time(dram, bank, row), dram->bus_free);
    bank->free = data; /* in order: the bank's next access starts when this one's data flows */
    dram->bus_free = data + n->burst;
    *(store ? &dram->stores : &dram->loads) += 1;
    return (struct memory_answer){.taken = now, .done = data + n->burst + n->overhead};
}

void dram_build(struct dram *dram, const struct dram_numbers *numbers)
{
    *dram = (struct dram){.level = {request}, .numbers = numbers};
}

void dram_reset(struct dram *dram)
{
    dram_build(dram, dram->numbers);
}

cycle_t dram_next_event(const struct dram *dram, cycle_t now)
{
    return dram->bus_free > now ? dram->bus_free : NEVER;
}

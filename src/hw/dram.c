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

/* The end of the first free gap of the bus from `ready` on that fits a burst. */
static cycle_t transfer(struct dram *dram, cycle_t ready)
{
    cycle_t burst = dram->numbers->burst;
    return reservation_book(&dram->bus, ready, burst) + burst;
}

static struct memory_answer request(struct memory_level *level, uint64_t address, uint32_t bytes,
                                    bool store, cycle_t now)
{
    struct dram *dram = (struct dram *)level;
    const struct dram_numbers *n = dram->numbers;
    uint64_t line = address / n->line_bytes;
    uint32_t bursts = (bytes + n->line_bytes - 1) / n->line_bytes;
    struct dram_bank *bank = &dram->bank[line % n->banks];
    uint64_t row = line / n->banks * n->line_bytes / n->row_bytes;
    cycle_t *slot = &dram->written[dram->requests_stored % n->queue];
    cycle_t taken = store ? later(now, *slot) : now;
    cycle_t access = access_time(dram, bank, row);
    cycle_t done = later(taken, bank->free) + access;
    bank->requests++;
    bank->free = done; /* in order: the bank's next access starts when this one's data flows */
    for (uint32_t i = 0; i < bursts; i++)
        done = transfer(dram, done);
    *(store ? &dram->stores : &dram->loads) += bursts;
    if (store) {
        *slot = done;
        dram->requests_stored++;
    }
    return (struct memory_answer){.taken = taken, .done = done + n->overhead,
                                  .alone = access + bursts * n->burst + n->overhead};
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
    cycle_t next = NEVER;
    for (uint32_t i = 0; i < dram->numbers->banks; i++) {
        if (dram->bank[i].free > now)
            next = earlier(next, dram->bank[i].free);
    }
    return next;
}

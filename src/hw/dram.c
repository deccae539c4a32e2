/* SPDX-License-Identifier: Apache-2.0 */
/* dram.c - banks, rows and the bus; requests to a channel of DDR4. */
#include "hw/dram.h"

#include <stddef.h>

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

/* When the write queue accepts a store: its slot is free again. */
static cycle_t accept(struct dram *dram, bool store, cycle_t now)
{
    return store ? later(now, dram->written[dram->requests_stored % dram->numbers->queue]) : now;
}

static void count(struct dram *dram, bool store, uint32_t bursts, cycle_t done)
{
    *(store ? &dram->stores : &dram->loads) += bursts;
    if (store)
        dram->written[dram->requests_stored++ % dram->numbers->queue] = done;
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
    cycle_t taken = accept(dram, store, now);
    cycle_t access = access_time(dram, bank, row);
    cycle_t done = later(taken, bank->free) + access;
    bank->requests++;
    bank->free = done; /* in order: the bank's next access starts when this one's data flows */
    for (uint32_t i = 0; i < bursts; i++)
        done = transfer(dram, done);
    count(dram, store, bursts, done);
    return (struct memory_answer){.taken = taken, .done = done + n->overhead,
                                  .alone = access + bursts * n->burst + n->overhead};
}

static cycle_t converted(cycle_t cycles, uint32_t from_mhz, uint32_t to_mhz)
{
    return (cycles * to_mhz + from_mhz - 1) / from_mhz;
}

static struct channel_answer burst_ddr4(struct dram *dram, uint64_t address, bool store,
                                        cycle_t now)
{
    const struct dram_numbers *n = dram->numbers;
    cycle_t arrival = converted(now, n->core_mhz, n->ddr4->mhz);
    struct channel_answer answer = ddr4_channel_access(&dram->channel, address, store, arrival);
    struct dram_bank *bank = &dram->bank[answer.bank];
    cycle_t done = converted(answer.done, n->ddr4->mhz, n->core_mhz);
    bank->requests++;
    bank->free = done;
    bank->open = dram->channel.ddr4.open[answer.bank];
    bank->row = dram->channel.ddr4.row[answer.bank];
    dram->row_hits += answer.row == CHANNEL_HIT;
    answer.done = done;
    return answer;
}

static struct memory_answer request_ddr4(struct memory_level *level, uint64_t address,
                                         uint32_t bytes, bool store, cycle_t now)
{
    struct dram *dram = (struct dram *)level;
    const struct dram_numbers *n = dram->numbers;
    uint32_t bursts = (bytes + n->line_bytes - 1) / n->line_bytes;
    cycle_t taken = accept(dram, store, now);
    struct channel_answer answer = burst_ddr4(dram, address, store, taken);
    cycle_t alone = ddr4_channel_alone(n->ddr4, answer.row, store) + (bursts - 1) * n->ddr4->burst;
    for (uint32_t i = 1; i < bursts; i++)
        answer = burst_ddr4(dram, address + i * n->line_bytes, store, taken);
    count(dram, store, bursts, answer.done);
    return (struct memory_answer){.taken = taken, .done = answer.done + n->overhead,
                                  .alone = converted(alone, n->ddr4->mhz, n->core_mhz) +
                                           n->overhead};
}

void dram_build(struct dram *dram, const struct dram_numbers *numbers)
{
    *dram = (struct dram){.level = {numbers->ddr4 ? request_ddr4 : request}, .numbers = numbers};
    if (numbers->ddr4 != NULL)
        ddr4_channel_build(&dram->channel, numbers->ddr4, numbers->closed_page);
}

void dram_reset(struct dram *dram)
{
    const struct ddr4_watcher *watcher = dram->channel.watcher;
    dram_build(dram, dram->numbers);
    dram->channel.watcher = watcher;
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

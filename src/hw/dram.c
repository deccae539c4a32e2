/* SPDX-License-Identifier: Apache-2.0 */
/* dram.c - banks, rows and the bus; requests to a channel of DDR4. */
#include "hw/dram.h"

#include <stddef.h>

/* The sum of the digits to the base of the number of banks. Lines that only their last digit
 * distinguishes are in different banks, as without a hash. */
static uint32_t hash(uint64_t line, uint32_t banks)
{
    uint64_t sum = line % banks;
    while (banks > 1 && (line /= banks) > 0)
        sum += line % banks;
    return (uint32_t)(sum % banks);
}

uint32_t dram_bank_of(const struct dram_numbers *n, uint64_t address)
{
    if (n->mapping == DRAM_ROW)
        return (uint32_t)(address / n->row_bytes % n->banks);
    uint64_t line = address / n->line_bytes;
    return n->mapping == DRAM_HASH ? hash(line, n->banks) : (uint32_t)(line % n->banks);
}

/* What the access finds in the bank, which has its row open from then on. */
static enum channel_row open_row(struct dram *dram, struct dram_bank *bank, uint64_t row)
{
    bool hit = bank->open && bank->row == row, closed = !bank->open;
    dram->row_hits += hit;
    bank->open = true;
    bank->row = row;
    return hit ? CHANNEL_HIT : closed ? CHANNEL_CLOSED : CHANNEL_CONFLICT;
}

static cycle_t access_time(const struct dram_numbers *n, enum channel_row found)
{
    return found == CHANNEL_HIT      ? n->row_hit
           : found == CHANNEL_CLOSED ? n->row_closed
                                     : n->row_conflict;
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

static void tell(const struct dram *dram, const struct dram_bank *bank, struct dram_access access)
{
    access.numbers = dram->numbers;
    access.bank = (uint32_t)(bank - dram->bank);
    access.row = bank->row;
    access.free = bank->free;
    dram->watcher->access(dram->watcher->context, &access);
}

static struct memory_answer request(struct memory_level *level, uint64_t address, uint32_t bytes,
                                    bool store, cycle_t now)
{
    struct dram *dram = (struct dram *)level;
    const struct dram_numbers *n = dram->numbers;
    uint64_t line = address / n->line_bytes;
    uint32_t bursts = (bytes + n->line_bytes - 1) / n->line_bytes;
    struct dram_bank *bank = &dram->bank[dram_bank_of(n, address)];
    uint64_t row = n->mapping == DRAM_ROW ? address / n->row_bytes / n->banks
                                          : line / n->banks * n->line_bytes / n->row_bytes;
    cycle_t taken = accept(dram, store, now);
    enum channel_row found = open_row(dram, bank, row);
    cycle_t access = access_time(n, found);
    cycle_t start = later(taken, bank->free), done = start + access;
    bank->requests++;
    bank->free = n->cycle ? earlier(start + n->cycle, done) : done; /* in order */
    for (uint32_t i = 0; i < bursts; i++)
        done = transfer(dram, done);
    count(dram, store, bursts, done);
    if (dram->watcher != NULL)
        tell(dram, bank, (struct dram_access){.found = found, .store = store, .start = start,
                                              .done = done});
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
    const struct ddr4_watcher *commands = dram->channel.watcher;
    const struct dram_watcher *accesses = dram->watcher;
    dram_build(dram, dram->numbers);
    dram->channel.watcher = commands;
    dram->watcher = accesses;
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

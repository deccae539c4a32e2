/* SPDX-License-Identifier: Apache-2.0 */
/* generator.c - address map, rows and precharges. */
#include "machine/sim_d/generator.h"

enum { BURST_BITS = 6, COLUMN_BITS = 7 /* bursts of a row */, BURST_COLUMNS = 8 };

/* Paired bank-group interleaving: the lowest bank bit is above the burst, the others are above the
 * column (SIMD-31). */
struct ddr4_command sim_d_map(const struct ddr4_numbers *numbers, uint32_t address)
{
    uint32_t burst = address >> BURST_BITS;
    uint32_t column = burst >> 1 & ((1u << COLUMN_BITS) - 1);
    uint32_t above = burst >> (1 + COLUMN_BITS), pairs = numbers->banks / 2;
    return (struct ddr4_command){.bank = (uint8_t)((above % pairs) << 1 | (burst & 1)),
                                 .row = above / pairs, .column = column * BURST_COLUMNS};
}

void generator_start(struct command_generator *generator, const struct ddr4_numbers *numbers,
                     bool write, bool rows_stay_open)
{
    *generator = (struct command_generator){.numbers = numbers, .write = write,
                                            .rows_stay_open = rows_stay_open};
}

static void add(struct command_generator *generator, struct bank_command command)
{
    generator->waiting[generator->count++] = command;
}

static void add_precharge(struct command_generator *generator, unsigned bank, bool conflict)
{
    add(generator, (struct bank_command){
                       .command = {.kind = DDR4_PRE, .bank = (uint8_t)bank}, .conflict = conflict});
    generator->open[bank] = false;
}

static void open_row(struct command_generator *generator, const struct ddr4_command *place)
{
    unsigned bank = place->bank;
    bool open = generator->open[bank];
    if (open && generator->row[bank] == place->row)
        return;
    if (open)
        add_precharge(generator, bank, true);
    add(generator, (struct bank_command){.command = {.kind = DDR4_ACT, .bank = place->bank,
                                                     .row = place->row}});
    generator->open[bank] = true;
    generator->row[bank] = place->row;
}

static bool leaves_pair(const struct command_generator *generator, const struct ddr4_command *place,
                        const struct burst_request *burst)
{
    struct ddr4_command next = sim_d_map(generator->numbers, burst->next);
    return next.bank / 2 != place->bank / 2 || next.row != place->row;
}

/* Banks that the burst's own access does not close: the other one of a tile's pair, or all. */
static void close_others(struct command_generator *generator, unsigned bank)
{
    unsigned first = generator->rows_stay_open ? 0 : bank & ~1u;
    unsigned end = generator->rows_stay_open ? generator->numbers->banks : first + 2;
    for (unsigned other = first; other < end; other++) {
        if (other != bank && generator->open[other])
            add_precharge(generator, other, false);
    }
}

void generator_take(struct command_generator *generator, const struct burst_request *burst)
{
    static const enum ddr4_kind kinds[2][2] = {{DDR4_RD, DDR4_RDA}, {DDR4_WR, DDR4_WRA}};
    struct ddr4_command place = sim_d_map(generator->numbers, burst->access.address);
    generator->next = generator->count = 0;
    open_row(generator, &place);
    bool close =
        burst->last || (!generator->rows_stay_open && leaves_pair(generator, &place, burst));
    if (close) {
        close_others(generator, place.bank);
        generator->open[place.bank] = false;
    }
    place.kind = kinds[generator->write][close];
    add(generator, (struct bank_command){
                       .command = place, .address = burst->access.address,
                       .wanted = (uint8_t)__builtin_popcount(burst->access.wanted)});
}

static bool push(struct bank_fifo *fifo, const struct bank_command *command, bool popped)
{
    if (fifo->count + popped >= BANK_FIFO)
        return false;
    uint32_t at = fifo->first + fifo->count++;
    fifo->entry[at < BANK_FIFO ? at : at - BANK_FIFO] = *command;
    return true;
}

/* Opening a row takes cycles of its own: one for a conflict, one for the activate. The access goes
 * with the precharges of other banks. */
bool generator_push(struct command_generator *generator, struct bank_fifo *fifos, int popped)
{
    uint32_t before = generator->next;
    bool opening = false;
    while (!generator_free(generator) && !opening) {
        const struct bank_command *command = &generator->waiting[generator->next];
        unsigned bank = command->command.bank;
        if (!push(&fifos[bank], command, (int)bank == popped))
            break;
        opening = command->conflict || command->command.kind == DDR4_ACT;
        generator->new_head |= fifos[bank].count == 1;
        generator->next++;
    }
    return generator->next != before;
}

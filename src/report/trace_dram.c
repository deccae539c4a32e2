/* SPDX-License-Identifier: Apache-2.0 */
/* trace_dram.c - commands of DDR4 as slices: a bank's row from its activate to its precharge, with
 * the column commands in it; bursts on the data bus; refreshes. With the simple DRAM: a bank's row
 * from the access that opens it to the one that finds it in its way, with the accesses in it.
 *
 * DDR4 has its own clock, so slices begin and end in the cycle of the axis that its cycle falls
 * into. */
#include "report/trace_dram.h"

static void open_banks(struct trace_dram *dram, struct trace_writer *writer, uint32_t banks)
{
    dram->row = trace_intern(writer, ROLE_NAME, "row");
    for (uint32_t i = 0; i < banks; i++)
        dram->bank[i].track = trace_track(writer, TRACK_LANE, dram->group,
                                          arena_format(&writer->arena, "bank %02u", i), NULL);
}

static void open_ddr4(struct trace_dram *dram, struct trace_writer *writer, uint32_t banks)
{
    dram->group = trace_track(writer, TRACK_GROUP, 0, "DRAM", NULL);
    dram->bus.track = trace_track(writer, TRACK_LANE, dram->group, "data bus", NULL);
    dram->refresh.track = trace_track(writer, TRACK_LANE, dram->group, "refresh", NULL);
    open_banks(dram, writer, banks);
    dram->read = trace_intern(writer, ROLE_NAME, "read");
    dram->write = trace_intern(writer, ROLE_NAME, "write");
    for (unsigned i = 0; i < DDR4_KINDS; i++)
        dram->commands[i] = trace_intern(writer, ROLE_NAME, ddr4_name((enum ddr4_kind)i));
}

static void open_simple(struct trace_dram *dram, struct trace_writer *writer, uint32_t banks)
{
    static const char *const names[2][CHANNEL_FOUND] = {
        {[CHANNEL_HIT] = "read hit", [CHANNEL_CLOSED] = "read closed",
         [CHANNEL_CONFLICT] = "read conflict"},
        {[CHANNEL_HIT] = "write hit", [CHANNEL_CLOSED] = "write closed",
         [CHANNEL_CONFLICT] = "write conflict"}};
    dram->group = trace_track(writer, TRACK_GROUP, 0, "DRAM", NULL);
    open_banks(dram, writer, banks);
    for (unsigned store = 0; store < 2; store++)
        for (unsigned found = 0; found < CHANNEL_FOUND; found++)
            dram->accesses[store][found] = trace_intern(writer, ROLE_NAME, names[store][found]);
}

/* A slice that starts after those before it on its track, and lasts a cycle at least. */
static void draw(struct trace_writer *writer, struct trace_bank *track, struct trace_slice slice)
{
    slice.track = track->track;
    slice.category = CATEGORY_DRAM;
    slice.begin = later(slice.begin, track->free);
    slice.end = later(slice.end, slice.begin + 1);
    track->free = slice.end;
    writer->format->whole(writer, &slice);
}

static void open_row(const struct trace_dram *dram, struct trace_bank *bank,
                     struct trace_writer *writer, uint64_t row, cycle_t at)
{
    bank->open = true;
    bank->row = row;
    bank->free = later(bank->free, at);
    writer->format->open(writer, &(struct trace_slice){
        .track = bank->track, .name = dram->row, .category = CATEGORY_DRAM, .begin = bank->free,
        .arguments = {{KEY_ROW, row}}, .argument_count = 1});
}

static void activate(struct trace_dram *dram, struct trace_bank *bank, struct trace_writer *writer,
                     const struct ddr4_command *command, cycle_t at)
{
    bank->activated = command->cycle;
    open_row(dram, bank, writer, command->row, at);
    bank->free++;
}

static void close_row(struct trace_bank *bank, struct trace_writer *writer, cycle_t at)
{
    if (!bank->open)
        return;
    bank->open = false;
    bank->free = later(bank->free, at);
    writer->format->close(writer, bank->track, bank->free);
}

/* What is drawn, and where. */
struct drawing {
    struct trace_writer *writer;
    const struct event_dram *event;
    cycle_t base;
};

static cycle_t on_axis(const struct drawing *d, cycle_t dram_cycle)
{
    return d->base + dram_cycle * d->event->core_mhz / d->event->numbers->mhz;
}

static void draw_burst(struct trace_dram *dram, const struct drawing *d)
{
    const struct ddr4_command *command = d->event->command;
    const struct ddr4_numbers *n = d->event->numbers;
    bool reads = ddr4_class(command->kind) == DDR4_READ;
    cycle_t data = command->cycle + ddr4_data_delay(n, command->kind);
    draw(d->writer, &dram->bank[command->bank],
         (struct trace_slice){.name = dram->commands[command->kind],
                              .begin = on_axis(d, command->cycle),
                              .end = on_axis(d, command->cycle + 1),
                              .arguments = {{KEY_COLUMN, command->column}}, .argument_count = 1});
    draw(d->writer, &dram->bus,
         (struct trace_slice){.name = reads ? dram->read : dram->write, .begin = on_axis(d, data),
                              .end = on_axis(d, data + n->burst),
                              .arguments = {{KEY_BANK, command->bank}}, .argument_count = 1});
}

void trace_dram_command(struct trace_dram *dram, struct trace_writer *writer,
                        const struct event_dram *event, cycle_t base)
{
    const struct drawing d = {writer, event, base};
    const struct ddr4_command *command = event->command;
    struct trace_bank *bank = &dram->bank[command->bank];
    if (!dram->group)
        open_ddr4(dram, writer, event->numbers->banks);
    if (command->kind == DDR4_ACT)
        activate(dram, bank, writer, command, on_axis(&d, command->cycle));
    else if (command->kind == DDR4_REF)
        draw(writer, &dram->refresh,
             (struct trace_slice){.name = dram->commands[DDR4_REF],
                                  .begin = on_axis(&d, command->cycle),
                                  .end = on_axis(&d, command->cycle + event->numbers->rfc)});
    else if (command->kind != DDR4_PRE)
        draw_burst(dram, &d);
    cycle_t closed = ddr4_precharge(event->numbers, command, bank->activated);
    if (closed != NEVER)
        close_row(bank, writer, on_axis(&d, closed));
}

void trace_dram_access(struct trace_dram *dram, struct trace_writer *writer,
                       const struct event *event, cycle_t base)
{
    const struct dram_access *access = event->bank;
    struct trace_bank *bank = &dram->bank[access->bank];
    if (!dram->group)
        open_simple(dram, writer, access->numbers->banks);
    if (bank->row != access->row)
        close_row(bank, writer, base + event->cycle);
    if (!bank->open)
        open_row(dram, bank, writer, access->row, base + event->cycle);
    draw(writer, bank,
         (struct trace_slice){.name = dram->accesses[access->store][access->found],
                              .begin = base + event->cycle, .end = base + event->until,
                              .arguments = {{KEY_DONE, base + event->arrival}},
                              .argument_count = 1});
}

void trace_dram_finish(struct trace_dram *dram, struct trace_writer *writer, cycle_t end)
{
    for (uint32_t i = 0; i < DRAM_BANKS_MAX; i++)
        close_row(&dram->bank[i], writer, end);
}

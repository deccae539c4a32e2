/* SPDX-License-Identifier: Apache-2.0 */
/* ddr4_channel.c - bursts become commands, in order.
 *
 * A burst's commands are known as soon as it is requested, since nothing later goes before it. Only
 * the bus of commands is shared in both directions: an activate may take a cycle between two
 * earlier accesses. Commands therefore wait in a sorted list until no earlier one can follow. */
#include "hw/ddr4_channel.h"

#include <stddef.h>
#include <string.h>

void ddr4_channel_build(struct ddr4_channel *channel, const struct ddr4_numbers *numbers,
                        bool closed_page)
{
    *channel = (struct ddr4_channel){.closed_page = closed_page};
    ddr4_build(&channel->ddr4, numbers);
}

void ddr4_channel_watch(struct ddr4_channel *channel, const struct ddr4_watcher *watcher)
{
    channel->watcher = watcher;
}

/* Reports the commands before `end`. */
static void report(struct ddr4_channel *channel, cycle_t end)
{
    unsigned count = 0;
    while (count < channel->unreported_count && channel->unreported[count].cycle < end) {
        channel->watcher->command(channel->watcher->context, channel->ddr4.numbers,
                                  &channel->unreported[count]);
        count++;
    }
    channel->unreported_count -= count;
    memmove(channel->unreported, channel->unreported + count,
            channel->unreported_count * sizeof channel->unreported[0]);
}

void ddr4_channel_flush(struct ddr4_channel *channel)
{
    if (channel->watcher != NULL)
        report(channel, NEVER);
}

static void remember(struct ddr4_channel *channel, const struct ddr4_command *command)
{
    if (channel->watcher == NULL)
        return;
    report(channel, channel->clock);
    unsigned at = channel->unreported_count++;
    for (; at > 0 && channel->unreported[at - 1].cycle > command->cycle; at--)
        channel->unreported[at] = channel->unreported[at - 1];
    channel->unreported[at] = *command;
}

/* Sends a command as soon as all rules allow it, from `wanted` on. */
static cycle_t send(struct ddr4_channel *channel, struct ddr4_command command, cycle_t wanted)
{
    cycle_t ready = ddr4_earliest(&channel->ddr4, command.kind, command.bank);
    command.cycle = reservation_book(&channel->bus, later(wanted, ready), 1);
    ddr4_issue(&channel->ddr4, &command);
    remember(channel, &command);
    return command.cycle;
}

/* The lowest bank bits, the bank group, are above the burst, so that neighbouring bursts alternate
 * between groups; then come the columns, the other bank bits and the row. Addresses beyond the
 * rank's size start again at its first row. */
static struct ddr4_command place(const struct ddr4_numbers *n, uint64_t address)
{
    const uint32_t beats = n->burst_bytes / n->bus_bytes;
    uint64_t burst = address / n->burst_bytes, row_bursts = n->columns / beats;
    uint64_t column = burst / n->groups % row_bursts, above = burst / n->groups / row_bursts;
    uint64_t banks_of_group = n->banks / n->groups;
    return (struct ddr4_command){
        .bank = (uint8_t)(above % banks_of_group * n->groups + burst % n->groups),
        .row = (uint32_t)(above / banks_of_group % n->rows),
        .column = (uint32_t)(column * beats)};
}

static void precharge_all(struct ddr4_channel *channel, cycle_t wanted)
{
    for (uint8_t bank = 0; bank < channel->ddr4.numbers->banks; bank++) {
        if (channel->ddr4.open[bank])
            send(channel, (struct ddr4_command){.kind = DDR4_PRE, .bank = bank}, wanted);
    }
}

static cycle_t last_access(const struct ddr4_channel *channel)
{
    uint64_t accesses = channel->accesses;
    return accesses ? channel->access[(accesses - 1) % CHANNEL_QUEUE] : 0;
}

/* Refreshes that are due before the next access can be sent. All later commands come after them. */
static void refresh(struct ddr4_channel *channel, cycle_t entered)
{
    uint32_t interval = channel->ddr4.numbers->refi;
    cycle_t last = last_access(channel);
    for (;;) {
        cycle_t due = (channel->refreshes + 1) * interval;
        if (due > later(entered, last))
            return;
        precharge_all(channel, later(due, last));
        channel->clock = send(channel, (struct ddr4_command){.kind = DDR4_REF}, due);
        channel->refreshes++;
    }
}

/* A burst enters the queue when the one that leaves it has been sent, after those before it. */
static void enter(struct ddr4_channel *channel, cycle_t now)
{
    cycle_t left = channel->accesses < CHANNEL_QUEUE
                       ? 0
                       : channel->access[channel->accesses % CHANNEL_QUEUE] + 1;
    cycle_t entered = later(channel->clock, later(now, left));
    refresh(channel, entered);
    channel->clock = later(channel->clock, entered);
}

static enum channel_row find_row(const struct ddr4_channel *channel,
                                 const struct ddr4_command *burst)
{
    if (!channel->ddr4.open[burst->bank])
        return CHANNEL_CLOSED;
    return channel->ddr4.row[burst->bank] == burst->row ? CHANNEL_HIT : CHANNEL_CONFLICT;
}

struct channel_answer ddr4_channel_access(struct ddr4_channel *channel, uint64_t address,
                                          bool store, cycle_t now)
{
    static const enum ddr4_kind kinds[2][2] = {{DDR4_RD, DDR4_RDA}, {DDR4_WR, DDR4_WRA}};
    const struct ddr4_numbers *n = channel->ddr4.numbers;
    struct ddr4_command burst = place(n, address), row = burst;
    enter(channel, now);
    cycle_t entered = channel->clock;
    struct channel_answer answer = {.row = find_row(channel, &burst), .bank = burst.bank};
    if (answer.row == CHANNEL_CONFLICT)
        send(channel, (struct ddr4_command){.kind = DDR4_PRE, .bank = burst.bank}, entered);
    row.kind = DDR4_ACT;
    row.column = 0;
    if (answer.row != CHANNEL_HIT)
        send(channel, row, entered);
    burst.kind = kinds[store][channel->closed_page];
    cycle_t sent = send(channel, burst, later(entered, last_access(channel)));
    channel->access[channel->accesses++ % CHANNEL_QUEUE] = sent;
    answer.done = sent + ddr4_data_delay(n, burst.kind) + n->burst;
    return answer;
}

cycle_t ddr4_channel_alone(const struct ddr4_numbers *n, enum channel_row row, bool store)
{
    cycle_t opening = row == CHANNEL_HIT ? 0 : n->rcd + (row == CHANNEL_CONFLICT ? n->rp : 0);
    return opening + (store ? n->cwl : n->cl) + n->burst;
}

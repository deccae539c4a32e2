/* SPDX-License-Identifier: Apache-2.0 */
/* ddr4_channel.h - a channel of DDR4 with a simple controller, for machines that have none of their
 * own.
 *
 * Bursts are served in the order of requests. A queue holds the next few of them: a burst that has
 * entered it may already open its row while earlier ones wait for the data bus. Rows stay open
 * until another one is wanted, or close after every burst. A refresh is sent when it is due,
 * between two bursts. Times are in cycles of the command clock. */
#ifndef WARPCLOCK_HW_DDR4_CHANNEL_H
#define WARPCLOCK_HW_DDR4_CHANNEL_H

#include "hw/ddr4.h"
#include "hw/reservation.h"

enum { CHANNEL_QUEUE = 16, CHANNEL_UNREPORTED = 128 };

/* Is told every command, in the order of their cycles. */
struct ddr4_watcher {
    void *context;
    void (*command)(void *context, const struct ddr4_numbers *numbers,
                    const struct ddr4_command *command);
};

struct ddr4_channel {
    struct ddr4 ddr4;
    bool closed_page;
    cycle_t clock;                 /* no later command has an earlier cycle */
    cycle_t access[CHANNEL_QUEUE]; /* cycles of the latest read or write commands, a ring */
    uint64_t accesses;
    struct reservation bus; /* of commands: one per cycle */
    uint64_t refreshes;
    const struct ddr4_watcher *watcher;
    struct ddr4_command unreported[CHANNEL_UNREPORTED]; /* sorted by cycle */
    unsigned unreported_count;
};

/* What a burst found. */
enum channel_row { CHANNEL_HIT, CHANNEL_CLOSED, CHANNEL_CONFLICT, CHANNEL_FOUND };

struct channel_answer {
    cycle_t done; /* its last data is on the bus */
    enum channel_row row;
    uint32_t bank;
};

void ddr4_channel_build(struct ddr4_channel *channel, const struct ddr4_numbers *numbers,
                        bool closed_page);
/* NULL: nobody watches. */
void ddr4_channel_watch(struct ddr4_channel *channel, const struct ddr4_watcher *watcher);
struct channel_answer ddr4_channel_access(struct ddr4_channel *channel, uint64_t address,
                                          bool store, cycle_t now);
/* Cycles from a request to its last data if nothing else kept anything busy. */
cycle_t ddr4_channel_alone(const struct ddr4_numbers *numbers, enum channel_row row, bool store);
/* Reports what is left: after the last request. */
void ddr4_channel_flush(struct ddr4_channel *channel);

#endif

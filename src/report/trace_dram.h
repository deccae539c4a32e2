/* SPDX-License-Identifier: Apache-2.0 */
/* trace_dram.h - the tracks of DRAM: open rows of its banks; of DDR4 also the data bus and
 * refreshes. */
#ifndef WARPCLOCK_REPORT_TRACE_DRAM_H
#define WARPCLOCK_REPORT_TRACE_DRAM_H

#include "machine/common/observer.h"
#include "report/trace_writer.h"

struct trace_bank {
    uint32_t track;
    bool open;
    uint64_t row;      /* that is open */
    cycle_t activated; /* DRAM cycle, with DDR4 */
    cycle_t free;      /* nothing on the track extends past this cycle */
};

struct trace_dram {
    uint32_t group; /* 0: no command or access yet */
    struct trace_bank bank[DRAM_BANKS_MAX], bus, refresh;
    uint32_t row, read, write, commands[DDR4_KINDS], accesses[2][CHANNEL_FOUND]; /* names */
};

/* Draws a command of a launch that starts at `base` on the axis. */
void trace_dram_command(struct trace_dram *dram, struct trace_writer *writer,
                        const struct event_dram *event, cycle_t base);
/* Draws an access of the simple DRAM (EVENT_BANK). */
void trace_dram_access(struct trace_dram *dram, struct trace_writer *writer,
                       const struct event *event, cycle_t base);
/* The launch ends: so do its open rows. */
void trace_dram_finish(struct trace_dram *dram, struct trace_writer *writer, cycle_t end);

#endif

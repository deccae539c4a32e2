/* SPDX-License-Identifier: Apache-2.0 */
/* ddr4.h - one rank of DDR4: its organisation, its timing and the state of its banks.
 *
 * ddr4_earliest() is the first cycle at which every constraint between a command and those before
 * it is met, on its bank, in its bank group and in the rank; ddr4_issue() records a command. Which
 * command to send, and when, is the controller's decision. Time is counted in cycles of the command
 * clock. A separate checker (ddr4_checker.h) watches what controllers send. */
#ifndef WARPCLOCK_HW_DDR4_H
#define WARPCLOCK_HW_DDR4_H

#include <stdbool.h>

#include "hw/cycle.h"

enum { DDR4_GROUPS_MAX = 4, DDR4_BANKS_MAX = 16, DDR4_WINDOW = 4 /* activates in tFAW */ };

/* RDA and WRA precharge their bank by themselves. */
enum ddr4_kind {
    DDR4_ACT,
    DDR4_RD,
    DDR4_RDA,
    DDR4_WR,
    DDR4_WRA,
    DDR4_PRE,
    DDR4_REF,
    DDR4_KINDS,
};

struct ddr4_command {
    enum ddr4_kind kind;
    uint8_t bank; /* its low bits are the bank group; 0 with REF */
    uint32_t row; /* ACT and column commands */
    uint32_t column;
    cycle_t cycle;
};

/* A speed bin on an organisation (SIMD-40 to SIMD-43). Times in cycles of the command clock. */
struct ddr4_numbers {
    const char *speed, *organisation;
    uint32_t mhz;           /* command clock; the data bus moves two words per cycle */
    uint32_t groups, banks; /* of the rank; banks in total */
    uint32_t rows, columns; /* of a bank; of a row */
    uint32_t bus_bytes;
    uint32_t burst_bytes; /* eight beats */
    uint32_t cl, cwl, burst;
    uint32_t rcd, rp, ras, rc;
    uint32_t rtp, wr, wtr_s, wtr_l;
    uint32_t ccd_s, ccd_l, rrd_s, rrd_l, faw;
    uint32_t rfc, refi;
};

extern const struct ddr4_numbers ddr4_table[];
extern const unsigned ddr4_table_rows;
/* NULL: no numbers for this pair. */
const struct ddr4_numbers *ddr4_find(const char *speed, const char *organisation);

/* Column commands with and without auto-precharge have the same constraints before them. */
enum ddr4_class { DDR4_ROW, DDR4_READ, DDR4_WRITE, DDR4_CLOSE, DDR4_REFRESH, DDR4_CLASSES };
extern const uint8_t ddr4_class_of[DDR4_KINDS];
static inline enum ddr4_class ddr4_class(enum ddr4_kind kind)
{
    return (enum ddr4_class)ddr4_class_of[kind];
}
const char *ddr4_name(enum ddr4_kind kind);

/* First cycles at which the next command of each class may follow. */
struct ddr4_gate {
    cycle_t ready[DDR4_CLASSES];
};

struct ddr4 {
    const struct ddr4_numbers *numbers;
    /* Min distances from a command to the next of a class; 0: none. */
    uint16_t in_bank[DDR4_KINDS][DDR4_CLASSES];
    uint16_t in_group[DDR4_KINDS][DDR4_CLASSES];
    uint16_t in_rank[DDR4_KINDS][DDR4_CLASSES];
    struct ddr4_gate bank[DDR4_BANKS_MAX], group[DDR4_GROUPS_MAX], rank;
    cycle_t activated[DDR4_WINDOW]; /* the latest activates, a ring; their number is counted */
    uint32_t row[DDR4_BANKS_MAX];
    bool open[DDR4_BANKS_MAX];
    uint64_t issued[DDR4_KINDS];
};

void ddr4_build(struct ddr4 *ddr4, const struct ddr4_numbers *numbers);
void ddr4_reset(struct ddr4 *ddr4);
static inline unsigned ddr4_group(const struct ddr4_numbers *numbers, unsigned bank)
{
    return bank & (numbers->groups - 1);
}

/* The fifth activate from the oldest of the last four on: tFAW. */
static inline cycle_t ddr4_window_passed(const struct ddr4 *ddr4)
{
    uint64_t activates = ddr4->issued[DDR4_ACT];
    return activates < DDR4_WINDOW
               ? 0
               : ddr4->activated[activates % DDR4_WINDOW] + ddr4->numbers->faw;
}

/* `bank` means nothing with REF. */
static inline cycle_t ddr4_earliest(const struct ddr4 *ddr4, enum ddr4_kind kind, unsigned bank)
{
    enum ddr4_class class = ddr4_class(kind);
    cycle_t ready = ddr4->rank.ready[class];
    if (class == DDR4_REFRESH)
        return ready;
    ready = later(ready, ddr4->group[ddr4_group(ddr4->numbers, bank)].ready[class]);
    ready = later(ready, ddr4->bank[bank].ready[class]);
    return class == DDR4_ROW ? later(ready, ddr4_window_passed(ddr4)) : ready;
}

void ddr4_issue(struct ddr4 *ddr4, const struct ddr4_command *command);
/* Cycles after its command at which a burst's first data is on the bus. */
uint32_t ddr4_data_delay(const struct ddr4_numbers *numbers, enum ddr4_kind kind);
/* The cycle in which a command precharges its bank, whose row was activated in cycle `activated`;
 * NEVER: it does not. */
cycle_t ddr4_precharge(const struct ddr4_numbers *numbers, const struct ddr4_command *command,
                       cycle_t activated);
/* All banks are closed, or close by themselves. */
bool ddr4_all_closed(const struct ddr4 *ddr4);

#endif

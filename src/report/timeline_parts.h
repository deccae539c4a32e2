/* SPDX-License-Identifier: Apache-2.0 */
/* timeline_parts.h - bins of a timeline, as the observer fills them and the page reads them. */
#ifndef WARPCLOCK_REPORT_TIMELINE_PARTS_H
#define WARPCLOCK_REPORT_TIMELINE_PARTS_H

#include "report/timeline.h"

enum timeline_request { REQUEST_COUNT, REQUEST_MISSES, REQUEST_CYCLES, REQUEST_STATES };
enum timeline_bank { BANK_READ, BANK_WRITE, BANK_REFRESH, BANK_OPEN, BANK_STATES };

enum { TIMELINE_ROWS_MAX = 512, TIMELINE_BINS_MIN = 256, TIMELINE_BINS_MAX = 2048 };

/* Counts by bin and state, for the parts of one kind. */
struct bins {
    uint32_t *cells;  /* [part][bin][state] */
    uint64_t *totals; /* [part][state] */
    uint32_t parts, states;
};

struct timeline_launch {
    const char *kernel;
    cycle_t begin, end;
};

struct timeline_dram {
    bool open[DRAM_BANKS_MAX];
    cycle_t since[DRAM_BANKS_MAX];     /* on the axis */
    cycle_t activated[DDR4_BANKS_MAX]; /* DRAM cycle */
};

struct timeline {
    struct observer observer; /* first */
    struct arena arena;       /* names of kernels */
    struct topology topology;
    uint32_t slots;           /* per unit */
    uint32_t bin_count, width; /* cycles per bin */
    struct bins slot; /* warp slots up to a maximum, and after them their sum, of all */
    struct bins unit, space, bank;
    uint32_t banks;
    struct timeline_dram dram;
    struct timeline_launch *launches;
    size_t launch_count;
    cycle_t base; /* position of the launch's cycle 0 on the axis */
    bool lacks_memory;
};

#endif

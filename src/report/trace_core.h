/* SPDX-License-Identifier: Apache-2.0 */
/* trace_core.h - the tracks of one unit of a core: warps, memory, counters. All cycles are on the
 * axis of the file, where launches follow each other. */
#ifndef WARPCLOCK_REPORT_TRACE_CORE_H
#define WARPCLOCK_REPORT_TRACE_CORE_H

#include "machine/common/observer.h"
#include "machine/common/topology.h"
#include "report/trace_writer.h"

enum { TRACE_IPC_WINDOW = 100 /* cycles */, TRACE_SPACES = SPACE_COUNT };

struct trace_warp {
    uint32_t track;
    bool starting;  /* it will live from `start` on */
    bool alive;     /* its slice is open */
    cycle_t start;
    cycle_t free;   /* nothing on the track extends past this cycle */
    uint64_t flow;  /* from the next instruction to its transactions, or of split and merge; 0:
                     * none */
    uint64_t released; /* arrow to its next instruction from what released it; 0: none */
    bool holds;     /* an issue is not drawn yet: it may release others */
    struct trace_slice held;
    bool merges;    /* it ends now: its last wait is an end of the flow, too */
};

/* Transactions and instructions in a unit overlap and slices of one track must not: each takes the
 * first row that is free. */
struct trace_row {
    uint32_t track;
    cycle_t free;
};

struct trace_rows {
    struct trace_row *list;
    size_t count;
};

struct trace_counter {
    uint32_t track;
    bool told;
    double value; /* latest reported */
};

struct trace_core {
    struct trace_writer *writer;
    uint32_t group;
    struct trace_warp *warps;
    uint32_t warp_count;
    uint32_t starting, active, waiting; /* warps */
    struct trace_rows rows[TRACE_SPACES], units[UNIT_COUNT];
    uint32_t phases; /* track of phases; 0: the machine has none */
    uint32_t oracle; /* track of the oracles; 0: they have not differed yet */
    struct trace_counter count_active, count_occupancy, count_waiting, count_ipc,
        count_requests;
    cycle_t counted;       /* up to there, requests */
    cycle_t window;        /* number of the current IPC window */
    uint64_t window_lanes; /* that issued in it */
};

/* Declares the group, the warps and the counters of a unit. */
void trace_core_open(struct trace_core *core, struct trace_writer *writer,
                     const struct topology *topology, uint32_t unit);

/* A warp will be active from a cycle that may be in the future. */
void trace_core_start(struct trace_core *core, uint32_t warp, cycle_t cycle);
/* Starts the warps that are due: called with non-decreasing cycles. */
void trace_core_advance(struct trace_core *core, cycle_t now, uint32_t name);
/* The same for one warp at once; nothing if it is already active. */
void trace_core_begin_life(struct trace_core *core, uint32_t warp, cycle_t cycle, uint32_t name);
void trace_core_end_life(struct trace_core *core, uint32_t warp, cycle_t cycle);

/* Draws a slice on a warp's track, without the part that overlaps the previous one. */
void trace_core_slice(struct trace_core *core, uint32_t warp, struct trace_slice *slice);
/* Keeps an issue that may release other warps, to be drawn before anything else of its warp. One
 * that is paired with the issue before it has no slice of its own: its arrows are those of the
 * pair. */
void trace_core_hold(struct trace_core *core, uint32_t warp, const struct trace_slice *slice,
                     bool paired);
void trace_core_draw_held(struct trace_core *core, uint32_t warp);
/* Draws a choice that an oracle would have made differently. */
void trace_core_oracle(struct trace_core *core, struct trace_slice *slice);
/* Draws a phase of the work-group. */
void trace_core_phase(struct trace_core *core, struct trace_slice *slice);
/* Draws an instruction on a row of its unit. */
void trace_core_unit(struct trace_core *core, enum unit_kind unit, struct trace_slice *slice);
/* Draws a transaction on a row of its space. */
void trace_core_memory(struct trace_core *core, enum event_space space, struct trace_slice *slice);

void trace_core_wait(struct trace_core *core, int change, cycle_t cycle);
void trace_core_count_issue(struct trace_core *core, unsigned lanes, cycle_t cycle);
/* The end of the file: writes the last window. */
void trace_core_close(struct trace_core *core, cycle_t end);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* profile.h - where the warps of a clocked run spent their cycles, by instruction and source line.
 *
 * Every cycle of a warp between its start and its end counts: an instruction has the cycle of its
 * issue and the cycles that the warp waited for it to issue, by reason. Where a request stops its
 * warp (Sim-D), the request has its wait. Waits after the last instruction of a slot belong to that
 * instruction. Slots without a warp are left out. So the cycles of all instructions together are
 * the time of all warps, and each reason has what the statistics `stalls` say. */
#ifndef WARPCLOCK_REPORT_PROFILE_H
#define WARPCLOCK_REPORT_PROFILE_H

#include <jansson.h>

#include "flow/code_place.h"
#include "machine/common/observer.h"

struct profile_counts {
    uint64_t executions;   /* by warps */
    uint64_t lanes;        /* of all executions */
    uint64_t issues;       /* cycles with an issue */
    uint64_t waits[STALL_COUNT]; /* cycles */
    uint64_t transactions; /* of memory */
    uint64_t misses;       /* transactions that the first cache does not have */
};

struct profile_instruction {
    const char *text; /* disassembled */
    uint64_t address;
    uint32_t column; /* of the source line; 0: not known */
    struct profile_counts counts;
};

/* A source line of a function, or an instruction that has no line. */
struct profile_row {
    struct code_place place;
    struct profile_counts counts;
    struct profile_instruction *instructions; /* in the order of their addresses */
    uint32_t instruction_count;
};

/* Rows with most cycles come first. */
struct run_profile {
    struct profile_row *rows;
    uint32_t row_count;
    struct profile_counts total;
};

/* Of an instruction, a row or all: issues and waits. */
uint64_t profile_cycles(const struct profile_counts *counts);

/* ---- while it runs ---- */

struct profiler;

/* NULL: no memory. */
struct profiler *profiler_new(void);
struct observer *profiler_observer(struct profiler *profiler);
/* What was seen, in the arena; NULL: memory ran out during the run. */
const struct run_profile *profiler_result(const struct profiler *profiler, struct arena *arena);
/* NULL is allowed. */
void profiler_free(struct profiler *profiler);

/* ---- reports ---- */

/* The lines with 90 % of the cycles. `warp`: what the machine calls one. */
void profile_write_text(const struct run_profile *profile, const char *warp, struct text *out);
json_t *profile_json(const struct run_profile *profile);
/* In the format that the name selects: `callgrind.out...` or `.callgrind` for KCachegrind,
 * `.speedscope.json` for speedscope, `.csv`, otherwise JSON as above. */
void profile_write_file(const struct run_profile *profile, const char *kernel, const char *path,
                        struct text *out);

#endif

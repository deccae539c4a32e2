/* SPDX-License-Identifier: Apache-2.0 */
/* costs.h - the reasons that warps waited longest for, and the source line of each where most of
 * that happened. */
#ifndef WARPCLOCK_REPORT_COSTS_H
#define WARPCLOCK_REPORT_COSTS_H

#include "flow/code_place.h"
#include "machine/common/observer.h"

/* Waits at the instructions of a program that was run (machine/common/waits.h). */
struct waited_program {
    const struct program *program;
    const uint64_t *waits; /* by instruction, by reason */
};

struct result_cost {
    enum stall_reason reason;
    uint64_t cycles;         /* of all warps that waited for it */
    struct code_place place; /* the line with most of them, without its text ... */
    uint64_t place_cycles;   /* ... and how many */
};

enum { COSTS_MAX = 2 };

/* The reasons with most cycles, most first, without slots that have no warp; how many there are, at
 * most COSTS_MAX. */
size_t costs_find(const struct waited_program *programs, size_t count, struct arena *arena,
                  struct result_cost costs[COSTS_MAX]);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* record.h - a sink that counts what a walk tells, and an observer that counts what a run does. */
#ifndef WARPCLOCK_TESTS_BOUND_RECORD_H
#define WARPCLOCK_TESTS_BOUND_RECORD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bound/engine/walk.h"
#include "machine/common/observer.h"

#include <cmocka.h>

enum { EDGES_MAX = 8, MARKS_MAX = 8 };

/* How often a warp ran an instruction, and went from there to others. */
struct tally {
    uint64_t nodes;
    uint32_t to[EDGES_MAX];
    uint64_t edges[EDGES_MAX];
};

struct record {
    struct walk_sink sink;    /* first */
    struct observer observer; /* of a run */
    const struct program *program;
    uint32_t cores, warps;
    struct tally *tallies; /* [core][warp][instruction] */
    struct tally *current; /* of the warp that is walked */
    struct tally *marks[MARKS_MAX];
    uint32_t mark_count;
    uint32_t *last;      /* [core][warp]: the instruction issued before, or UINT32_MAX */
    uint64_t *path;      /* [core][warp]: a hash of the instructions in their order */
    uint64_t *walked;    /* ... of the one being walked */
    bool in_region;
    uint64_t nodes, regions, known_accesses, accesses, barriers, uncertain_barriers;
    uint64_t loops, max_iterations; /* told by `loop` */
    uint32_t activations, last_phase;
    uint32_t ended;
};

struct record *record_new(const struct program *program, uint32_t cores, uint32_t warps);
void record_free(struct record *record);
/* Of all warps together. */
uint64_t record_nodes_at(const struct record *record, uint64_t pc);
uint64_t record_edges_from(const struct record *record, uint64_t pc, uint64_t to_pc);
/* Fails the test where the run did something more often than the walk told. */
void record_check_covered(const struct record *walk, const struct record *run, const char *what);
/* ... and where the walk of a launch without regions is not exactly the run. */
void record_check_same(const struct record *walk, const struct record *run, const char *what);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* region.h - a stretch of a warp's path of which only the possible ways are known.
 *
 * What the walk tells of it is kept as a graph, a copy of each function for each call. When the
 * stretch ends, the most work and the longest waiting of any way through it are searched (IPET).
 * The same stretch comes again and again, in every warp and iteration: answers are kept. */
#ifndef WARPCLOCK_BOUND_ENGINE_REGION_H
#define WARPCLOCK_BOUND_ENGINE_REGION_H

#include "bound/engine/ilp.h"
#include "bound/engine/profile.h"
#include "bound/engine/work.h"
#include "isa/insn.h"

/* An instruction of a block, and the cost of its access: a record of the machine, or NULL. */
struct region_step {
    const struct insn *insn;
    const void *access;
};

/* What instructions of a machine cost. */
struct region_costs {
    size_t access_bytes; /* of the record that an access's cost is, without padding */
    /* *worst becomes the worse of both, number by number. */
    void (*worst_access)(void *worst, const void *access);
    /* A stretch without branches, begun and ended with nothing under way: adds its work, and
     * returns what the warp waits in it. The profile, if there is one, gets the same by
     * instruction. */
    uint64_t (*block)(const struct region_costs *costs, const struct region_step *steps,
                      size_t count, struct work *work, struct profile *profile);
    /* Control leaves the fetched path: the same. */
    uint64_t (*redirect)(const struct region_costs *costs, struct work *work);
    /* An access whose work grows with its lanes: adds what it does for each of them. False: it has
     * none of this kind. */
    bool (*by_lane)(const struct region_costs *costs, const void *access, struct work *lane);
    /* Quantities whose most on any way is wanted, each by itself; 0: no counts are. Adds how much
     * a step has of each; NULL: an edge that leaves the fetched path. */
    uint32_t quantities;
    void (*count)(const struct region_costs *costs, const struct region_step *step,
                  uint64_t *quantity);
};

/* How often an instruction runs at most on one way, in one of its calls, and its worst access. */
struct region_runs {
    uint32_t index;
    uint64_t times;
    const void *access; /* NULL: none */
};

/* ... and how often control goes to another place than the next instruction. */
struct region_taken {
    uint32_t from, to;
    uint64_t times;
};

/* What one way can have at most; different ways may have the most of different numbers. */
struct region_counts {
    uint64_t *quantity;
    struct region_runs *runs;
    struct region_taken *taken;
    uint32_t run_count, taken_count;
    uint32_t depth; /* calls around each other */
    bool returns;   /* the function in which it began has returned at its end */
};

struct region_answer {
    struct work work;
    struct work lean; /* the same if loops with a total do not go round */
    uint64_t waiting;
    struct region_counts counts; /* if quantities are wanted */
    struct profile_list profile;      /* work and waiting by instruction, where that is asked for */
    struct profile_list lean_profile; /* the same of `lean`, without waiting */
};

struct regions; /* the recorder, and the answers so far */

/* With `profiled`, answers have profiles. */
struct regions *regions_new(const struct region_costs *costs, const struct program *program,
                            bool profiled);
void regions_free(struct regions *regions);
/* The work-items of the launch together go round this loop so many times at most. */
void regions_limit(struct regions *regions, uint32_t header, uint64_t total);
/* The work of all rounds that go into no `lean`; false: more than `max`. */
bool regions_rounds(const struct regions *regions, uint64_t max, struct work *work);
/* The same by loop: at their headers. */
void regions_profile_rounds(const struct regions *regions, struct profile *into);

void region_begin(struct regions *regions, uint32_t at);
void region_node(struct regions *regions, uint32_t index, const void *access);
void region_edge(struct regions *regions, uint32_t from, uint32_t to);
/* A branch right after lanes part that may go the same way on both sides. */
void region_unpaired(struct regions *regions, uint32_t index);
void region_loop(struct regions *regions, uint32_t header, uint64_t iterations);
/* The stretch ends: control goes on at `to`, or with UINT32_MAX the warp has ended. */
enum wc_status region_end(struct error *err, struct regions *regions, struct ilp_solver *solver,
                          uint32_t to, struct region_answer *answer);

/* Stretches so far, and how many of them were different ones. */
uint64_t regions_count(const struct regions *regions, uint64_t *different);

#endif

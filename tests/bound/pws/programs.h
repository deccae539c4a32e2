/* SPDX-License-Identifier: Apache-2.0 */
/* programs.h - structured programs for the tests of wavefront splitting: the paper's two examples,
 * random ones, and ways to look at them that the library does not use. */
#ifndef WARPCLOCK_TESTS_BOUND_PWS_PROGRAMS_H
#define WARPCLOCK_TESTS_BOUND_PWS_PROGRAMS_H

#include "bound/pws/compare.h"
#include "bound/pws/optimal.h"
#include "bound/pws/prune.h"
#include "bound/pws/select.h"
#include "bound/pws/split_graph.h"
#include "bound/pws/split_ipet.h"

/* What every test needs, cleared between them. */
struct bench {
    struct arena arena;
    struct error error;
    struct ilp_solver solver;
    struct split_graph graph;
    uint64_t dice;
};

int bench_begin(void **state);
int bench_end(void **state);
#define SENTENCE(name) cmocka_unit_test_setup_teardown(name, bench_begin, bench_end)

struct structure *block(struct bench *bench, uint32_t number, int64_t cost);
/* Marked and allowed; `serial` 0: no BSB. */
struct structure *divergent(struct bench *bench, uint32_t number, int64_t cost, uint32_t serial,
                            int64_t serial_cost, struct structure *then, struct structure *other);
struct structure *uniform(struct bench *bench, uint32_t number, int64_t cost,
                          struct structure *then, struct structure *other);
struct structure *loop(struct bench *bench, uint32_t number, int64_t bound,
                       struct structure *body);
/* Until NULL. */
struct structure *in_order(struct structure *first, ...);

/* Fig. 2 with the costs of PWS-29; Fig. 8 with those of PWS-39, where node i is block i + 1. */
struct structure *figure_2(struct bench *bench);
struct structure *figure_8(struct bench *bench);

struct random_shape {
    int depth, parts;  /* nesting, length of a list */
    int64_t cost_max;
    bool loops;
};
struct structure *random_program(struct bench *bench, const struct random_shape *shape);

/* Makes bench->graph; any error fails the test. */
void make_graph(struct bench *bench, struct structure *program);
uint32_t node_of_block(const struct split_graph *graph, uint32_t block);
uint32_t branch_of_block(const struct split_graph *graph, uint32_t block);
/* Candidates or choices by the blocks of their branches, until 0. */
bool *branches_of_blocks(struct bench *bench, const uint32_t *blocks);

/* The longest way along edges that are not removed and not back edges, by weight; an oracle for
 * PRUNE and IPET. `surcharge` is added per pass at chosen branches. */
int64_t longest_way(struct bench *bench, const bool *removed, const bool *split, int64_t surcharge);

/* Calls `found` with the blocks of every such way. Returns their number. */
struct path {
    const uint32_t *block;
    uint32_t blocks;
    int64_t weight;
};
uint32_t every_way(const struct split_graph *graph, const bool *removed,
                   void (*found)(void *user, const struct path *path), void *user);

/* A copy in which every loop is `bound` copies of its body. */
struct structure *unrolled(struct bench *bench, const struct structure *list);

/* One run of a wavefront: blocks, splits and merges take random times within their costs, sides are
 * skipped or not, split wavefronts run side by side. */
struct wavefront_run {
    uint32_t contexts; /* SWF contexts live at once, max */
    int64_t time;
};
struct wavefront_run run_wavefront(struct bench *bench, const struct structure *program,
                                   const bool *split, int64_t split_cost);

#endif

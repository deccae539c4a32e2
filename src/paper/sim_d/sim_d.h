/* SPDX-License-Identifier: Apache-2.0 */
/* sim_d.h - the tables of the Sim-D paper. */
#ifndef WARPCLOCK_PAPER_SIM_D_SIM_D_H
#define WARPCLOCK_PAPER_SIM_D_SIM_D_H

#include "bound/sim_d/request_cost.h"
#include "paper/paper.h"
#include "paper/sim_d/runs.h"

struct sim_d_paper {
    struct arena *arena;
    struct sim_d_published published;
    struct sim_d_runs runs;
    bool collecting; /* tables only say which runs they need */
};

/* Fills a table, or sets runs.wanted. */
typedef void sim_d_table_fn(struct sim_d_paper *paper, struct paper_table *table);

sim_d_table_fn sim_d_table_1, sim_d_table_requests, sim_d_table_text, sim_d_table_3, sim_d_table_4,
    sim_d_table_figure6, sim_d_table_figure7, sim_d_table_figure8, sim_d_table_5,
    sim_d_table_acceptance;

/* Equation 1, in %, for DDR4-3200AA with two bank groups. */
double sim_d_utilisation(void);
/* The largest buffer that is faster to stream than to index in the worst case, in MiB. */
double sim_d_crossover(bool write);
/* Share of the data bus that a request of so many bursts uses while 1024 words pass, in %. */
double sim_d_bus_use(uint64_t bursts, bool write);
/* What equation 19 adds to a long time, in %: of the time, and of the sum. */
double sim_d_refresh_of_time(void);
double sim_d_refresh_of_sum(void);

/* The longest 4 KiB request over all alignments, by the authors' search. */
struct request_cost sim_d_longest_request(struct sim_d_paper *paper, bool write);

/* How far a bound is above the run under the same policy, in %; `access`: of both policies. */
double sim_d_pessimism(const struct sim_d_paper *paper, size_t benchmark, bool original,
                       bool access);
/* Mean over the benchmarks that are not in Table 5, and not the one with the key `without`, or
 * NULL. */
double sim_d_mean_pessimism(const struct sim_d_paper *paper, bool original, bool access,
                            const char *without);

/* Mean over the benchmarks that `counts` names; NULL: all. */
double sim_d_mean(const struct sim_d_paper *paper,
                  double (*value)(const struct sim_d_paper *paper, size_t benchmark),
                  bool (*counts)(const struct sim_d_paper *paper, size_t benchmark));
/* The index of a benchmark by its key. */
size_t sim_d_find(const struct sim_d_paper *paper, const char *key);

/* The paper's 13 kernels with a scratchpad: all but SRAD2 and computePhiMag. */
bool sim_d_is_affected(const struct sim_d_paper *paper, size_t benchmark);
/* Ours that have a phase of the scratchpad. */
bool sim_d_uses_scratchpad(const struct sim_d_paper *paper, size_t benchmark);
/* Performance that a policy costs, in %. */
double sim_d_pairwise_cost(const struct sim_d_paper *paper, size_t benchmark);
double sim_d_access_cost(const struct sim_d_paper *paper, size_t benchmark);
double sim_d_compute_cost(const struct sim_d_paper *paper, size_t benchmark);
double sim_d_better_cost(const struct sim_d_paper *paper, size_t benchmark);
/* "access", "compute" or "same". */
const char *sim_d_better(const struct sim_d_paper *paper, size_t benchmark);

extern const struct measure sim_d_measures[];
extern const size_t sim_d_measure_count;

#endif

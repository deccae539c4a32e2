/* SPDX-License-Identifier: Apache-2.0 */
/* pastis.h - the tables of the PasTiS paper (Adalbert, Carle, Rochange, ERTS 2022). */
#ifndef WARPCLOCK_PAPER_PASTIS_PASTIS_H
#define WARPCLOCK_PAPER_PASTIS_PASTIS_H

#include "hw/sharedmem.h"
#include "paper/paper.h"
#include "paper/pastis/published.h"
#include "paper/pastis/runs.h"

struct pastis {
    struct pastis_published published;
    struct pastis_runs runs;
    struct sharedmem_numbers shared; /* of the machine: the model's block alone */
    struct arena *arena;
};

/* Each fills one table. */
typedef void pastis_table_fn(struct pastis *pastis, struct paper_table *table);

/* shared.c, durations.c: shared memory (section III-B) */
pastis_table_fn pastis_table_1, pastis_table_2, pastis_table_figure_8;
pastis_table_fn pastis_table_durations, pastis_table_strides;
/* stack.c: divergence (section III-A) */
pastis_table_fn pastis_table_stack, pastis_table_arms;
/* matmul.c, sensitivity.c, policies.c, mlp.c: section V */
pastis_table_fn pastis_table_matmul, pastis_table_conflicts, pastis_table_policies;
pastis_table_fn pastis_table_sensitivity, pastis_table_mlp;
/* acceptance.c: the headlines, each with a verdict */
pastis_table_fn pastis_table_acceptance;
enum wc_status pastis_check_claims(struct error *err, const char *file,
                                   const struct pastis_published *published);

/* ---- measures that tables and acceptance share ---- */

static inline double pastis_percent(double ours, double theirs)
{
    return 100 * (ours / theirs - 1);
}

/* Cells that are as in a published table; NAN when one is not known. */
double pastis_equal_cells(const struct pastis *pastis, unsigned run,
                          const struct published_mask *rows, size_t count);

/* What the model's block makes of a load by all lanes of the mask. */
struct sharedmem_access pastis_access(const struct pastis *pastis, size_t width,
                                      const uint64_t *address, uint32_t mask);
/* ... of lanes `stride` elements apart. */
struct sharedmem_access pastis_strided(const struct pastis *pastis, size_t width,
                                       uint32_t stride, uint32_t lanes);
/* Of figure 8, with the addresses that the run had; false without a run. */
bool pastis_figure_8(const struct pastis *pastis, struct sharedmem_access *access);

/* Cycles of a load of table II by the kernel's own clock, its overhead taken off; NAN: no run. */
double pastis_clocked(const struct pastis *pastis, size_t lanes, size_t width);
/* The line of least squares through those of all lanes, over transactions beyond one a pool. */
struct pastis_fit {
    double min, slope, r2;
};
struct pastis_fit pastis_fit(const struct pastis *pastis, size_t width);

/* States of the stack that are as published. */
size_t pastis_equal_states(const struct pastis *pastis);
/* Probes of the order of arms: how many there are, and in how many the taken side came first;
 * NAN: no run. */
double pastis_taken_first(const struct pastis *pastis, size_t *probes);

/* Cycles that a step of k takes with cold caches, from the first size to the second. */
double pastis_step(const struct pastis *pastis);
/* Matrix products that are as the host computes them; NAN: no run. */
double pastis_right_products(const struct pastis *pastis);

struct pastis_network {
    bool known;
    double parameters;
    size_t images, right, same; /* classified right; as the reference classifies them */
    double fused, plain; /* largest difference of an output to the host's arithmetic of that kind */
    double probability;  /* ... of a probability (softmax of the outputs) to the plain kind */
};
struct pastis_network pastis_network(const struct pastis *pastis);

#endif

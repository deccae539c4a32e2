/* SPDX-License-Identifier: Apache-2.0 */
/* pws.h - the tables of the PWS paper (Klashtorny, Wu, Kaushik, Patel, ACM TECS 22(5s), 2023). */
#ifndef WARPCLOCK_PAPER_PWS_PWS_H
#define WARPCLOCK_PAPER_PWS_PWS_H

#include "paper/paper.h"
#include "paper/pws/analysis.h"
#include "paper/pws/published.h"
#include "paper/pws/runs.h"

struct pws {
    struct pws_published published;
    struct pws_runs runs;
    struct figure5 *figure5; /* its run, once made */
    struct arena *arena;
};

/* Each fills one table. It is called twice: first to collect the runs that it needs, then with
 * them. */
typedef void pws_table_fn(struct pws *pws, struct paper_table *table);

/* setup.c: what was run (PWS-59) */
pws_table_fn pws_table_setup;
/* examples.c, figure5.c: programs and vectors of the text */
pws_table_fn pws_table_figure2, pws_table_2, pws_table_equation2, pws_table_overhead;
pws_table_fn pws_table_figure5;
/* synthetic.c: Table 3, Figures 10a to 10d */
pws_table_fn pws_table_3, pws_table_figure10a, pws_table_figure10b, pws_table_figure10c;
pws_table_fn pws_table_figure10d, pws_table_optimal;
/* rodinia.c: Figures 10e and 11 */
pws_table_fn pws_table_figure10e, pws_table_figure11;
/* reuse.c: Figure 12 */
pws_table_fn pws_table_figure12;
/* acceptance.c: the headlines, each with a verdict */
pws_table_fn pws_table_acceptance;
enum wc_status pws_check_claims(struct error *err, const char *file,
                                const struct pws_published *published);

/* ---- measures that tables and acceptance share; NAN: not known ---- */

static inline double pws_reduction(double ours, double from)
{
    return 100 * (1 - ours / from);
}

/* A program of the text with S contexts, e_s = e_m = `cost`, d = DS = 1. */
struct pws_example {
    bool known;
    uint32_t count, contexts; /* split points, and contexts for them */
    struct wavefront_times times;
    int64_t kernel_none, kernel_pws, kernel_dws; /* Equations 6 and 8 */
};
struct pws_example pws_example(struct arena *arena, const struct published_program *program,
                               const double *marks, size_t mark_count, uint32_t splits,
                               int64_t cost);
/* Lines of figure 5 that are as in the paper. */
size_t pws_equal_masks(struct pws *pws);

/* The cases of Table 3: S = 1, 3, 7. */
enum { PWS_DEPTHS = 3 };
extern const uint32_t pws_depths[PWS_DEPTHS];
const struct pws_run *pws_synthetic(struct pws *pws, const char *entry, enum pws_mode mode,
                                    uint32_t splits);
/* Analytical WCET of DWS for the benchmark of Table 3. */
double pws_dws_analytical(struct pws *pws, uint32_t splits, enum dws_reading reading);
/* Reduction of the analytical WCET of PWS, in percent: by share of divergent or memory
 * instructions, or by number of SIMDs in total. */
enum { PWS_SHARES = 5, PWS_TOTALS = 3 };
double pws_by_divergence(struct pws *pws, size_t share, size_t depth);
double pws_by_memory(struct pws *pws, size_t share, size_t depth);
double pws_by_total(struct pws *pws, size_t total, size_t depth);

/* Figure 11: the speed of a benchmark with PWS, S = 1, over that without splitting, on as many
 * SIMDs in total. */
size_t pws_benchmark_count(void);
const char *pws_benchmark_name(size_t i);
double pws_speed(struct pws *pws, size_t benchmark, uint32_t total);

/* Figure 12: cycles saved by re-provisioning with so many split points, in percent. */
double pws_reuse(struct pws *pws, uint32_t points);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* compare.h - one kernel without splitting, with dynamic splitting (DWS) and with PWS.
 *
 * The paper's DWS bound can be read in three ways, which differ by a factor of S + 1:
 *
 *   text    Lemma 5.7 as printed: (S+1) * (IPET(C) + S * (e_s + e_m)), C unpruned (PWS-50)
 *   table3  what Table 3 must have used: (S+1) * E_WF of PWS, pruned (A10 of the requirements)
 *   tight   ours: a wavefront and its SWFs together run every block once, in the worst case one
 *           after the other; each split adds e_s + e_m and a second pass of its BSB (PWS-54)
 *
 * `tight` is what §3 of the paper says in words: DWS is no worse than no splitting but for the
 * splits. It holds for one wavefront. For the kernel, SWFs take contexts that waiting groups could
 * have: unless the dispatcher has priority over splits, rounds are counted with S + 1 contexts per
 * wavefront (dws_crowded). */
#ifndef WARPCLOCK_BOUND_PWS_COMPARE_H
#define WARPCLOCK_BOUND_PWS_COMPARE_H

#include "bound/engine/ilp.h"
#include "bound/pws/choice.h"
#include "bound/pws/equations.h"

enum dws_reading { DWS_TEXT, DWS_TABLE3, DWS_TIGHT, DWS_READINGS };
extern const char *const dws_reading_name[DWS_READINGS];

/* Worst cases of one wavefront. */
struct wavefront_times {
    int64_t unsplit;   /* IPET(C) */
    int64_t pruned;    /* IPET(C_out): without the cost of splits */
    int64_t pws_paper; /* Equation 3: every chosen split charged, wherever it is (PWS-44) */
    int64_t pws;       /* ours: the splits on the worst path only; never above pws_paper */
    int64_t dws[DWS_READINGS]; /* E_WF of Lemma 5.7, before its factor S + 1 */
};

/* PRUNE, IPET and the recursion over the tree must agree; WC_INTERNAL if they do not. */
enum wc_status wavefront_times(struct error *err, struct arena *arena, struct ilp_solver *solver,
                               const struct split_graph *graph, const struct split_choice *choice,
                               const struct split_timing *timing, uint64_t splits,
                               struct wavefront_times *times);

struct kernel_times {
    struct kernel_bound none;            /* no splitting, on the same base SIMDs */
    struct kernel_bound pws_paper, pws;  /* without re-provisioning */
    struct kernel_bound reprovisioned_paper, reprovisioned; /* Equation 2 (PWS-57) */
    struct kernel_bound dws[DWS_READINGS];
    struct kernel_bound dws_crowded;     /* tight, when splits may take contexts from groups */
    bool lemma_5_6, lemma_5_8; /* the paper's inequalities, in its own forms; both can fail */
};

enum wc_status kernel_times(struct error *err, const struct gpu_shape *gpu,
                            const struct kernel_shape *kernel, enum resident_form form,
                            int64_t start, uint64_t used, const struct wavefront_times *wavefront,
                            struct kernel_times *times);

#endif

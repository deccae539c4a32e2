/* SPDX-License-Identifier: Apache-2.0 */
/* optimal.h - the split points with the smallest bound.
 *
 * The paper leaves this choice to the programmer and names it as future work, twice. Ours: over all
 * sets of branches that allow a split, minimise the worst case of a wavefront for each number of
 * contexts, and then the kernel's. The kernel is a trade-off: fewer contexts per wavefront leave
 * more SpSIMDs to re-provision (Equation 2), so more groups run at once (Equations 4 and 5).
 *
 * The optimum is over the sound form of the bound, in which a wavefront pays for the splits on its
 * way (choice_cost()). It is never above SELECT's in that form, and so never above SELECT's by
 * Equation 3, which charges more. */
#ifndef WARPCLOCK_BOUND_PWS_OPTIMAL_H
#define WARPCLOCK_BOUND_PWS_OPTIMAL_H

#include "bound/engine/ilp.h"
#include "bound/pws/choice.h"
#include "bound/pws/equations.h"

/* A wavefront has at most 64 lanes, so more SWFs would have none to run. */
enum { OPTIMAL_CONTEXTS_MAX = 63 };

struct optimal_question {
    const struct split_graph *graph;
    const bool *candidate; /* by branch: may be chosen */
    uint32_t contexts;     /* S */
    int64_t split_cost;    /* e_s + e_m */
};

struct optimal {
    struct optimal_question question; /* its contexts cut to what can be used */
    const int64_t *cost;              /* [contexts + 1]: min worst case with at most so many */
    int64_t **part, **list;           /* the same by structure, and by first structure of a list */
};

/* P = B: every branch that allows a split, marked or not. */
bool *optimal_candidates(struct arena *arena, const struct split_graph *graph);

enum wc_status optimal_make(struct error *err, struct arena *arena,
                            const struct optimal_question *question, struct optimal *optimal);

/* A set whose cost is optimal->cost[contexts]. Splits that the worst path does not need are left
 * out: they would cost time in every run and save none in the worst. */
struct split_choice optimal_choice(struct arena *arena, const struct optimal *optimal,
                                   uint32_t contexts);

/* The number of contexts with the smallest bound of a kernel, the smallest of equal ones. Without
 * re-provisioning every number has the same SIMDs, and more contexts are never worse. */
enum wc_status optimal_for_kernel(struct error *err, const struct optimal *optimal,
                                  const struct gpu_shape *gpu, const struct kernel_shape *kernel,
                                  int64_t start, bool reprovision, uint32_t *contexts,
                                  struct kernel_bound *bound);

/* The same minimum as an integer program, for a check by other means. */
enum wc_status optimal_by_ilp(struct error *err, struct arena *arena, struct ilp_solver *solver,
                              const struct optimal_question *question, struct split_choice *choice,
                              int64_t *cost);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* analysis.h - the eight steps of the worst-case analysis of a Sim-D launch (SIMD-55).
 *
 *   1, 2  graph.h      blocks, and edges with the control stack
 *   3     costs.h      cycles of blocks and edges, by the machine's own pipeline
 *         shapes.h     cycles of requests (request_cost.h)
 *   4     unroll.h     a node per execution of a block
 *   5, 6  phases.h     the critical path, and the phases of a work-group
 *   7, 8  schedule.h   all work-groups, and refreshes
 *
 * Two readings (parameter `analysis`): safe, whose bounds no run exceeds, and original, which has
 * the values of the authors' analyser. docs/sim-d-wcet.md says where they differ and why.
 *
 *     struct sim_d_analysis a;
 *     status = sim_d_analyse(err, machine, launch, &arena, &a);
 *     a.bound[SIM_D_BOUND_ACCESS].cycles ... */
#ifndef WARPCLOCK_BOUND_SIM_D_ANALYSIS_H
#define WARPCLOCK_BOUND_SIM_D_ANALYSIS_H

#include "bound/sim_d/groups.h"
#include "bound/sim_d/phases.h"
#include "bound/sim_d/schedule.h"
#include "machine/sim_d/model.h"

/* Each contains upload and refreshes. */
enum sim_d_bound_kind {
    SIM_D_BOUND_L,       /* no policy can have a smaller worst case, if phases take their costs */
    SIM_D_BOUND_U,       /* all phases of all work-groups one after the other: any policy */
    SIM_D_BOUND_ACCESS,  /* in pairs, scratchpad as access */
    SIM_D_BOUND_COMPUTE, /* in pairs, scratchpad as compute */
    SIM_D_BOUNDS,
};

/* What one of them is made of: cycles = upload + work + refresh.cycles. */
struct sim_d_bound_parts {
    cycle_t cycles;
    cycle_t work;
    struct sim_d_refresh refresh;
    bool serial; /* of a policy: pairs would take longer than U, which counts instead */
};

struct walk_bounds;

struct sim_d_analysis {
    bool original;
    uint64_t groups; /* w */
    cycle_t upload;
    struct sim_d_graph graph;
    struct sim_d_costs costs;
    struct request_costs *request_costs;
    struct sim_d_block_request *requests; /* by block */
    struct sim_d_dag dag;
    struct sim_d_path path;   /* the critical one */
    cycle_t start;            /* safe: cycles before the first phase of a work-group; in it */
    /* Phases of a work-group, as access and as compute. */
    struct sim_d_phases phases[2];
    struct sim_d_pair pair[2];
    bool ahead[2];    /* a first request may be without words: pairs are not taken by class */
    bool has_classes; /* work-groups differ, and it is known how (tight.groups) */
    struct sim_d_classes classes;
    const struct sim_d_open *open; /* ways that some work-group can take; NULL: all */
    uint64_t phase;   /* of the refresh counter when the launch begins, unless ... */
    bool any_phase;   /* ... it is not known (refresh.known) */
    struct sim_d_bound_parts bound[SIM_D_BOUNDS];
};

/* The list for a policy. */
static inline const struct sim_d_phases *sim_d_phases_of(const struct sim_d_analysis *a,
                                                         bool as_compute)
{
    return &a->phases[as_compute];
}

/* The machine is prepared for the launch (run_prepare). `loops` are the job's, or NULL. Everything
 * is made in the arena. */
enum wc_status sim_d_analyse(struct error *err, struct sim_d_machine *machine,
                             const struct launch *launch, const struct walk_bounds *loops,
                             struct arena *arena, struct sim_d_analysis *out);

/* The bound under a policy: ACCESS, COMPUTE, else U. */
enum sim_d_bound_kind sim_d_bound_of(enum sim_d_policy policy);

#endif

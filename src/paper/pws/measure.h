/* SPDX-License-Identifier: Apache-2.0 */
/* measure.h - times of blocks, splits and merges, measured in a clocked run of GCN3 code (PWS-61).
 *
 * The paper's WCETs are hybrid: the equations are static, their inputs are the largest times that
 * were measured. They cover the runs that were measured, and are no bounds for others.
 *
 * Times are taken so that they add up. A part of a wavefront (SWF) is always in one block:
 *
 *   block  from its first issue to the first issue of the next block in the same part; of the last
 *          block, to the end of everything that the part has issued
 *   e_s    from a split to the cycle from which on its parts can issue: not in a block's time
 *   e_m    from the arrival of the second part at a merge to the cycle from which on the merged one
 *          can issue. The first part's time ends when it arrives: it waits in the other's time
 *   d      from the cycle in which a work-group has a place to the first issue of a wavefront
 *
 * So the time of a wavefront is d plus the blocks, splits and merges on one path, which takes one
 * side of each split: the one that arrived last. The worst path of the pruned graph covers it. */
#ifndef WARPCLOCK_PAPER_PWS_MEASURE_H
#define WARPCLOCK_PAPER_PWS_MEASURE_H

#include "bound/pws/equations.h"
#include "machine/common/observer.h"
#include "pass/split/structure.h"

/* Launches of a kernel with one shape. */
struct measured_launch {
    uint64_t groups, group_size;
    uint64_t lds;      /* bytes of a work-group, as asked for */
    uint64_t count;    /* of such launches */
    uint64_t observed; /* the sum of their cycles */
    uint64_t longest;
};

struct measured_kernel {
    const struct kernel *kernel;  /* valid while its run is */
    const char *name;
    uint64_t vgprs, sgprs;        /* of a wavefront */
    const char *problem;          /* why there is no structure, or NULL */
    struct split_structure code;  /* costs and loop bounds as measured; what never ran costs 0 */
    struct split_sites sites;
    bool *split;                  /* by site: it has a split instruction */
    uint32_t blocks_run;          /* of code.count */
    struct split_timing timing;
    struct measured_launch *launches;
    uint32_t launch_count;
};

struct measurement;

/* One for each run; all its kernels are measured. */
struct measurement *measurement_new(struct arena *arena);
struct observer *measurement_observer(struct measurement *measurement);
/* After the run. */
const struct measured_kernel *measurement_kernels(struct measurement *measurement,
                                                  uint32_t *count);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* groups.h - work-groups by what their requests cost (docs/sim-d-tight.md).
 *
 * Where a work-group is in the NDRange decides how its tiles are clipped and aligned, and which
 * ways through the program it can take. Work-groups with the same ways and requests of the same
 * costs are a class, with phases of its own. */
#ifndef WARPCLOCK_BOUND_SIM_D_GROUPS_H
#define WARPCLOCK_BOUND_SIM_D_GROUPS_H

#include "bound/sim_d/phases.h"

struct sim_d_group_class {
    struct sim_d_block_request *requests; /* by block */
    const struct sim_d_open *open;        /* NULL: every way can be taken */
    cycle_t sum[SIM_D_RESOURCES], total;  /* of the critical path */
    cycle_t *phases[2];  /* as access, as compute; NULL: there are too many combinations */
    uint32_t count[2];   /* of phases */
    uint32_t shortest[2]; /* phases of the path with the fewest */
};

struct sim_d_classes {
    struct sim_d_group_class *list;
    uint32_t count;
    uint32_t *of;    /* by work-group */
    uint64_t groups;
};

/* False: there are too many work-groups or classes, or one has no path. `paths`: its requests are
 * those of all work-groups. `start`: cycles before the first phase. */
bool sim_d_classes_make(struct sim_d_group_shapes *shapes, const struct sim_d_paths *paths,
                        cycle_t start, uint64_t groups, struct sim_d_classes *out);
/* The longest request of all classes, by block: replaces `requests`. */
void sim_d_classes_longest(const struct sim_d_classes *classes, uint32_t blocks,
                           struct sim_d_block_request *requests);
/* Ways that some class can take; NULL: all. */
const struct sim_d_open *sim_d_classes_open(const struct sim_d_classes *classes,
                                            const struct sim_d_paths *paths);
/* All phases of all work-groups one after the other. */
cycle_t sim_d_classes_serial(const struct sim_d_classes *classes);
/* Of a resource. */
cycle_t sim_d_classes_sum(const struct sim_d_classes *classes, enum sim_d_resource resource);
/* Pairs of work-groups that swap resources after each phase, up to an early end that can break them
 * (docs/sim-d-wcet.md); NEVER: not known. */
cycle_t sim_d_classes_pairs(const struct sim_d_classes *classes, bool as_compute);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch.c - starts groups of the grid in cores with free resources, and removes them.
 *
 * Groups start in the order of the grid, each in the core that can take the most groups, ties to
 * the lowest number (PAS-76, PWS-15). */
#include <inttypes.h>

#include "abi/grid.h"
#include "machine/common/run_state.h"

void run_count_group(struct run_state *run, const struct group *group)
{
    uint64_t *count = run->outcome->statistics.count;
    run->groups++;
    run->live += group->warps;
    count[STAT_WARPS_STARTED] += group->warps;
    count[STAT_GROUPS]++;
    count[STAT_GROUP_WARPS] = group->warps;
    count[STAT_GROUP_THREADS] = grid_count(run->launch->block);
    if (run->groups > count[STAT_GROUPS_RESIDENT])
        count[STAT_GROUPS_RESIDENT] = run->groups;
}

struct group *run_start_group(struct run_state *run, uint32_t core)
{
    struct grid_place place = grid_place(run->launch->grid, run->next_group++);
    struct group *group = run_core(run)->start_group(run, core, place.at);
    run_count_group(run, group);
    return group;
}

void run_end_group(struct run_state *run, struct group *group)
{
    run_core(run)->end_group(run, group);
    run->groups--;
    run->freed = true;
}

/* -1: no core can take a group. */
static int roomiest_core(const struct run_state *run)
{
    const struct core_ops *core = run_core(run);
    uint32_t max = 0, cores = core->cores(run);
    int found = -1;
    for (uint32_t i = 0; i < cores; i++) {
        uint32_t room = core->room(run, i);
        if (room > max) {
            max = room;
            found = (int)i;
        }
    }
    return found;
}

struct group *run_start_next(struct run_state *run)
{
    int core = run->next_group < run->group_count ? roomiest_core(run) : -1;
    return core < 0 ? NULL : run_start_group(run, (uint32_t)core);
}

enum wc_status run_fail_room(struct run_state *run)
{
    return fail(run->err, WC_INTERNAL, "no core has room for work-group %" PRIu64 " of %" PRIu64
                ", and none is resident", run->next_group + 1, run->group_count);
}

void run_dispatch(struct run_state *run, cycle_t at)
{
    struct group *group;
    run->freed = false;
    while ((group = run_start_next(run)))
        run_core(run)->clock_group(run, group, at);
}

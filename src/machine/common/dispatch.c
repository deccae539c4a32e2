/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch.c - starts groups of the grid in cores with free resources, and removes them.
 *
 * Groups start in the order of the grid, each in the core that can take the most groups, ties to
 * the lowest number (PAS-76, PWS-15). */
#include "abi/grid.h"
#include "machine/common/run_state.h"

struct group *run_start_group(struct run_state *run, uint32_t core)
{
    struct grid_place place = grid_place(run->launch->grid, run->next_group++);
    struct group *group = run_core(run)->start_group(run, core, place.at);
    run->groups++;
    run->live += group->warps;
    run->outcome->statistics.count[STAT_WARPS_STARTED] += group->warps;
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

void run_dispatch(struct run_state *run, cycle_t at)
{
    struct group *group;
    run->freed = false;
    while ((group = run_start_next(run)))
        run_core(run)->clock_group(run, group, at);
}

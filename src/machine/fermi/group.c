/* SPDX-License-Identifier: Apache-2.0 */
/* group.c - groups of the grid start in the SM and leave it; their warps get the lowest free
 * slots. */
#include <string.h>

#include "machine/common/taint.h"
#include "machine/fermi/model.h"

uint32_t fermi_cores(const struct run_state *run)
{
    (void)run;
    return 1;
}

uint32_t fermi_room(const struct run_state *run, uint32_t core)
{
    const struct fermi *fermi = (const struct fermi *)run;
    uint32_t room = (uint32_t)__builtin_popcountll(fermi->free_groups);
    uint32_t by_warps = (uint32_t)__builtin_popcountll(fermi->free_warps) / fermi->group_warps;
    uint32_t by_shared =
        fermi->group_shared ? fermi->free_shared / fermi->group_shared : room;
    (void)core;
    room = room < by_warps ? room : by_warps;
    return room < by_shared ? room : by_shared;
}

/* Registers start as zero: hardware promises nothing, and two runs must not differ. */
static void start_warp(struct fermi *fermi, struct fermi_group *group, uint32_t number)
{
    struct fermi_warp *w = fermi_warp_of(group->group.warp[number]);
    struct resident *r = &w->resident;
    const uint32_t width = fermi->numbers.width, left = fermi->threads - number * width;
    r->group = &group->group;
    r->number = number;
    r->waits = r->ended = false;
    memset(r->warp.reg, 0, (size_t)fermi->rows * r->warp.stride * sizeof *r->warp.reg);
    memory_port_reset(&r->port, fermi->run.memory);
    taint_unset(&fermi->run, r);
    fermi->program->start(fermi, group, w);
    w->live = lanes_all(left < width ? left : width);
    w->reduces = false;
    fermi_paths_start(fermi, w);
}

static void take_slots(struct fermi *fermi, struct fermi_group *group)
{
    fermi->free_shared -= fermi->group_shared;
    fermi->free_groups &= fermi->free_groups - 1;
    for (uint32_t i = 0; i < group->group.warps; i++) {
        uint64_t lowest = fermi->free_warps & -fermi->free_warps;
        group->group.warp[i] = &fermi->warps[__builtin_ctzll(lowest)].resident;
        group->slots |= lowest;
        fermi->free_warps &= ~lowest;
    }
}

struct group *fermi_start_group(struct run_state *run, uint32_t core, const uint32_t index[3])
{
    struct fermi *fermi = (struct fermi *)run;
    const uint32_t slot = (uint32_t)__builtin_ctzll(fermi->free_groups);
    const uint32_t bytes = fermi->numbers.shared_bytes;
    struct fermi_group *group = &fermi->groups[slot];
    *group = (struct fermi_group){
        .group = {.core = core, .warps = fermi->group_warps, .live = fermi->group_warps},
        .slot = slot,
        .sass.shared = fermi->shared + slot * group_memory_stride(bytes)};
    memcpy(group->group.index, index, sizeof group->group.index);
    memcpy(group->sass.index, index, sizeof group->sass.index);
    memset(group->sass.shared, 0, fermi->group_shared);
    if (fermi->shared_labels) {
        group->sass.shared_labels = fermi->shared_labels + (size_t)slot * bytes;
        memset(group->sass.shared_labels, 0, fermi->group_shared);
    }
    take_slots(fermi, group);
    for (uint32_t i = 0; i < group->group.warps; i++)
        start_warp(fermi, group, i);
    return &group->group;
}

void fermi_end_group(struct run_state *run, struct group *ended)
{
    struct fermi *fermi = (struct fermi *)run;
    const struct fermi_group *group = (const struct fermi_group *)ended;
    fermi->free_shared += fermi->group_shared;
    fermi->free_groups |= 1ull << group->slot;
    fermi->free_warps |= group->slots;
}

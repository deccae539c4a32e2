/* SPDX-License-Identifier: Apache-2.0 */
/* group.c - work-groups of the grid start in a compute unit and leave it.
 *
 * A work-group is resident in one compute unit from its start to the end of its last wavefront
 * (PWS-15). Each of its wavefronts takes a context, vector and scalar registers of one SIMD, to
 * which it stays bound (PWS-14): the SIMD with the fewest wavefronts that can take it, ties to the
 * lowest number. */
#include "machine/gcn3/model.h"

#include <string.h>

/* Wavefronts of the launch that a SIMD can take. */
static uint32_t simd_room(const struct gcn3_machine *m, const struct gcn3_room *room)
{
    const struct gcn3_footprint *need = &m->footprint;
    uint32_t waves = (uint32_t)__builtin_popcountll(room->free_waves);
    uint32_t vgprs = room->free_vgprs / need->vgprs, sgprs = room->free_sgprs / need->sgprs;
    waves = waves < vgprs ? waves : vgprs;
    return waves < sgprs ? waves : sgprs;
}

uint32_t gcn3_cores(const struct run_state *run)
{
    return ((const struct gcn3_machine *)run)->numbers.cus;
}

uint32_t gcn3_room(const struct run_state *run, uint32_t id)
{
    const struct gcn3_machine *m = (const struct gcn3_machine *)run;
    const struct gcn3_cu *cu = &m->cus[id];
    const struct gcn3_footprint *need = &m->footprint;
    uint32_t waves = 0, groups = (uint32_t)__builtin_popcountll(cu->free_groups);
    for (uint32_t i = 0; i < m->splitting.base; i++)
        waves += simd_room(m, &cu->room[i]);
    groups = groups < waves / need->waves ? groups : waves / need->waves;
    if (need->lds && cu->free_lds / need->lds < groups)
        groups = cu->free_lds / need->lds;
    return groups;
}

void gcn3_cu_reset(struct gcn3_machine *m, uint32_t id)
{
    const struct gcn3_numbers *n = &m->numbers;
    struct gcn3_cu *cu = &m->cus[id];
    cu->free_groups = lanes_all(n->groups);
    cu->free_lds = n->lds_bytes;
    for (uint32_t i = 0; i < n->units; i++)
        cu->room[i] = (struct gcn3_room){lanes_all(n->waves), n->vgprs, n->sgprs};
}

static uint32_t emptiest_simd(const struct gcn3_machine *m, const struct gcn3_cu *cu)
{
    uint32_t best = 0;
    int max = -1;
    for (uint32_t i = 0; i < m->splitting.base; i++) {
        int contexts = __builtin_popcountll(cu->room[i].free_waves);
        if (simd_room(m, &cu->room[i]) && contexts > max) {
            best = i;
            max = contexts;
        }
    }
    return best;
}

static struct gcn3_wave *take_wave(struct gcn3_machine *m, uint32_t id)
{
    struct gcn3_cu *cu = &m->cus[id];
    uint32_t simd = emptiest_simd(m, cu);
    struct gcn3_room *room = &cu->room[simd];
    uint32_t slot = (uint32_t)__builtin_ctzll(room->free_waves);
    room->free_waves &= room->free_waves - 1;
    room->free_vgprs -= m->footprint.vgprs;
    room->free_sgprs -= m->footprint.sgprs;
    m->run.outcome->statistics.count[STAT_GCN3_REUSED_WAVES] += simd >= m->numbers.simds;
    return gcn3_wave_at(m, id, simd, slot);
}

struct gcn3_wave *gcn3_take_context(struct gcn3_machine *m, uint32_t id)
{
    struct gcn3_cu *cu = &m->cus[id];
    uint32_t best = 0;
    int max = 0;
    for (uint32_t i = 0; i < m->splitting.base; i++) {
        int contexts = __builtin_popcountll(cu->room[i].free_waves);
        if (cu->room[i].free_sgprs >= m->footprint.sgprs && contexts > max) {
            best = i;
            max = contexts;
        }
    }
    if (!max)
        return NULL;
    struct gcn3_room *room = &cu->room[best];
    uint32_t slot = (uint32_t)__builtin_ctzll(room->free_waves);
    room->free_waves &= room->free_waves - 1;
    room->free_sgprs -= m->footprint.sgprs;
    return gcn3_wave_at(m, id, best, slot);
}

void gcn3_give_context(struct gcn3_machine *m, const struct gcn3_wave *wave)
{
    const struct warp *warp = &wave->resident.warp;
    struct gcn3_room *room =
        &m->cus[warp->core / m->numbers.units].room[warp->core % m->numbers.units];
    room->free_waves |= 1ull << warp->slot;
    room->free_sgprs += m->footprint.sgprs;
    m->run.freed = true;
}

struct group *gcn3_start_group(struct run_state *run, uint32_t id, const uint32_t index[3])
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    struct gcn3_cu *cu = &m->cus[id];
    uint32_t slot = (uint32_t)__builtin_ctzll(cu->free_groups), waves = m->footprint.waves;
    struct gcn3_workgroup *group = &cu->groups[slot];
    *group = (struct gcn3_workgroup){
        .group = {.core = id, .warps = waves, .live = waves,
                  .index = {index[0], index[1], index[2]}},
        .isa = {.lds = cu->lds + slot * group_memory_stride(m->numbers.group_lds),
                .lds_bytes = m->lds_bytes}};
    memset(group->isa.lds, 0, group->isa.lds_bytes);
    if (m->lds_labels) {
        group->isa.lds_labels =
            m->lds_labels + ((size_t)id * m->numbers.groups + slot) * m->numbers.group_lds;
        memset(group->isa.lds_labels, 0, group->isa.lds_bytes);
    }
    cu->free_groups &= cu->free_groups - 1;
    cu->free_lds -= m->footprint.lds;
    for (uint32_t i = 0; i < waves; i++) {
        struct gcn3_wave *wave = take_wave(m, id);
        group->group.warp[i] = &wave->resident;
        gcn3_wave_start(m, wave, group, i);
    }
    return &group->group;
}

void gcn3_end_group(struct run_state *run, struct group *group)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    struct gcn3_cu *cu = &m->cus[group->core];
    cu->free_groups |= 1ull << ((struct gcn3_workgroup *)group - cu->groups);
    cu->free_lds += m->footprint.lds;
    for (uint32_t i = 0; i < group->warps; i++) {
        const struct warp *warp = &group->warp[i]->warp;
        struct gcn3_room *room = &cu->room[warp->core % m->numbers.units];
        room->free_waves |= 1ull << warp->slot;
        room->free_vgprs += m->footprint.vgprs;
        room->free_sgprs += m->footprint.sgprs;
    }
}

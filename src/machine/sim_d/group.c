/* SPDX-License-Identifier: Apache-2.0 */
/* group.c - a work-group in its slot: 1024 work-items, W wide (SIMD-3).
 *
 * Work-items outside the NDRange run too; programs end them by their own exit. */
#include "abi/grid.h"
#include "machine/sim_d/follow.h"

/* Positions of the lanes of a warp, and the constants. */
static void write_specials(const struct sim_d_machine *m, struct sim_d_slot *s, uint32_t number)
{
    struct warp *warp = s->isa.warp[number];
    uint32_t *row[SIM_D_VECTOR_SPECIALS];
    for (uint32_t i = 0; i < SIM_D_VECTOR_SPECIALS; i++)
        row[i] = warp_row(warp, SIM_D_NAME_VC + i);
    for (uint32_t lane = 0; lane < SIM_D_WARP_LANES; lane++) {
        uint32_t item = number * SIM_D_WARP_LANES + lane;
        row[SIM_D_LID_X][lane] = item % m->width;
        row[SIM_D_LID_Y][lane] = item / m->width;
        row[SIM_D_TID_X][lane] = s->isa.special[SIM_D_WG_OFF_X] | item % m->width;
        row[SIM_D_TID_Y][lane] = s->isa.special[SIM_D_WG_OFF_Y] | item / m->width;
        row[SIM_D_ZERO][lane] = 0;
        row[SIM_D_ONE][lane] = 1;
    }
}

static void start_warp(const struct sim_d_machine *m, struct sim_d_slot *s, uint32_t number)
{
    struct resident *w = s->group.warp[number];
    for (uint32_t i = 0; i < SIM_D_MASKS; i++)
        s->state[number].mask[i] = ~UINT64_C(0);
    warp_set_mask(&w->warp, ~UINT64_C(0));
    w->warp.pc = 0;
    w->ended = w->waits = false;
    memory_port_reset(&w->port, m->run.memory);
    write_specials(m, s, number);
}

void sim_d_start_group(struct sim_d_machine *m, uint32_t slot)
{
    struct run_state *run = &m->run;
    const struct launch *launch = run->launch;
    struct sim_d_slot *s = &m->slot[slot];
    struct grid_place place = grid_place(launch->grid, run->next_group++);
    const uint32_t special[SIM_D_SCALAR_SPECIALS] = {
        launch->ndrange[0], launch->ndrange[1], place.at[0] * m->width,
        place.at[1] * (SIM_D_ITEMS / m->width), m->width, 1, 1, 1};
    for (uint32_t i = 0; i < SIM_D_SCALAR_SPECIALS; i++)
        s->isa.special[i] = special[i];
    for (uint32_t i = 0; i < 3; i++)
        s->group.index[i] = place.at[i];
    s->group.warps = s->group.live = SIM_D_WARPS;
    s->isa.depth = 0;
    s->pc = 0;
    s->busy = true;
    s->finished = false;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        start_warp(m, s, i);
    if (run->control->taint)
        sim_d_follow_start(m, slot);
    run_count_group(run, &s->group);
    run->outcome->statistics.count[STAT_SIM_D_GROUPS]++;
}

void sim_d_end_group(struct sim_d_machine *m, uint32_t slot)
{
    struct sim_d_slot *s = &m->slot[slot];
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        s->group.warp[i]->ended = true;
    s->busy = false;
    m->run.groups--;
    m->run.live -= SIM_D_WARPS;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch.c - the work scheduler: at most one work-group per cycle goes into a free slot, slot 0
 * first (SIMD-6). Pairwise, a slot takes one only after the other slot has started its last phase
 * or has ended (SIMD-49). */
#include "machine/sim_d/clock.h"

static void leave(struct sim_d_machine *m, uint32_t slot, cycle_t now)
{
    struct sim_d_clock *c = m->clock;
    struct sim_d_slot_clock *s = &c->slot[slot];
    if (s->state != SIM_D_SLOT_DRAM_LAST) /* that one has said so when it was issued */
        c->slot[1 - slot].accepts = true;
    sim_d_end_group(m, slot);
    sim_d_set_state(m, slot, SIM_D_SLOT_NONE, now);
    if (m->run.observed)
        sim_d_tell_end(m, slot, now);
    s->free_at = NEVER;
}

/* The launch ends when its last work-group has left. */
static void end_launch(struct sim_d_machine *m)
{
    if (m->run.next_group == m->groups && !m->run.groups)
        m->run.live = 0;
}

static bool can_take(const struct sim_d_clock *c, uint32_t slot)
{
    const struct sim_d_slot_clock *s = &c->slot[slot];
    return s->state == SIM_D_SLOT_NONE &&
           (s->accepts || c->numbers.policy == SIM_D_UNCONSTRAINED);
}

static void take(struct sim_d_machine *m, uint32_t slot, cycle_t now)
{
    struct sim_d_slot_clock *s = &m->clock->slot[slot];
    sim_d_start_group(m, slot);
    sim_d_set_state(m, slot, SIM_D_SLOT_RUN, now + 1);
    if (m->run.observed)
        sim_d_tell_start(m, slot, now + 1);
    s->pc = 0;
    s->fetches = s->enabled = true;
    s->shadow = s->injecting = s->accepts = false;
}

void sim_d_dispatch(struct sim_d_machine *m, cycle_t now)
{
    struct sim_d_clock *c = m->clock;
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        if (c->slot[i].free_at <= now)
            leave(m, i, now);
    }
    end_launch(m);
    if (now + 1 < c->load_done || m->run.next_group == m->groups)
        return;
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        if (can_take(c, i)) {
            take(m, i, now);
            return;
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - one compute cycle, and the counters at the end. */
#include "machine/sim_d/clock.h"

static bool is_idle(const struct sim_d_clock *c, cycle_t now)
{
    for (uint32_t i = 0; i < c->stages; i++) {
        if (c->stage[i].insn)
            return false;
    }
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        const struct sim_d_slot_clock *s = &c->slot[i];
        if (s->visible > now || s->free_at != NEVER || s->state == SIM_D_SLOT_RUN)
            return false;
    }
    return true;
}

/* A work-group that runs but has nothing left to fetch, and no pop is due. */
static bool is_past_end(const struct sim_d_machine *m, cycle_t now)
{
    const struct sim_d_clock *c = m->clock;
    const struct sim_d_slot_clock *s = &c->slot[c->current];
    if (sim_d_visible_state(s, now) != SIM_D_SLOT_RUN || !s->fetches || !s->enabled ||
        s->pc < m->run.launch->program->count)
        return false;
    for (uint32_t i = 0; i < c->stages; i++) {
        if (c->stage[i].insn)
            return false;
    }
    return true;
}

enum wc_status sim_d_step(struct run_state *run, cycle_t now, bool *acted)
{
    struct sim_d_machine *m = (struct sim_d_machine *)run;
    enum wc_status status = sim_d_complete(m, now);
    if (status != WC_OK)
        return status;
    sim_d_retire(m, now);
    sim_d_dispatch(m, now);
    status = sim_d_check_pop(m);
    if (status == WC_OK)
        status = sim_d_advance(m, now);
    if (status == WC_OK && is_past_end(m, now))
        status = sim_d_past_end(m, m->clock->current);
    *acted = !is_idle(m->clock, now);
    return status;
}

cycle_t sim_d_due(const struct run_state *run, cycle_t now)
{
    const struct sim_d_clock *c = ((const struct sim_d_machine *)run)->clock;
    cycle_t due = sim_d_compute_cycle(c->memory, sim_d_memory_next(c->memory));
    return now + 1 < c->load_done ? c->load_done - 1 : later(due, now + 1);
}

void sim_d_count(struct run_state *run, cycle_t now, cycle_t end)
{
    (void)run;
    (void)now;
    (void)end;
}

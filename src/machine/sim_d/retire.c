/* SPDX-License-Identifier: Apache-2.0 */
/* retire.c - write-back: the last part of an instruction changes what the front end sees. */
#include "machine/sim_d/clock.h"

static void write_masks(struct sim_d_slot_clock *s, const struct sim_d_part *part)
{
    if (sim_d_class(part->insn) == SIM_D_CLASS_CONTROL && part->insn->role != ROLE_TOKEN)
        s->enabled = part->enabled;
}

/* An injected pop is not flushed: what is fetched before it is written back does not count. */
static bool pop_follows(const struct sim_d_clock *c, uint32_t slot)
{
    for (uint32_t i = 0; i + 1 < c->stages; i++) {
        const struct sim_d_part *part = &c->stage[i];
        if (part->insn && part->slot == slot && part->redirects)
            return true;
    }
    return false;
}

/* The front end fetches from the new place in this cycle. */
static void write_pc(struct sim_d_machine *m, const struct sim_d_part *part)
{
    struct sim_d_slot_clock *s = &m->clock->slot[part->slot];
    if (part->redirects) {
        sim_d_flush(m, part->slot);
        s->injecting &= part->insn != &m->clock->pop;
        s->pc = part->target;
        s->fetches = !pop_follows(m->clock, part->slot);
    }
}

/* The work-group waits; other work-groups get the compute unit (SIMD-5). */
static void block(struct sim_d_machine *m, const struct sim_d_part *part, cycle_t now)
{
    struct sim_d_clock *c = m->clock;
    struct sim_d_slot_clock *s = &c->slot[part->slot];
    bool last = sim_d_ends_with(m, part->slot, part->insn);
    enum sim_d_slot_state state = s->access.space == SIM_D_SPACE_PAD ? SIM_D_SLOT_PAD
                                  : last                              ? SIM_D_SLOT_DRAM_LAST
                                                                      : SIM_D_SLOT_DRAM;
    sim_d_flush(m, part->slot);
    sim_d_set_state(m, part->slot, state, now);
}

void sim_d_retire(struct sim_d_machine *m, cycle_t now)
{
    struct sim_d_clock *c = m->clock;
    struct sim_d_part *part = &c->stage[c->stages - 1];
    c->left.insn = NULL;
    if (!part->insn)
        return;
    struct sim_d_slot_clock *s = &c->slot[part->slot];
    if (part->last && !part->wrong) {
        write_masks(s, part);
        write_pc(m, part);
        if (part->requests)
            block(m, part, now);
        if (part->finishes) {
            sim_d_flush(m, part->slot);
            s->free_at = now + 1;
        }
    }
    if (part->dead)
        c->left = *part;
    part->insn = NULL;
}

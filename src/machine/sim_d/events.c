/* SPDX-License-Identifier: Apache-2.0 */
/* events.c - what observers of a run see: work-groups, their phases, issues and waits.
 *
 * Callers ask run->observed first. All warps of a slot are one work-group: events name warp 0. */
#include "machine/common/tell.h"
#include "machine/sim_d/clock.h"

static void tell(const struct sim_d_machine *m, uint32_t slot, struct event event)
{
    event.core = slot;
    observers_tell(m->run.control->observers, &event);
}

/* ---- waits: as long as the reason is the same, they are one ---- */

static void end_wait(struct sim_d_machine *m, uint32_t slot)
{
    struct sim_d_told *told = &m->clock->told[slot];
    if (told->until > told->from)
        tell(m, slot, (struct event){.kind = EVENT_STALL, .cycle = told->from,
                                     .until = told->until, .reason = told->reason});
    told->from = told->until;
}

void sim_d_tell_wait(struct sim_d_machine *m, uint32_t slot, enum stall_reason reason,
                     cycle_t until)
{
    struct sim_d_told *told = &m->clock->told[slot];
    if (told->reason != reason)
        end_wait(m, slot);
    told->reason = reason;
    told->until = until;
}

/* ---- issues ---- */

void sim_d_note_lanes(struct sim_d_machine *m, const struct sim_d_part *part, bool counts)
{
    enum sim_d_class type = sim_d_class(part->insn);
    bool vector = type == SIM_D_CLASS_VECTOR || type == SIM_D_CLASS_RECIPROCAL ||
                  type == SIM_D_CLASS_CONTROL;
    struct warp *const *warp = m->slot[part->slot].isa.warp;
    for (uint32_t i = 0; i < SIM_D_COLUMNS; i++) {
        uint32_t lanes = vector ? 0 : 1;
        for (uint32_t k = 0; vector && k < SIM_D_COLUMN_WARPS; k++)
            lanes += warp[i * SIM_D_COLUMN_WARPS + k]->active_count;
        m->clock->lanes[i] = (uint16_t)(counts ? lanes : 0);
    }
}

/* What the instruction has written to a stride register; of a branch: whether it jumps. */
static uint64_t outcome_of(const struct sim_d_machine *m, uint32_t slot, const struct insn *insn)
{
    if (insn->role == ROLE_BRANCH)
        return m->run.effect.kind == EFFECT_BRANCH && m->run.effect.taken;
    const struct sim_d_operand *target = &sim_d_of(insn)->operand[0];
    return target->kind == SIM_D_KIND_SC ? m->slot[slot].isa.special[target->value] : 0;
}

void sim_d_tell_issue(struct sim_d_machine *m, cycle_t now)
{
    struct sim_d_clock *c = m->clock;
    uint32_t slot = c->issued_slot;
    end_wait(m, slot);
    tell(m, slot, (struct event){.kind = EVENT_ISSUE, .cycle = now, .until = now,
                                 .insn = c->issued, .other = c->issued_column,
                                 .count = c->lanes[c->issued_column],
                                 .total = outcome_of(m, slot, c->issued)});
    c->told[slot].from = c->told[slot].until = now + 1;
}

/* ---- work-groups and phases (SIMD-4) ---- */

void sim_d_tell_start(struct sim_d_machine *m, uint32_t slot, cycle_t start)
{
    tell(m, slot, (struct event){.kind = EVENT_START, .cycle = start,
                                 .insn = m->run.launch->program->insns});
}

void sim_d_tell_end(struct sim_d_machine *m, uint32_t slot, cycle_t now)
{
    end_wait(m, slot);
    tell(m, slot, (struct event){.kind = EVENT_END, .cycle = now - 1});
}

static uint64_t group_number(const struct sim_d_machine *m, uint32_t slot)
{
    const uint32_t *at = m->slot[slot].group.index;
    return at[0] + (uint64_t)at[1] * m->run.launch->grid[0];
}

void sim_d_tell_phase(struct sim_d_machine *m, uint32_t slot, enum event_phase phase, cycle_t now)
{
    const struct sim_d_slot_clock *s = &m->clock->slot[slot];
    tell(m, slot, (struct event){.kind = EVENT_PHASE, .cycle = s->visible, .until = now,
                                 .phase = phase, .total = group_number(m, slot)});
}

/* The launch ends, or is cut short. */
void sim_d_tell_rest(struct sim_d_machine *m, cycle_t end)
{
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        m->clock->told[i].until = earlier(m->clock->told[i].until, end);
        end_wait(m, i);
    }
}

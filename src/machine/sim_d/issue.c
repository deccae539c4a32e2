/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - an instruction reaches the first decode stage.
 *
 * All its lanes execute now: what is older has executed, and no other work-group shares state with
 * it. What it does to the pipeline (masks, next instruction, request) travels with its parts and
 * happens at write-back.
 *
 * Between an instruction that disables all lanes and the pop that the decoder then injects, others
 * can issue: they are in its shadow. Vector instructions have no effect there, but the original
 * executes scalar instructions and requests (measured). Otherwise they only take their time. */
#include "machine/sim_d/clock.h"
#include "machine/sim_d/follow.h"

static bool changes_masks(const struct insn *insn)
{
    return sim_d_class(insn) == SIM_D_CLASS_CONTROL && insn->role != ROLE_TOKEN;
}

/* What follows from the state after a mask write. */
static void note_masks(struct sim_d_machine *m, struct sim_d_part *part)
{
    const struct sim_d_slot *s = &m->slot[part->slot];
    struct sim_d_slot_clock *clock = &m->clock->slot[part->slot];
    part->enabled = sim_d_any_enabled(s);
    part->finishes = s->finished;
    clock->shadow = !part->enabled && !part->finishes;
    if (part->finishes)
        clock->fetches = false;
    if (m->run.control->taint)
        sim_d_follow_masks(m, part->slot, part->insn);
}

static void redirect(struct sim_d_machine *m, struct sim_d_part *part)
{
    part->redirects = true;
    part->target = m->slot[part->slot].pc;
    m->clock->slot[part->slot].fetches = false;
}

/* ---- pops that no instruction asked for (SIMD-15) ---- */

static bool pop_is_under_way(const struct sim_d_clock *c, uint32_t slot)
{
    for (uint32_t i = 0; i < c->stages; i++) {
        const struct sim_d_part *part = &c->stage[i];
        if (part->insn && part->slot == slot && part->insn->role == ROLE_JOIN && !part->wrong &&
            !part->fresh)
            return true;
    }
    return false;
}

/* One pop at a time. The original only looks for its own: behind a cpop of the program it injects
 * another (measured). */
static bool must_inject(const struct sim_d_machine *m, uint32_t slot)
{
    const struct sim_d_clock *c = m->clock;
    const struct sim_d_slot_clock *s = &c->slot[slot];
    bool waits = m->numbers.original ? s->injecting : pop_is_under_way(c, slot);
    return !s->enabled && !m->slot[slot].finished && !waits;
}

static enum wc_status inject(struct sim_d_machine *m, uint32_t slot, const struct insn *place)
{
    struct sim_d_clock *c = m->clock;
    struct sim_d_part *part = &c->stage[0];
    c->slot[slot].pc = (uint32_t)(place - m->run.launch->program->insns); /* it follows the pop */
    c->slot[slot].injecting = true;
    *part = (struct sim_d_part){.insn = &c->pop, .slot = (uint8_t)slot, .writes = true};
    m->run.outcome->statistics.count[STAT_SIM_D_POPS]++;
    struct sim_d_group *group = &m->slot[slot].isa;
    if (m->numbers.original && !group->depth)
        group->depth = 1; /* the entry that was popped last is still there */
    if (m->run.observed)
        sim_d_note_lanes(m, part, true);
    if (m->run.control->taint)
        sim_d_follow_pop(m, slot);
    enum wc_status status = sim_d_pop(m, slot, place);
    redirect(m, part);
    note_masks(m, part);
    sim_d_begin_parts(c, part);
    return status;
}

/* ---- instructions ---- */

static bool has_effect(const struct sim_d_machine *m, const struct sim_d_part *part)
{
    const struct sim_d_slot_clock *s = &m->clock->slot[part->slot];
    return !part->wrong &&
           (!s->shadow || m->numbers.original || part->insn->role == ROLE_JOIN);
}

static bool goes_elsewhere(const struct sim_d_machine *m, const struct insn *insn)
{
    return insn->role == ROLE_JOIN || insn->role == ROLE_SPAWN ||
           (m->run.effect.kind == EFFECT_BRANCH && m->run.effect.taken);
}

static enum wc_status execute(struct sim_d_machine *m, struct sim_d_part *part)
{
    struct sim_d_slot_clock *s = &m->clock->slot[part->slot];
    const struct insn *insn = part->insn;
    enum wc_status status = sim_d_execute(m, part->slot, insn);
    if (status != WC_OK)
        return status;
    if (goes_elsewhere(m, insn))
        redirect(m, part);
    if (changes_masks(insn))
        note_masks(m, part);
    if (s->shadow && !m->numbers.original && !m->slot[part->slot].isa.depth)
        return sim_d_pop(m, part->slot, insn); /* fails: no pop can enable a lane */
    if (sim_d_class(insn) == SIM_D_CLASS_MEMORY) {
        part->requests = true;
        s->fetches = false;
        s->request = insn;
        s->access = m->slot[part->slot].isa.access;
    }
    return WC_OK;
}

enum wc_status sim_d_issue(struct sim_d_machine *m)
{
    struct sim_d_clock *c = m->clock;
    struct sim_d_part *part = &c->stage[0];
    enum wc_status status = WC_OK;
    part->fresh = false;
    bool counts = has_effect(m, part);
    if (m->run.observed)
        sim_d_note_lanes(m, part, counts);
    if (counts)
        status = execute(m, part);
    sim_d_begin_parts(c, part);
    return status;
}

/* Behind a request in a shadow and behind the end of the program no instruction arrives, but the
 * decoder pops all the same: the instruction in front of that place, or NULL. */
static const struct insn *last_fetched(const struct sim_d_machine *m, uint32_t slot)
{
    const struct sim_d_slot_clock *s = &m->clock->slot[slot];
    const struct program *program = m->run.launch->program;
    bool ended = s->state == SIM_D_SLOT_RUN && s->pc >= program->count;
    return ended ? &program->insns[program->count - 1] : s->request;
}

enum wc_status sim_d_check_pop(struct sim_d_machine *m)
{
    struct sim_d_clock *c = m->clock;
    struct sim_d_part *part = &c->stage[0];
    const struct insn *last = last_fetched(m, c->current);
    bool arrives = part->insn && part->fresh && !part->seen && !part->dead;
    part->seen = true;
    if (arrives && must_inject(m, part->slot))
        return inject(m, part->slot, part->insn);
    if (!part->insn && last && must_inject(m, c->current))
        return inject(m, c->current, last);
    return WC_OK;
}

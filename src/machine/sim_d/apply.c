/* SPDX-License-Identifier: Apache-2.0 */
/* apply.c - instructions of a work-group, and what they do to its masks and control stack. */
#include "machine/common/steps.h"
#include "machine/sim_d/follow.h"

/* ---- masks ---- */

static void combine_masks(struct sim_d_slot *s, uint32_t number)
{
    const uint64_t *mask = s->state[number].mask;
    warp_set_mask(s->isa.warp[number], mask[SIM_D_CTRL_RUN] & mask[SIM_D_CTRL_BREAK] &
                                           mask[SIM_D_CTRL_RET] & mask[SIM_D_CTRL_EXIT]);
}

bool sim_d_any_enabled(const struct sim_d_slot *s)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        any |= s->isa.warp[i]->mask;
    return any;
}

/* Enabled lanes in `off` lose one of their masks. */
static void disable(struct sim_d_slot *s, enum sim_d_vector_special which, const uint64_t *off)
{
    uint64_t left = 0;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        s->state[i].mask[which] &= ~(off[i] & s->isa.warp[i]->mask);
        combine_masks(s, i);
        left |= s->state[i].mask[SIM_D_CTRL_EXIT];
    }
    s->finished = !left;
}

/* ---- the control stack ---- */

static enum wc_status push(struct sim_d_machine *m, uint32_t slot, const struct insn *insn,
                           int32_t target, enum sim_d_stack_type type, const uint64_t *mask)
{
    struct sim_d_group *group = &m->slot[slot].isa;
    if (group->depth >= m->numbers.stack)
        return run_fail(&m->run, sim_d_warp(m, slot, 0), insn,
                        "the control stack overflows: it has %u entries", m->numbers.stack);
    struct sim_d_stack_entry *entry = &group->stack[group->depth++];
    entry->pc = (uint32_t)target;
    entry->type = (uint8_t)type;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        entry->mask[i] = mask[i];
    return WC_OK;
}

enum wc_status sim_d_pop(struct sim_d_machine *m, uint32_t slot, const struct insn *insn)
{
    struct sim_d_slot *s = &m->slot[slot];
    if (!s->isa.depth)
        return run_fail(&m->run, sim_d_warp(m, slot, 0), insn, "the control stack is empty");
    const struct sim_d_stack_entry *entry = &s->isa.stack[--s->isa.depth];
    const enum sim_d_vector_special mask = sim_d_stack_mask((enum sim_d_stack_type)entry->type);
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        s->state[i].mask[mask] = entry->mask[i];
        combine_masks(s, i);
    }
    s->pc = entry->pc;
    return WC_OK;
}

/* ---- effects ---- */

/* Lanes in `taken` continue later at the label. The original pushes them as they are, lanes that
 * are off included. */
static enum wc_status split(struct sim_d_machine *m, uint32_t slot, const struct insn *insn,
                            uint64_t *taken)
{
    struct sim_d_slot *s = &m->slot[slot];
    for (uint32_t i = 0; !m->numbers.original && i < SIM_D_WARPS; i++)
        taken[i] &= s->isa.warp[i]->mask;
    enum wc_status status = push(m, slot, insn, insn->target, SIM_D_STACK_IF, taken);
    if (status == WC_OK)
        disable(s, SIM_D_CTRL_RUN, taken);
    return status;
}

/* Other lanes than `taken` wait for the return, which restores what was there before; the original
 * restores `taken`. */
static enum wc_status call(struct sim_d_machine *m, uint32_t slot, const struct insn *insn,
                           const uint64_t *taken)
{
    struct sim_d_slot *s = &m->slot[slot];
    uint64_t before[SIM_D_WARPS], off[SIM_D_WARPS];
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        before[i] = m->numbers.original ? taken[i] : s->state[i].mask[SIM_D_CTRL_RET];
        off[i] = ~taken[i];
    }
    enum wc_status status = push(m, slot, insn, insn->next, SIM_D_STACK_RET, before);
    if (status == WC_OK)
        disable(s, SIM_D_CTRL_RET, off);
    s->pc = (uint32_t)insn->target;
    return status;
}

static enum wc_status apply_control(struct sim_d_machine *m, uint32_t slot,
                                    const struct insn *insn, uint64_t *taken, uint32_t value)
{
    struct sim_d_slot *s = &m->slot[slot];
    switch ((enum role)insn->role) {
    case ROLE_TOKEN:
        return push(m, slot, insn, insn->target, (enum sim_d_stack_type)value, taken);
    case ROLE_JOIN: return sim_d_pop(m, slot, insn);
    case ROLE_SPLIT: return split(m, slot, insn, taken);
    case ROLE_SPAWN: return call(m, slot, insn, taken);
    case ROLE_MASK: disable(s, SIM_D_CTRL_RUN, taken); return WC_OK;
    case ROLE_LEAVE: disable(s, SIM_D_CTRL_BREAK, taken); return WC_OK;
    case ROLE_PREDICATE: disable(s, SIM_D_CTRL_RET, taken); return WC_OK;
    default: disable(s, SIM_D_CTRL_EXIT, taken); return WC_OK;
    }
}

/* ---- counting ---- */

static void count(struct sim_d_machine *m, const struct sim_d_slot *s, const struct insn *insn)
{
    static const uint8_t by_class[] = {
        [SIM_D_CLASS_VECTOR] = STAT_SIM_D_VECTOR, [SIM_D_CLASS_RECIPROCAL] = STAT_SIM_D_RECIPROCAL,
        [SIM_D_CLASS_SCALAR] = STAT_SIM_D_SCALAR, [SIM_D_CLASS_DIVIDE] = STAT_SIM_D_SCALAR,
        [SIM_D_CLASS_CONTROL] = STAT_SIM_D_CONTROL, [SIM_D_CLASS_JUMP] = STAT_SIM_D_JUMP,
        [SIM_D_CLASS_MEMORY] = STAT_SIM_D_MEMORY};
    uint64_t *count = m->run.outcome->statistics.count;
    enum sim_d_class type = sim_d_class(insn);
    bool vector = type == SIM_D_CLASS_VECTOR || type == SIM_D_CLASS_RECIPROCAL ||
                  type == SIM_D_CLASS_CONTROL;
    uint32_t lanes = 0;
    for (uint32_t i = 0; vector && i < SIM_D_WARPS; i++)
        lanes += s->isa.warp[i]->active_count;
    count[by_class[type]]++;
    count[STAT_WARP_INSTRUCTIONS] += vector ? SIM_D_COLUMNS : 1;
    count[STAT_THREAD_INSTRUCTIONS] += vector ? lanes : 1;
    count[STAT_LOADS] += (insn->flags & INSN_LOAD) != 0;
    count[STAT_STORES] += (insn->flags & INSN_STORE) != 0;
    count[STAT_BRANCHES] += insn->flow == FLOW_BRANCH;
}

/* ---- running ---- */

static void run_warp(struct sim_d_machine *m, uint32_t slot, uint32_t number,
                     const struct insn *insn)
{
    struct resident *w = sim_d_warp(m, slot, number);
    struct effect *effect = &m->run.effect;
    if (m->run.control->steps)
        steps_before(m->run.control->steps, &w->warp, insn);
    if (m->run.control->taint)
        taint_before(&m->run, w, insn);
    insn->run(&w->warp, insn, effect);
    if (m->run.control->taint)
        taint_after(&m->run, w, insn);
    if (m->run.control->steps)
        run_log_step(&m->run, w, insn, effect);
}

static enum wc_status run_control(struct sim_d_machine *m, uint32_t slot, const struct insn *insn)
{
    uint64_t taken[SIM_D_WARPS];
    uint32_t value = 0;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++) {
        run_warp(m, slot, i, insn);
        taken[i] = m->run.effect.taken;
        value = m->run.effect.value;
    }
    return apply_control(m, slot, insn, taken, value);
}

static void run_scalar(struct sim_d_machine *m, uint32_t slot, const struct insn *insn)
{
    run_warp(m, slot, 0, insn);
    if (m->run.effect.kind == EFFECT_BRANCH && m->run.effect.taken)
        m->slot[slot].pc = (uint32_t)insn->target;
    if (sim_d_of(insn)->shows)
        sim_d_write_console(m, slot, insn);
}

enum wc_status sim_d_past_end(struct sim_d_machine *m, uint32_t slot)
{
    const struct program *program = m->run.launch->program;
    return run_fail(&m->run, sim_d_warp(m, slot, 0), &program->insns[program->count - 1],
                    "control runs past the end of the program");
}

enum wc_status sim_d_execute(struct sim_d_machine *m, uint32_t slot, const struct insn *insn)
{
    struct sim_d_slot *s = &m->slot[slot];
    enum wc_status status = WC_OK;
    count(m, s, insn);
    s->pc = (uint32_t)(insn - m->run.launch->program->insns) + 1;
    switch (sim_d_class(insn)) {
    case SIM_D_CLASS_VECTOR:
    case SIM_D_CLASS_RECIPROCAL:
        for (uint32_t i = 0; i < SIM_D_WARPS; i++)
            run_warp(m, slot, i, insn);
        break;
    case SIM_D_CLASS_CONTROL:
        status = run_control(m, slot, insn);
        break;
    case SIM_D_CLASS_MEMORY:
        run_scalar(m, slot, insn);
        status = sim_d_check_request(m, slot, insn);
        break;
    default:
        run_scalar(m, slot, insn);
    }
    return status;
}

bool sim_d_ends_with(const struct sim_d_machine *m, uint32_t slot, const struct insn *insn)
{
    const struct sim_d_slot *s = &m->slot[slot];
    uint64_t waiting = 0;
    for (uint32_t i = 0; i < SIM_D_WARPS; i++)
        waiting |= s->state[i].mask[SIM_D_CTRL_EXIT] & ~s->isa.warp[i]->mask;
    return sim_d_of(insn)->folds_exit && (m->numbers.original || !waiting);
}

enum wc_status sim_d_move(struct sim_d_machine *m, uint32_t slot, const struct insn *insn,
                          const struct sim_d_descriptor *access)
{
    struct sim_d_slot *s = &m->slot[slot];
    uint64_t address;
    if (m->run.control->taint)
        sim_d_follow_move(m, slot, insn, access);
    if (sim_d_transfer(&s->isa, access, m->run.memory, m->numbers.original, &address))
        return WC_OK;
    struct fault fault = {.kind = FAULT_OUT_OF_BOUNDS,
                          .access = access->store ? ACCESS_STORE : ACCESS_LOAD, .bytes = 4,
                          .space = access->space == SIM_D_SPACE_PAD ? MEMORY_SHARED
                                                                    : MEMORY_GLOBAL,
                          .address = address};
    return run_fault(&m->run, sim_d_warp(m, slot, 0), insn, &fault);
}

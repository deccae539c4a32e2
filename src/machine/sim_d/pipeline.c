/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline.c - hazards, and the movement of parts from stage to stage.
 *
 * With three decode stages stage k reads source k, with one it reads all. A source waits in its
 * stage for an older write of the same register, column and slot; there is no forwarding, but a
 * write-back is visible in its own cycle (SIMD-11). */
#include "machine/sim_d/clock.h"

enum { DIVIDER_TURNAROUND = 1 }; /* measured: two divisions start 9 cycles apart */

static bool is_by_column(uint32_t name)
{
    return name < SIM_D_NAME_S || name >= SIM_D_NAME_P;
}

static bool writes(const struct sim_d_part *older, const struct sim_d_part *part, uint32_t name)
{
    return older->slot == part->slot && older->writes &&
           sim_d_of(older->insn)->target == name &&
           (!is_by_column(name) || older->column == part->column);
}

/* Is a write of that register, for that column, still in a stage after `stage`? */
static bool is_pending(const struct sim_d_clock *c, uint32_t stage, const struct sim_d_part *part,
                       uint32_t name)
{
    for (uint32_t i = stage + 1; i < c->stages; i++) {
        if (c->stage[i].insn && writes(&c->stage[i], part, name))
            return true;
    }
    return c->left.insn && writes(&c->left, part, name);
}

/* Is an instruction of some kind of the part's work-group in a stage after `stage`? */
static bool is_before(const struct sim_d_clock *c, uint32_t stage, const struct sim_d_part *part,
                      bool (*kind)(const struct insn *insn))
{
    for (uint32_t i = stage + 1; i < c->stages; i++) {
        const struct sim_d_part *older = &c->stage[i];
        if (older->insn && older->slot == part->slot && !older->dead && kind(older->insn))
            return true;
    }
    return false;
}

static bool is_push(const struct insn *insn)
{
    return insn->role == ROLE_TOKEN || insn->role == ROLE_SPLIT || insn->role == ROLE_SPAWN;
}

static bool writes_stride(const struct insn *insn)
{
    return sim_d_of(insn)->target >= SIM_D_NAME_SC && sim_d_of(insn)->target < SIM_D_NAME_P;
}

/* Waits that are not for a source register. */
static bool waits_otherwise(const struct sim_d_clock *c, const struct sim_d_part *part)
{
    return (part->insn->role == ROLE_JOIN && is_before(c, 0, part, is_push)) ||
           (sim_d_of(part->insn)->reads_stride && is_before(c, 0, part, writes_stride));
}

static bool operands_ready(const struct sim_d_clock *c, uint32_t stage)
{
    const struct sim_d_part *part = &c->stage[stage];
    const struct sim_d_insn *own = sim_d_of(part->insn);
    if (stage == 0 && waits_otherwise(c, part))
        return false;
    for (uint32_t i = 0; i < SIM_D_SOURCES; i++) {
        bool read_here = c->numbers.decode == 1 || i == stage;
        if (read_here && own->source[i] != SIM_D_NO_NAME &&
            is_pending(c, stage, part, own->source[i]))
            return false;
    }
    return true;
}

static bool is_division(const struct sim_d_part *part)
{
    return sim_d_class(part->insn) == SIM_D_CLASS_DIVIDE;
}

/* May the part in `stage` be in the next one in the next cycle? */
static bool can_move(const struct sim_d_clock *c, uint32_t stage, cycle_t now)
{
    const struct sim_d_part *part = &c->stage[stage];
    if (!part->insn || c->stage[stage + 1].insn || now < part->held)
        return false;
    bool reads = stage < c->numbers.decode && (stage == 0 || !part->dead);
    if (reads && !operands_ready(c, stage))
        return false;
    return stage + 1 != c->numbers.decode ||
           (now + 1 >= c->execute_free && (!is_division(part) || now + 1 >= c->divider_free));
}

/* The divider is not pipelined: a division waits in the first execute stage so that it is written
 * back in order (SIMD-9). What follows waits one cycle longer (measured). */
static void start_division(struct sim_d_clock *c, struct sim_d_part *part, cycle_t now)
{
    const struct sim_d_clock_numbers *n = &c->numbers;
    c->divider_free = now + 1 + n->divider + DIVIDER_TURNAROUND;
    if (n->divider > n->execute) {
        part->held = now + 1 + (n->divider - n->execute) - 1;
        c->execute_free = part->held + 2;
    }
}

static void move(struct sim_d_machine *m, uint32_t stage, cycle_t now)
{
    struct sim_d_clock *c = m->clock;
    struct sim_d_part *part = &c->stage[stage + 1];
    enum { SENDS_BEFORE_END = 3 }; /* stages from the one that sends requests to write-back */
    *part = c->stage[stage];
    c->stage[stage].insn = NULL;
    if (stage == 0 && !part->wrong && part->writes) {
        c->issued = part->insn;
        c->issued_slot = part->slot;
        c->issued_column = part->column;
    }
    if (stage == 0 && part->requests)
        c->slot[part->slot].issued = now;
    if (stage + 1 == c->numbers.decode && is_division(part))
        start_division(c, part, now);
    if (part->requests && stage + 1 == c->stages - 1 - SENDS_BEFORE_END)
        sim_d_send(m, part->slot, now + 1);
}

enum wc_status sim_d_advance(struct sim_d_machine *m, cycle_t now)
{
    struct sim_d_clock *c = m->clock;
    enum wc_status status = WC_OK;
    for (uint32_t stage = c->stages - 1; status == WC_OK && stage-- > 0;) {
        c->stage[stage].waited = !can_move(c, stage, now);
        if (c->stage[stage].waited)
            continue;
        if (c->stage[stage].fresh && !c->stage[stage].dead)
            status = sim_d_issue(m);
        if (status == WC_OK)
            move(m, stage, now);
    }
    if (!c->stage[0].insn || c->stage[0].dead)
        c->stage[0] = sim_d_next_part(m, now);
    return status;
}

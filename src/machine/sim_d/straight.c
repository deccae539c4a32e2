/* SPDX-License-Identifier: Apache-2.0 */
/* straight.c - steps the pipeline over code that is fetched but does not count.
 *
 * Parts that are fetched while slot.fetches is false take their time and have no effect. */
#include "machine/sim_d/straight.h"

#include "machine/sim_d/clock.h"

/* A machine with a pipeline of its own; slots and memory are the real machine's. */
struct rig {
    struct sim_d_machine machine;
    struct sim_d_clock clock;
    struct launch launch;
    struct program program;
    struct outcome outcome;
};

/* Parts behind a division enter the execute stages when its result is on its way (pipeline.c). */
static void hold_divider(struct sim_d_clock *c, cycle_t cycles)
{
    c->divider_free = cycles;
    c->execute_free = cycles > c->numbers.execute ? cycles - c->numbers.execute : 0;
}

static void build(struct rig *rig, const struct sim_d_machine *m, cycle_t divider,
                  const struct insn *insns, uint32_t count)
{
    *rig = (struct rig){.machine = *m};
    rig->program = (struct program){.insns = (struct insn *)insns, .count = count};
    rig->launch = (struct launch){.program = &rig->program};
    rig->clock.numbers = m->clock->numbers;
    rig->clock.stages = m->clock->stages;
    sim_d_make_pop(&rig->clock.pop, &rig->clock.pop_own);
    rig->clock.slot[0] = (struct sim_d_slot_clock){
        .state = SIM_D_SLOT_RUN, .enabled = true, .free_at = NEVER};
    rig->machine.clock = &rig->clock;
    rig->machine.run.launch = &rig->launch;
    rig->machine.run.outcome = &rig->outcome;
    rig->machine.run.observed = false;
    hold_divider(&rig->clock, divider);
}

/* Cycles are bounded: every instruction leaves the pipeline. */
static bool is_empty(const struct rig *rig)
{
    for (uint32_t i = 0; i < rig->clock.stages; i++) {
        if (rig->clock.stage[i].insn)
            return false;
    }
    return rig->clock.slot[0].pc >= rig->program.count && !rig->clock.parts_left;
}

static const struct sim_d_part *leaving(const struct rig *rig)
{
    const struct sim_d_part *part = &rig->clock.stage[rig->clock.stages - 1];
    return part->insn ? part : NULL;
}

static void note(const struct sim_d_part *part, const struct insn *insns, cycle_t now,
                 struct sim_d_times *times)
{
    struct sim_d_times *of = &times[part->insn - insns];
    if (!of->last)
        of->first = now;
    of->last = now;
}

void sim_d_time_straight(const struct sim_d_machine *m, cycle_t divider,
                         const struct insn *insns, uint32_t count, struct sim_d_times *times)
{
    struct rig rig;
    build(&rig, m, divider, insns, count);
    for (uint32_t i = 0; i < count; i++)
        times[i] = (struct sim_d_times){0};
    for (cycle_t now = 0; !is_empty(&rig) || now == 0; now++) {
        const struct sim_d_part *part = leaving(&rig);
        if (part)
            note(part, insns, now, times);
        sim_d_retire(&rig.machine, now);
        sim_d_advance(&rig.machine, now);
    }
}

/* A stack whose top enables all lanes. */
static void make_stack(struct rig *rig)
{
    struct sim_d_slot *slot = &rig->machine.slot[0];
    slot->isa.depth = 1;
    slot->finished = false;
    slot->isa.stack[0] = (struct sim_d_stack_entry){.type = SIM_D_STACK_IF};
}

cycle_t sim_d_time_pop(const struct sim_d_machine *m, cycle_t divider,
                       const struct insn *insns, uint32_t count, uint32_t mask)
{
    struct rig rig;
    build(&rig, m, divider, insns, count);
    make_stack(&rig);
    for (cycle_t now = 0; !is_empty(&rig) || now == 0; now++) {
        const struct sim_d_part *part = leaving(&rig);
        if (part && part->insn == &rig.clock.pop && part->last)
            return now;
        if (part && part->insn == &insns[mask] && part->last)
            rig.clock.slot[0].enabled = false;
        sim_d_retire(&rig.machine, now);
        sim_d_check_pop(&rig.machine);
        sim_d_advance(&rig.machine, now);
    }
    return NEVER;
}

/* The first instruction at the popped place arrives in the next cycle, and is dropped. */
cycle_t sim_d_next_pop(const struct sim_d_machine *m)
{
    return m->clock->stages + SIM_D_COLUMNS - 1;
}

/* The last cycle in which a division that is flushed in cycle 0 can have started is -1. */
cycle_t sim_d_divider_max(const struct sim_d_machine *m)
{
    return m->clock->numbers.divider + 1;
}

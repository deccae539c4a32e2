/* SPDX-License-Identifier: Apache-2.0 */
/* serialisation.c - the system model, the order of pairs, and its minimal valid schedule. */
#include "bound/sim_d/serialisation.h"

const struct schedule_resource schedule_resources[SCHEDULE_RESOURCES] = {
    {SCHEDULE_COMPUTE, 1}, {SCHEDULE_DRAM, 1}, {SCHEDULE_SCRATCHPAD, 1}, {SCHEDULE_SCRATCHPAD, 2},
};

enum { COMPUTE = 0, DRAM = 1, FIRST_SCRATCHPAD = 2 }; /* in schedule_resources */

uint32_t schedule_resource(enum schedule_policy policy, enum schedule_type type, uint32_t slot)
{
    if (type == SCHEDULE_COMPUTE)
        return COMPUTE;
    if (type == SCHEDULE_DRAM || policy == SCHEDULE_AS_ACCESS)
        return DRAM;
    return policy == SCHEDULE_AS_COMPUTE ? COMPUTE : FIRST_SCRATCHPAD + slot;
}

size_t schedule_join(enum schedule_policy policy, const struct schedule_phase *phases,
                     size_t count, struct schedule_phase *out)
{
    size_t joined = 0;
    for (size_t i = 0; i < count; i++) {
        enum schedule_type type =
            schedule_resources[schedule_resource(policy, phases[i].type, 0)].type;
        if (joined && out[joined - 1].type == type)
            out[joined - 1].cost += phases[i].cost;
        else
            out[joined++] = (struct schedule_phase){type, phases[i].cost};
    }
    return joined;
}

bool schedule_alternates(const struct schedule_phase *phases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if ((phases[i].type == SCHEDULE_COMPUTE) != (i % 2 == 0))
            return false;
    }
    return count >= 2 && phases[count - 1].type == SCHEDULE_DRAM;
}

/* ---- serialisation ---- */

static struct schedule_step step_of(const struct schedule_kernel *kernel, uint64_t group,
                                    size_t phase)
{
    uint32_t slot = (uint32_t)(group % SCHEDULE_SLOTS);
    return (struct schedule_step){
        .phase = phase, .group = group, .slot = slot,
        .resource = schedule_resource(SCHEDULE_AS_ACCESS, kernel->phases[phase].type, slot)};
}

void schedule_serialise(const struct schedule_kernel *kernel, struct schedule_step *steps)
{
    for (uint64_t group = 0; group < kernel->groups; group += SCHEDULE_SLOTS) {
        bool pair = group + 1 < kernel->groups;
        for (size_t i = 0; i < kernel->count; i++) {
            *steps++ = step_of(kernel, group, i);
            if (pair && i > 0)
                *steps++ = step_of(kernel, group + 1, i - 1);
        }
        if (pair)
            *steps++ = step_of(kernel, group + 1, kernel->count - 1);
    }
}

/* ---- schedule ---- */

cycle_t schedule_release(const struct schedule_reservation *schedule, size_t m, uint32_t resource)
{
    cycle_t end = 0;
    for (size_t i = 0; i < m; i++) {
        if (schedule[i].step.resource == resource)
            end = later(end, schedule[i].end);
    }
    return end;
}

cycle_t schedule_slot_end(const struct schedule_reservation *schedule, size_t m, uint32_t slot)
{
    cycle_t end = 0;
    for (size_t i = 0; i < m; i++) {
        if (schedule[i].step.slot == slot)
            end = later(end, schedule[i].end);
    }
    return end;
}

/* Keeps the values of equations 3 and 4 instead of searching for them at every step. */
cycle_t schedule_minimal(const struct schedule_kernel *kernel, const struct schedule_step *steps,
                         size_t count, const cycle_t *durations,
                         struct schedule_reservation *out)
{
    cycle_t release[SCHEDULE_RESOURCES] = {0}, slot_end[SCHEDULE_SLOTS] = {0};
    cycle_t start = 0, end = 0;
    for (size_t i = 0; i < count; i++) {
        const struct schedule_step *step = &steps[i];
        start = later(start, later(release[step->resource], slot_end[step->slot]));
        cycle_t done = start + (durations ? durations[i] : kernel->phases[step->phase].cost);
        out[i] = (struct schedule_reservation){*step, start, done};
        release[step->resource] = slot_end[step->slot] = done;
        end = later(end, done);
    }
    return end;
}

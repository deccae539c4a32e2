/* SPDX-License-Identifier: Apache-2.0 */
/* serialisation_valid.c - whether a schedule is valid: definition 2, and what section 4.1 asks of a
 * serialisation (SIMD-47). */
#include "bound/sim_d/serialisation.h"

/* The last reservation before m that shares the slot or the resource; m: there is none. */
static size_t previous(const struct schedule_reservation *schedule, size_t m, bool same_slot)
{
    const struct schedule_step *step = &schedule[m].step;
    for (size_t i = m; i-- > 0;) {
        const struct schedule_step *other = &schedule[i].step;
        if (same_slot ? other->slot == step->slot : other->resource == step->resource)
            return i;
    }
    return m;
}

static const char *step_problem(const struct schedule_kernel *kernel,
                                const struct schedule_reservation *r)
{
    const struct schedule_step *step = &r->step;
    if (step->group >= kernel->groups || step->phase >= kernel->count ||
        step->slot >= SCHEDULE_SLOTS || step->resource >= SCHEDULE_RESOURCES)
        return "a step is not one of the kernel's";
    if (r->end <= r->start)
        return "a phase ends before it has started";
    return r->end - r->start > kernel->phases[step->phase].cost
               ? "a phase lasts longer than its cost" : NULL;
}

/* A work-group stays in its slot, from its first phase on, and the next one follows. */
static const char *order_problem(const struct schedule_reservation *schedule, size_t m)
{
    const struct schedule_reservation *r = &schedule[m];
    size_t before = previous(schedule, m, true);
    if (before == m)
        return r->step.phase == 0 ? NULL : "a work-group does not begin with its first phase";
    const struct schedule_reservation *b = &schedule[before];
    if (b->end > r->start)
        return "two phases of a slot overlap";
    if (b->step.group == r->step.group)
        return r->step.phase == b->step.phase + 1 ? NULL
                                                  : "phases of a work-group are not in order";
    if (b->step.group > r->step.group)
        return "work-groups of a slot are not in order";
    return r->step.phase == 0 ? NULL : "a work-group does not begin with its first phase";
}

const char *schedule_problem(const struct schedule_kernel *kernel,
                             const struct schedule_reservation *schedule, size_t count)
{
    const char *problem = NULL;
    for (size_t m = 0; !problem && m < count; m++) {
        size_t before = previous(schedule, m, false);
        problem = step_problem(kernel, &schedule[m]);
        if (!problem && m && schedule[m].start < schedule[m - 1].start)
            problem = "a phase starts before its predecessor";
        if (!problem && before != m && schedule[before].end > schedule[m].start)
            problem = "a resource is reserved twice at once";
        if (!problem)
            problem = order_problem(schedule, m);
    }
    return problem;
}

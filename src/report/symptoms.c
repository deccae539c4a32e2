/* SPDX-License-Identifier: Apache-2.0 */
/* symptoms.c - what a clocked run suffers from. */
#include "report/symptoms.h"

/* Shares of all, from which on something is worth a change. */
static const double long_wait = 0.1, many_conflicts = 0.15, empty_slots = 0.25, idle_lanes = 0.2;
/* Of the slots: with so many in use, no group is kept out. */
static const double nearly_all = 0.9;

static double value_of(const struct wc_result *r, const char *name)
{
    double value = 0;
    return wc_result_value(r, name, &value) ? value : 0;
}

double result_conflict_share(const struct wc_result *r)
{
    const double passes = value_of(r, "memory.shared_transactions");
    return passes > 0 ? value_of(r, "memory.shared_conflicts") / passes : 0;
}

double result_idle_share(const struct wc_result *r)
{
    const double idle = value_of(r, "stalls.idle");
    const double all = idle + (double)profile_cycles(&r->profile->total);
    return all > 0 ? idle / all : 0;
}

static uint64_t executions_at(const struct run_profile *profile, uint64_t address)
{
    uint64_t executions = 0;
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        for (uint32_t k = 0; k < row->instruction_count; k++) {
            if (row->instructions[k].address == address)
                executions += row->instructions[k].counts.executions;
        }
    }
    return executions;
}

bool result_needs_bound(const struct wc_result *r, const struct explain_loop *loop,
                        const struct result_loop *given)
{
    if (given->counted)
        return given->observed >= given->iterations;
    return r->profile && executions_at(r->profile, loop->place.address) >= loop->iterations;
}

static struct occupancy occupancy_of(const struct wc_result *r, const struct result_launch *launch)
{
    const uint64_t *count = launch->statistics.count;
    struct occupancy o = {
        .slots = (uint64_t)topology_units(&r->topology) * topology_issuers(&r->topology),
        .groups = count[STAT_GROUPS], .group_warps = count[STAT_GROUP_WARPS],
        .group_threads = count[STAT_GROUP_THREADS], .resident = count[STAT_GROUPS_RESIDENT]};
    if (r->topology.lockstep) /* a slot holds a group */
        o.group_warps = 1;
    o.warps = o.groups ? o.groups * o.group_warps : count[STAT_WARPS_STARTED];
    return o;
}

struct occupancy result_occupancy(const struct wc_result *r)
{
    struct occupancy most = {0};
    for (size_t i = 0; i < r->launch_count; i++) {
        const struct occupancy o = occupancy_of(r, &r->launches[i]);
        if (i == 0 || o.warps > most.warps)
            most = o;
    }
    return most;
}

/* Groups wait although slots are empty. */
static bool lacks_room(const struct wc_result *r)
{
    const struct occupancy o = result_occupancy(r);
    return o.groups > o.resident &&
           (double)(o.resident * o.group_warps) < nearly_all * (double)o.slots;
}

static bool waits_long(const struct wc_result *r, enum stall_reason reason)
{
    const struct profile_counts *all = &r->profile->total;
    return (double)all->waits[reason] > long_wait * (double)profile_cycles(all);
}

bool result_suffers(const struct wc_result *r, enum symptom symptom)
{
    switch (symptom) {
    case SYMPTOM_FETCH: return waits_long(r, STALL_FETCH);
    case SYMPTOM_MEMORY: return waits_long(r, STALL_MEMORY);
    case SYMPTOM_UNIT: return waits_long(r, STALL_UNIT);
    case SYMPTOM_CONFLICTS: return result_conflict_share(r) >= many_conflicts;
    case SYMPTOM_SLOTS: return result_idle_share(r) >= empty_slots;
    case SYMPTOM_ROOM: return result_idle_share(r) >= empty_slots && lacks_room(r);
    case SYMPTOM_LANES:
        return !r->topology.lockstep &&
               value_of(r, "lanes_active") <= (1 - idle_lanes) * r->topology.lane.count;
    }
    return false;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* groups.c - classes of work-groups, and the time of all of them. */
#include "bound/sim_d/groups.h"

/* Limits of the effort: work-groups, classes, nodes of the unrolled graph for all classes. */
enum { GROUPS_MAX = 1 << 16, CLASSES_MAX = 512, NODES_MAX = 1 << 24 };

/* ---- classes ---- */

static bool same_costs(const struct sim_d_paths *paths, const struct sim_d_block_request *a,
                       const struct sim_d_block_request *b)
{
    for (uint32_t i = 0; i < paths->dag->graph->count; i++) {
        if (a[i].cycles != b[i].cycles || a[i].may_be_empty != b[i].may_be_empty)
            return false;
    }
    return true;
}

static void note_phases(const struct sim_d_paths *paths, cycle_t start, bool as_compute,
                        struct sim_d_group_class *to)
{
    struct sim_d_phases phases;
    if (!sim_d_all_phases(paths, !as_compute, &phases) || !phases.count)
        return;
    to->phases[as_compute] = arena_array(paths->arena, phases.count, sizeof(cycle_t));
    to->count[as_compute] = phases.count;
    to->ends_with_store[as_compute] = phases.ends_with_store;
    for (uint32_t i = 0; i < phases.count; i++)
        to->phases[as_compute][i] = phases.list[i].cycles + (i == 0 ? start : 0);
}

static bool fill(const struct sim_d_paths *all, cycle_t start, struct sim_d_group_class *to)
{
    static const bool any[SIM_D_RESOURCES] = {true, true, true};
    struct sim_d_paths paths = *all;
    struct sim_d_path path;
    paths.requests = to->requests;
    if (!sim_d_critical_path(&paths, any, &path))
        return false;
    for (unsigned i = 0; i < SIM_D_RESOURCES; i++)
        to->sum[i] = path.sum[i] + (i == SIM_D_COMPUTE ? start : 0);
    to->total = path.total + start;
    note_phases(&paths, start, false, to);
    note_phases(&paths, start, true, to);
    return true;
}

static uint32_t find(const struct sim_d_paths *paths, const struct sim_d_classes *classes,
                     const struct sim_d_block_request *requests)
{
    uint32_t i = 0;
    while (i < classes->count && !same_costs(paths, classes->list[i].requests, requests))
        i++;
    return i;
}

/* The class of one more work-group, whose requests are in `requests`. */
static bool add(const struct sim_d_paths *paths, cycle_t start, struct sim_d_classes *classes,
                struct sim_d_block_request **requests, uint64_t group)
{
    const uint32_t blocks = paths->dag->graph->count, number = find(paths, classes, *requests);
    classes->of[group] = number;
    if (number < classes->count)
        return true;
    if (number >= CLASSES_MAX || (uint64_t)(number + 1) * paths->dag->count > NODES_MAX)
        return false;
    struct sim_d_group_class *to = &classes->list[classes->count++];
    to->requests = *requests;
    *requests = arena_array(paths->arena, blocks, sizeof **requests);
    return fill(paths, start, to);
}

bool sim_d_classes_make(struct sim_d_group_shapes *shapes, const struct sim_d_paths *paths,
                        cycle_t start, uint64_t groups, struct sim_d_classes *out)
{
    const uint32_t blocks = paths->dag->graph->count;
    *out = (struct sim_d_classes){.groups = groups};
    if (groups > GROUPS_MAX)
        return false;
    out->of = arena_array(paths->arena, groups, sizeof *out->of);
    out->list = arena_array(paths->arena, CLASSES_MAX, sizeof *out->list);
    struct sim_d_block_request *requests =
        arena_array(paths->arena, blocks, sizeof *requests);
    for (uint32_t i = 0; i < groups; i++) {
        if (sim_d_group_requests(shapes, i, requests) != WC_OK ||
            !add(paths, start, out, &requests, i))
            return false;
    }
    return true;
}

void sim_d_classes_longest(const struct sim_d_classes *classes, uint32_t blocks,
                           struct sim_d_block_request *requests)
{
    for (uint32_t i = 0; i < blocks; i++) {
        bool may_be_empty = false;
        requests[i] = classes->list[0].requests[i];
        for (uint32_t k = 0; k < classes->count; k++) {
            const struct sim_d_block_request *other = &classes->list[k].requests[i];
            may_be_empty |= other->may_be_empty;
            if (other->cycles > requests[i].cycles)
                requests[i] = *other;
        }
        requests[i].may_be_empty = may_be_empty;
    }
}

/* ---- the time of all ---- */

static const struct sim_d_group_class *class_of(const struct sim_d_classes *classes, uint64_t group)
{
    return &classes->list[classes->of[group]];
}

cycle_t sim_d_classes_serial(const struct sim_d_classes *classes)
{
    cycle_t sum = 0;
    for (uint64_t i = 0; i < classes->groups; i++)
        sum += class_of(classes, i)->total;
    return sum;
}

cycle_t sim_d_classes_sum(const struct sim_d_classes *classes, enum sim_d_resource resource)
{
    cycle_t sum = 0;
    for (uint64_t i = 0; i < classes->groups; i++)
        sum += class_of(classes, i)->sum[resource];
    return sum;
}

/* From the first phase of `b` to the start of its last one: `a` is one phase ahead. */
static cycle_t swap(const cycle_t *a, const cycle_t *b, uint32_t count)
{
    cycle_t sum = 0;
    for (uint32_t i = 0; i + 1 < count; i++)
        sum += later(a[i + 1], b[i]);
    return sum;
}

static cycle_t after_first(const cycle_t *a, uint32_t count)
{
    cycle_t sum = 0;
    for (uint32_t i = 1; i < count; i++)
        sum += a[i];
    return sum;
}

/* The first phase of a work-group runs beside the last one of the pair before it, if those end with
 * a store (SIMD-49). */
static cycle_t enter(const cycle_t *last, const cycle_t *first, bool overlaps)
{
    if (!first)
        return last ? *last : 0;
    if (!last)
        return *first;
    return overlaps ? later(*last, *first) : *last + *first;
}

cycle_t sim_d_classes_pairs(const struct sim_d_classes *classes, bool as_compute)
{
    const struct sim_d_group_class *any = class_of(classes, 0);
    const uint32_t count = any->count[as_compute];
    const bool overlaps = any->ends_with_store[as_compute];
    const cycle_t *last = NULL;
    cycle_t sum = 0;
    if (!count)
        return NEVER;
    for (uint64_t i = 0; i < classes->groups; i += 2) {
        const cycle_t *a = class_of(classes, i)->phases[as_compute], *b = NULL;
        sum += enter(last, a, overlaps);
        if (i + 1 == classes->groups)
            return sum + after_first(a, count);
        b = class_of(classes, i + 1)->phases[as_compute];
        sum += swap(a, b, count);
        last = &b[count - 1];
    }
    return sum + enter(last, NULL, overlaps);
}

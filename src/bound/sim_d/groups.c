/* SPDX-License-Identifier: Apache-2.0 */
/* groups.c - classes of work-groups, and the time of all of them. */
#include "bound/sim_d/groups.h"

#include <string.h>

/* Limits of the effort: work-groups, classes, nodes of the unrolled graph for all classes. */
enum { GROUPS_MAX = 1 << 16, CLASSES_MAX = 4096, NODES_MAX = 1 << 24 };

/* ---- classes ---- */

static bool same_ways(const struct sim_d_dag *dag, const struct sim_d_open *a,
                      const struct sim_d_open *b)
{
    return !a || (memcmp(a->way, b->way, dag->way_count) == 0 &&
                  memcmp(a->end, b->end, dag->count) == 0);
}

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
    to->shortest[as_compute] = phases.shortest;
    for (uint32_t i = 0; i < phases.count; i++)
        to->phases[as_compute][i] = phases.list[i].cycles + (i == 0 ? start : 0);
}

static bool fill(const struct sim_d_paths *all, cycle_t start, struct sim_d_group_class *to)
{
    static const bool any[SIM_D_RESOURCES] = {true, true, true};
    struct sim_d_paths paths = *all;
    struct sim_d_path path;
    paths.requests = to->requests;
    paths.open = to->open;
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
                     const struct sim_d_block_request *requests, const struct sim_d_open *open)
{
    uint32_t i = 0;
    while (i < classes->count && !(same_ways(paths->dag, open, classes->list[i].open) &&
                                   same_costs(paths, classes->list[i].requests, requests)))
        i++;
    return i;
}

static struct sim_d_open *new_open(const struct sim_d_paths *paths)
{
    const struct sim_d_dag *dag = paths->dag;
    struct sim_d_open *open = arena_alloc(paths->arena, sizeof *open);
    open->way = arena_array(paths->arena, dag->way_count, sizeof *open->way);
    open->end = arena_array(paths->arena, dag->count, sizeof *open->end);
    return open;
}

static void open_more(const struct sim_d_dag *dag, struct sim_d_open *into,
                      const struct sim_d_open *more)
{
    for (uint32_t i = 0; i < dag->way_count; i++)
        into->way[i] |= more->way[i];
    for (uint32_t i = 0; i < dag->count; i++)
        into->end[i] |= more->end[i];
}

static const struct sim_d_open *keep_open(const struct sim_d_paths *paths,
                                          const struct sim_d_open *open)
{
    if (!open)
        return NULL;
    struct sim_d_open *kept = new_open(paths);
    open_more(paths->dag, kept, open);
    return kept;
}

/* The class of one more work-group, whose requests are in `requests`. */
static bool add(const struct sim_d_paths *paths, cycle_t start, struct sim_d_classes *classes,
                struct sim_d_block_request **requests, const struct sim_d_open *open,
                uint64_t group)
{
    const uint32_t blocks = paths->dag->graph->count;
    const uint32_t number = find(paths, classes, *requests, open);
    classes->of[group] = number;
    if (number < classes->count)
        return true;
    if (number >= CLASSES_MAX || (uint64_t)(number + 1) * paths->dag->count > NODES_MAX)
        return false;
    struct sim_d_group_class *to = &classes->list[classes->count++];
    to->requests = *requests;
    to->open = keep_open(paths, open);
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
            !add(paths, start, out, &requests, sim_d_group_open(shapes), i))
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

const struct sim_d_open *sim_d_classes_open(const struct sim_d_classes *classes,
                                            const struct sim_d_paths *paths)
{
    if (!classes->list[0].open)
        return NULL;
    struct sim_d_open *open = new_open(paths);
    for (uint32_t i = 0; i < classes->count; i++)
        open_more(paths->dag, open, classes->list[i].open);
    return open;
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

/* ---- pairs ---- */

/* The phases that all work-groups have, at least and at most. */
struct phase_counts {
    uint32_t min, max;
};

static struct phase_counts count_phases(const struct sim_d_classes *classes, bool as_compute)
{
    struct phase_counts counts = {.min = UINT32_MAX};
    for (uint32_t i = 0; i < classes->count; i++) {
        const struct sim_d_group_class *of = &classes->list[i];
        if (!of->count[as_compute])
            return (struct phase_counts){0};
        counts.max = of->count[as_compute] > counts.max ? of->count[as_compute] : counts.max;
        counts.min = of->shortest[as_compute] < counts.min ? of->shortest[as_compute] : counts.min;
    }
    return counts;
}

/* Phases that a work-group does not have take no time (theorem 2). */
static cycle_t phase_of(const struct sim_d_group_class *of, bool as_compute, uint32_t number)
{
    return number < of->count[as_compute] ? of->phases[as_compute][number] : 0;
}

/* From the first phase of `b` to the start of its last one: `a` is one phase ahead. */
static cycle_t swap(const struct sim_d_group_class *a, const struct sim_d_group_class *b,
                    bool as_compute, uint32_t count)
{
    cycle_t sum = 0;
    for (uint32_t i = 0; i + 1 < count; i++)
        sum += later(phase_of(a, as_compute, i + 1), phase_of(b, as_compute, i));
    return sum;
}

static cycle_t after_first(const struct sim_d_group_class *of, bool as_compute)
{
    cycle_t sum = 0;
    for (uint32_t i = 1; i < of->count[as_compute]; i++)
        sum += of->phases[as_compute][i];
    return sum;
}

/* The first work-group of a pair opens the slot of the second one a second time, in vain, if it
 * starts its last phase while the pair before it still stores. After a whole request it cannot. If
 * all work-groups have one or two phases, it does no harm. */
static bool may_break(const struct sim_d_group_class *first, bool as_compute,
                      struct phase_counts counts)
{
    return first->shortest[as_compute] <= SIM_D_REQUEST_PHASES && counts.min < counts.max;
}

cycle_t sim_d_classes_pairs(const struct sim_d_classes *classes, bool as_compute)
{
    const struct phase_counts counts = count_phases(classes, as_compute);
    const bool overlaps = counts.max % 2 == 0; /* the last phase of a pair is a store (SIMD-49) */
    cycle_t sum = 0, last = 0, broken = 0, left = sim_d_classes_serial(classes);
    if (!counts.max)
        return NEVER;
    for (uint64_t i = 0; i < classes->groups; i += 2) {
        const struct sim_d_group_class *a = class_of(classes, i), *b;
        const cycle_t first = phase_of(a, as_compute, 0);
        if (i && may_break(a, as_compute, counts))
            broken = later(broken, sum + last + left);
        sum += overlaps ? later(last, first) : last + first;
        if (i + 1 == classes->groups)
            return later(broken, sum + after_first(a, as_compute));
        b = class_of(classes, i + 1);
        sum += swap(a, b, as_compute, counts.max);
        last = phase_of(b, as_compute, counts.max - 1);
        left -= a->total + b->total;
    }
    return later(broken, sum + last);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* analysis.c - the steps in their order, and the four bounds. */
#include "bound/sim_d/analysis.h"

#include "bound/engine/walk.h"
#include "machine/sim_d/clock.h"

enum { DISPATCH = 1 }; /* cycles from the end of a work-group to the first fetch of the next one */

/* ---- steps 1 to 4 ---- */

static enum wc_status make_graph(struct error *err, const struct sim_d_machine *machine,
                                 const struct launch *launch, const struct walk_bounds *loops,
                                 struct arena *arena, struct sim_d_analysis *a)
{
    a->graph = (struct sim_d_graph){.arena = arena, .program = launch->program,
                                    .original = a->original,
                                    .forgets = machine->numbers.original,
                                    .stack_max = machine->numbers.stack};
    enum wc_status status = sim_d_graph_make(err, &a->graph);
    if (status == WC_OK && loops)
        sim_d_graph_take_loops(&a->graph, loops);
    if (status == WC_OK)
        status = sim_d_unroll(err, &a->graph, &a->dag);
    if (status == WC_OK)
        sim_d_costs_make(&a->costs, machine, &a->graph);
    return status;
}

/* What each work-group requests, and where (docs/sim-d-tight.md). False: that is not known, or too
 * much work. */
static bool tell_apart(struct error *err, const struct sim_d_machine *machine,
                       const struct launch *launch, struct arena *arena, struct sim_d_analysis *a)
{
    const struct sim_d_tight *tight = &machine->clock->numbers.tight;
    if (a->original || !(tight->alignment || tight->groups || tight->paths) ||
        sim_d_find_requests(err, machine, launch, &a->dag, a->request_costs, false,
                            &a->requests) != WC_OK)
        return false;
    const struct sim_d_paths paths = {.arena = arena, .dag = &a->dag, .costs = &a->costs,
                                      .requests = a->requests};
    struct sim_d_group_shapes *shapes =
        sim_d_group_shapes_make(err, machine, launch, &a->dag, a->request_costs, a->requests);
    if (!sim_d_classes_make(shapes, &paths, a->start, a->groups, &a->classes))
        return false;
    sim_d_classes_longest(&a->classes, a->graph.count, a->requests);
    a->open = sim_d_classes_open(&a->classes, &paths);
    a->has_classes = tight->groups;
    return true;
}

/* Otherwise all work-groups have the longest requests, at any place. */
static enum wc_status find_requests(struct error *err, const struct sim_d_machine *machine,
                                    const struct launch *launch, struct arena *arena,
                                    struct sim_d_analysis *a)
{
    if (tell_apart(err, machine, launch, arena, a))
        return WC_OK;
    error_clear(err);
    return sim_d_find_requests(err, machine, launch, &a->dag, a->request_costs, true,
                               &a->requests);
}

/* ---- steps 5 and 6 ---- */

static bool find_original(struct sim_d_analysis *a, const struct sim_d_paths *paths)
{
    static const bool compute[SIM_D_RESOURCES] = {[SIM_D_COMPUTE] = true};
    static const bool pads[SIM_D_RESOURCES] = {[SIM_D_COMPUTE] = true, [SIM_D_PADS] = true};
    struct sim_d_path other;
    if (!sim_d_critical_path(paths, pads, &other) ||
        !sim_d_critical_path(paths, compute, &a->path))
        return false;
    a->phases[false] = sim_d_path_phases(paths, &a->path, true);
    a->phases[true] = sim_d_path_phases(paths, &other, false);
    return true;
}

static bool find_safe(struct sim_d_analysis *a, const struct sim_d_paths *paths)
{
    static const bool all[SIM_D_RESOURCES] = {true, true, true};
    if (!sim_d_critical_path(paths, all, &a->path))
        return false;
    for (unsigned as_compute = 0; as_compute < 2; as_compute++) {
        if (!sim_d_all_phases(paths, !as_compute, &a->phases[as_compute]))
            a->phases[as_compute].count = 0;
    }
    return true;
}

/* ---- steps 7 and 8 ---- */

/* Whether the first request of a work-group may be without a word. Scratchpads as compute are no
 * requests. */
static bool may_begin_empty(const struct sim_d_analysis *a, struct arena *arena, bool as_compute)
{
    const struct sim_d_dag *dag = &a->dag;
    bool *reached = arena_array(arena, dag->count, sizeof *reached);
    bool found = false;
    reached[0] = true;
    for (uint32_t i = 0; i < dag->count; i++) {
        const struct sim_d_node *node = &dag->nodes[dag->order[i]];
        const struct sim_d_block_request *request = &a->requests[node->block];
        bool requests = a->graph.blocks[node->block].requests && !(request->pad && as_compute);
        if (!reached[dag->order[i]])
            continue;
        found |= requests && !request->pad && request->may_be_empty;
        for (uint32_t way = node->first_way;
             !requests && way < node->first_way + node->way_count; way++)
            reached[dag->ways[way].to] |= !a->open || a->open->way[way];
    }
    return found;
}

static void pair_up(struct sim_d_analysis *a, struct arena *arena, bool as_compute)
{
    const struct sim_d_phases *phases = &a->phases[as_compute];
    cycle_t *cycles = arena_array(arena, phases->count + 1u, sizeof *cycles);
    for (uint32_t i = 0; i < phases->count; i++)
        cycles[i] = phases->list[i].cycles;
    cycles[0] += a->start;
    if (!phases->count)
        return;
    const bool overlaps = a->original || phases->ends_with_store;
    struct sim_d_pair *pair = &a->pair[as_compute];
    *pair = sim_d_pair_cost(cycles, phases->count, overlaps);
    a->ahead[as_compute] = !a->original && may_begin_empty(a, arena, as_compute);
    if (a->ahead[as_compute])
        pair->together =
            later(pair->together, sim_d_pair_ahead(cycles, phases->count, overlaps));
}

static struct sim_d_bound_parts make_parts(cycle_t upload, cycle_t work,
                                           struct sim_d_refresh refresh)
{
    return (struct sim_d_bound_parts){upload + work + refresh.cycles, work, refresh, false};
}

static cycle_t phase_sum(const struct sim_d_phases *phases, int resource)
{
    cycle_t sum = 0;
    for (uint32_t i = 0; i < phases->count; i++)
        sum += resource < 0 || phases->list[i].resource == resource ? phases->list[i].cycles : 0;
    return sum;
}

/* SIMD-73: the upload is inflated in all bounds but L, of whose resources only DRAM is. */
static void bound_original(struct sim_d_analysis *a, const struct sim_d_memory_numbers *n)
{
    const struct sim_d_phases *phases = &a->phases[false];
    const cycle_t all = phase_sum(phases, -1);
    const cycle_t dram = a->groups * phase_sum(phases, SIM_D_DRAM);
    const cycle_t half = (a->groups + 1) / 2 * all;
    const struct sim_d_refresh none = {0};
    struct sim_d_bound_parts *l = &a->bound[SIM_D_BOUND_L];
    const struct sim_d_bound_parts lower[] = {
        make_parts(a->upload, a->groups * phase_sum(phases, SIM_D_COMPUTE), none),
        make_parts(a->upload, a->groups * phase_sum(phases, SIM_D_PADS), none),
        make_parts(a->upload, dram, sim_d_refresh_original(n, dram)),
        make_parts(a->upload, half, sim_d_refresh_original(n, half))};
    for (unsigned i = 0; i < sizeof lower / sizeof lower[0]; i++)
        *l = lower[i].cycles > l->cycles ? lower[i] : *l;
    const cycle_t work[SIM_D_BOUNDS] = {
        [SIM_D_BOUND_U] = a->groups * all,
        [SIM_D_BOUND_ACCESS] = sim_d_pairs_time(&a->pair[false], a->groups),
        [SIM_D_BOUND_COMPUTE] = sim_d_pairs_time(&a->pair[true], a->groups)};
    for (unsigned i = SIM_D_BOUND_U; i < SIM_D_BOUNDS; i++)
        a->bound[i] =
            make_parts(a->upload, work[i], sim_d_refresh_original(n, a->upload + work[i]));
}

static bool requests_dram(const struct sim_d_analysis *a)
{
    for (uint32_t i = 0; i < a->dag.count; i++) {
        const uint32_t block = a->dag.nodes[i].block;
        if (a->graph.blocks[block].requests && !a->requests[block].pad)
            return true;
    }
    return false;
}

/* Refreshes delay only what waits for DRAM, on any path. */
static struct sim_d_bound_parts inflate(const struct sim_d_analysis *a,
                                        const struct sim_d_memory_numbers *n, cycle_t work)
{
    struct sim_d_refresh refresh = {0};
    if (requests_dram(a))
        refresh = sim_d_refresh_safe(n, a->any_phase, a->upload + work,
                                     request_refresh_cost(a->request_costs));
    return make_parts(a->upload, work, refresh);
}

/* The critical path, over all work-groups. There are two scratchpads. */
static void bound_lower(struct sim_d_analysis *a, const struct sim_d_memory_numbers *n)
{
    const struct sim_d_refresh none = {0};
    const uint64_t w = a->groups, pairs = (w + 1) / 2;
    const cycle_t *sum = a->path.sum;
    struct sim_d_bound_parts *l = &a->bound[SIM_D_BOUND_L];
    struct sim_d_bound_parts lower[] = {
        make_parts(a->upload, w * sum[SIM_D_COMPUTE], none),
        make_parts(a->upload, pairs * sum[SIM_D_PADS], none),
        inflate(a, n, w * sum[SIM_D_DRAM]), inflate(a, n, pairs * a->path.total)};
    if (a->has_classes) {
        const struct sim_d_classes *c = &a->classes;
        lower[0] = make_parts(a->upload, sim_d_classes_sum(c, SIM_D_COMPUTE), none);
        lower[1] = make_parts(a->upload, sim_d_classes_sum(c, SIM_D_PADS) / 2, none);
        lower[2] = inflate(a, n, sim_d_classes_sum(c, SIM_D_DRAM));
        lower[3] = inflate(a, n, sim_d_classes_serial(c) / 2);
    }
    for (unsigned i = 0; i < sizeof lower / sizeof lower[0]; i++)
        *l = lower[i].cycles > l->cycles ? lower[i] : *l;
}

/* Whether an early end may break pairs. A work-group that starts its last phase while the pair
 * before it still stores opens no slot for the next one (dispatch.c). With classes it is known
 * which ones may; pairs that are ahead are taken as a whole. */
static bool breaks_pairs(const struct sim_d_analysis *a, const struct sim_d_tight *tight,
                         bool as_compute)
{
    const struct sim_d_phases *phases = &a->phases[as_compute];
    if (phases->shortest == phases->count || a->groups <= 2)
        return false;
    if (!tight->pairs || a->ahead[as_compute])
        return true;
    return !a->has_classes && phases->shortest <= SIM_D_REQUEST_PHASES;
}

/* At slower clocks two requests can end in one compute cycle, and work-groups of a pair need not
 * swap. */
static bool forms_pairs(const struct sim_d_analysis *a, const struct sim_d_clock_numbers *n,
                        bool as_compute)
{
    enum { PAIRS_MHZ_MIN = 1000 };
    const uint32_t mhz = n->memory.compute_mhz;
    /* A request without words takes two DRAM cycles: it must end in a compute cycle of its own. */
    return a->phases[as_compute].count && mhz >= PAIRS_MHZ_MIN && 2 * mhz > n->memory.dram->mhz &&
           !breaks_pairs(a, &n->tight, as_compute);
}

static void bound_safe(struct sim_d_analysis *a, const struct sim_d_clock_numbers *numbers)
{
    const struct sim_d_memory_numbers *n = &numbers->memory;
    bound_lower(a, n);
    const cycle_t serial = a->has_classes ? sim_d_classes_serial(&a->classes)
                                          : a->groups * (a->path.total + a->start);
    a->bound[SIM_D_BOUND_U] = inflate(a, n, serial);
    for (unsigned as_compute = 0; as_compute < 2; as_compute++) {
        struct sim_d_bound_parts *to = &a->bound[SIM_D_BOUND_ACCESS + as_compute];
        const cycle_t pairs = a->has_classes && !a->ahead[as_compute]
                                  ? sim_d_classes_pairs(&a->classes, as_compute)
                                  : sim_d_pairs_time(&a->pair[as_compute], a->groups);
        const bool is_serial = pairs > serial || !forms_pairs(a, numbers, as_compute);
        *to = inflate(a, n, is_serial ? serial : pairs);
        to->serial = is_serial;
    }
}

enum wc_status sim_d_analyse(struct error *err, struct sim_d_machine *machine,
                             const struct launch *launch, const struct walk_bounds *loops,
                             struct arena *arena, struct sim_d_analysis *a)
{
    const struct sim_d_clock_numbers *n = &machine->clock->numbers;
    *a = (struct sim_d_analysis){.original = n->original_analysis, .groups = machine->groups};
    a->start = a->original ? 0 : DISPATCH;
    a->any_phase = !n->tight.refresh;
    a->phase = n->memory.refresh_phase;
    a->upload = sim_d_load_cycles(machine->clock->memory, launch->program->count);
    a->request_costs = request_costs_create(arena, &n->memory,
                                            a->original ? COST_ORIGINAL : COST_SAFE);
    request_costs_set_watch(a->request_costs, loops ? loops->watch : NULL);
    enum wc_status status = make_graph(err, machine, launch, loops, arena, a);
    if (status == WC_OK)
        status = find_requests(err, machine, launch, arena, a);
    if (status == WC_OK)
        status = request_costs_check(err, a->request_costs);
    if (status != WC_OK)
        return status;
    const struct sim_d_paths paths = {.arena = arena, .dag = &a->dag, .costs = &a->costs,
                                      .requests = a->requests, .open = a->open};
    if (!(a->original ? find_original : find_safe)(a, &paths))
        return fail_at(err, WC_BAD_INPUT, launch->image->path, 0, 0,
                       "no bound: no path through the program reaches an exit%s",
                       a->original ? " (the original's analyser knows no loops of one block)" : "");
    pair_up(a, arena, false);
    pair_up(a, arena, true);
    if (a->original)
        bound_original(a, &n->memory);
    else
        bound_safe(a, n);
    return WC_OK;
}

enum sim_d_bound_kind sim_d_bound_of(enum sim_d_policy policy)
{
    return policy == SIM_D_AS_ACCESS    ? SIM_D_BOUND_ACCESS
           : policy == SIM_D_AS_COMPUTE ? SIM_D_BOUND_COMPUTE
                                        : SIM_D_BOUND_U;
}

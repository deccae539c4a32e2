/* SPDX-License-Identifier: Apache-2.0 */
/* bound.c - the bound of a Sim-D launch under the policy of its machine, as a tree of terms. */
#include "bound/sim_d/bound.h"

#include "bound/sim_d/explain.h"
#include "bound/sim_d/watch.h"
#include "machine/sim_d/clock.h"

static struct term *upload_term(struct arena *arena, const struct sim_d_analysis *a)
{
    return term_number(arena, (struct term_name){"upload", "the program goes to the instruction "
                                                 "memory", NULL}, a->upload);
}

static struct term *product(struct arena *arena, struct term_name as, struct term_name count,
                            uint64_t times, struct term *each)
{
    struct term *term = term_make(arena, TERM_PRODUCT, as);
    term_add(term, term_number(arena, count, times));
    term_add(term, each);
    return term;
}

static struct term *refresh_term(struct arena *arena, const struct sim_d_refresh *refresh)
{
    const struct term_name as = {"refresh", "DRAM is refreshed", NULL};
    if (!refresh->count || refresh->cycles % refresh->count)
        return term_number(arena, as, refresh->cycles);
    const struct term_name count = {"refreshes", NULL, "refresh commands"};
    return product(arena, as, count, refresh->count,
                   term_number(arena, (struct term_name){"each", NULL, NULL},
                               refresh->cycles / refresh->count));
}

/* The same where work-groups differ: the sum of all. */
static void add_classes(struct arena *arena, struct term *tree, const struct sim_d_analysis *a)
{
    static const struct term_name names[SIM_D_RESOURCES] = {
        [SIM_D_COMPUTE] = {"compute", "compute phases of all work-groups", NULL},
        [SIM_D_DRAM] = {"dram", "requests to DRAM", NULL},
        [SIM_D_PADS] = {"scratchpad", "requests to scratchpads", NULL}};
    for (unsigned i = 0; i < SIM_D_RESOURCES; i++)
        term_add(tree, term_number(arena, names[i],
                                   sim_d_classes_sum(&a->classes, (enum sim_d_resource)i)));
}

/* One after the other: any policy. */
static void add_serial(struct arena *arena, struct term *tree, const struct sim_d_analysis *a)
{
    static const struct term_name names[SIM_D_RESOURCES] = {
        [SIM_D_COMPUTE] = {"compute", "compute phases of all work-groups", NULL},
        [SIM_D_DRAM] = {"dram", "requests to DRAM", NULL},
        [SIM_D_PADS] = {"scratchpad", "requests to scratchpads", NULL}};
    const struct term_name groups = {"groups", NULL, "work-groups"}, each = {"each", NULL, NULL};
    cycle_t sum[SIM_D_RESOURCES] = {0};
    for (uint32_t i = 0; a->original && i < a->phases[0].count; i++)
        sum[a->phases[0].list[i].resource] += a->phases[0].list[i].cycles;
    for (unsigned i = 0; i < SIM_D_RESOURCES; i++) {
        cycle_t cycles = a->original ? sum[i] : a->path.sum[i];
        cycles += i == SIM_D_COMPUTE ? a->start : 0;
        term_add(tree, product(arena, names[i], groups, a->groups,
                               term_number(arena, each, cycles)));
    }
}

/* Pairs of work-groups, and what remains. */
static void add_pairs(struct arena *arena, struct term *tree, const struct sim_d_analysis *a,
                      const struct sim_d_pair *pair)
{
    const struct term_name as = {"pairs", "two work-groups that swap resources", NULL};
    const bool as_compute = pair == &a->pair[true];
    if (a->has_classes && !a->ahead[as_compute]) {
        term_add(tree, term_number(arena, as, sim_d_classes_pairs(&a->classes, as_compute)));
        return;
    }
    const struct term_name edge = {
        "edge", a->groups % 2 ? "the last work-group, alone" : "the tail of the last pair", NULL};
    term_add(tree, product(arena, as, (struct term_name){"pairs", NULL, "pairs"}, a->groups / 2,
                           term_number(arena, (struct term_name){"each", NULL, NULL},
                                       pair->together)));
    term_add(tree, term_number(arena, edge, a->groups % 2 ? pair->alone : pair->tail));
}

static struct term *make_tree(struct arena *arena, const struct sim_d_analysis *a,
                              enum sim_d_bound_kind kind)
{
    const struct sim_d_bound_parts *parts = &a->bound[kind];
    struct term *tree = term_make(arena, TERM_SUM, (struct term_name){"bound", NULL, NULL});
    term_add(tree, upload_term(arena, a));
    if (kind == SIM_D_BOUND_U || parts->serial)
        (a->has_classes ? add_classes : add_serial)(arena, tree, a);
    else
        add_pairs(arena, tree, a, &a->pair[kind - SIM_D_BOUND_ACCESS]);
    term_add(tree, refresh_term(arena, &parts->refresh));
    return tree;
}

static void add_beside(struct arena *arena, const struct sim_d_analysis *a, struct bound *out)
{
    static const struct term_name names[SIM_D_BOUNDS] = {
        [SIM_D_BOUND_L] = {"L", "no policy has a smaller worst case", NULL},
        [SIM_D_BOUND_U] = {"U", "one phase at a time: any policy", NULL},
        [SIM_D_BOUND_ACCESS] = {"as_access", "pairs, scratchpad as access", NULL},
        [SIM_D_BOUND_COMPUTE] = {"as_compute", "pairs, scratchpad as compute", NULL}};
    out->beside = term_make(arena, TERM_SUM, (struct term_name){"beside", NULL, NULL});
    for (unsigned i = 0; i < SIM_D_BOUNDS; i++)
        term_add(out->beside, term_number(arena, names[i], a->bound[i].cycles));
}

static void add_assumptions(struct arena *arena, const struct sim_d_machine *m,
                            const struct sim_d_analysis *a, struct bound *out)
{
    const struct program *program = a->graph.program;
    bound_assume(arena, out, "the launch is alone on the machine", NULL);
    if (m->numbers.original && !a->original)
        bound_assume(arena, out, "no instruction in the shadow of a mask is executed with lanes "
                     "that are off (compat=original)", NULL);
    if (!a->original && !a->any_phase && a->path.sum[SIM_D_DRAM])
        bound_assume(arena, out,
                     arena_format(arena, "the refresh counter of DRAM is %llu when the launch "
                                  "begins (refresh.phase)", (unsigned long long)a->phase), NULL);
    for (uint32_t i = 0; i < a->graph.count; i++) {
        const struct sim_d_block *block = &a->graph.blocks[i];
        if (block->reached && block->bound)
            bound_assume(arena, out, "the annotated pattern of this branch holds",
                         bound_place(arena, program, block->bound->insn));
        if (block->reached && block->requests && a->requests[i].assumes)
            bound_assume(arena, out, "the stride registers hold what annotations say",
                         bound_place(arena, program, sim_d_last(block)));
    }
}

static enum wc_status analyse(struct error *err, struct sim_d_machine *m,
                              const struct launch *launch, const struct walk_bounds *loops,
                              bool explain, struct arena *scratch, struct arena *arena,
                              struct bound *out)
{
    struct sim_d_analysis a;
    enum wc_status status = sim_d_analyse(err, m, launch, loops, scratch, &a);
    if (status != WC_OK)
        return status;
    const enum sim_d_bound_kind kind = sim_d_bound_of(m->clock->numbers.policy);
    bound_set_tree(out, make_tree(arena, &a, kind));
    add_beside(arena, &a, out);
    add_assumptions(arena, m, &a, out);
    for (uint32_t i = 0; i < a.path.count; i++)
        out->steps += a.groups * a.graph.blocks[a.dag.nodes[a.path.nodes[i]].block].count;
    out->path_known = 1;
    if (loops->watched && !a.original)
        out->watch = sim_d_watch_new(arena, m, &a);
    sim_d_list_phases(arena, &a, kind, explain, out);
    if (explain)
        bound_explain(out, sim_d_explain(arena, &a, kind, out->tree));
    return WC_OK;
}

enum wc_status sim_d_bound(struct error *err, struct machine *machine, struct memory *memory,
                           const struct launch *launch, const struct walk_bounds *loops,
                           const struct bound_request *request, struct arena *arena,
                           struct bound *out)
{
    struct sim_d_machine *m = (struct sim_d_machine *)machine;
    const struct run_control control = {0};
    struct walk_bounds bounds = *loops;
    struct outcome outcome = {0};
    struct arena scratch = {0};
    *out = (struct bound){0};
    bounds.watch = request ? request->watch : NULL;
    enum wc_status status = run_prepare(&m->run, err, memory, launch, &control, &outcome);
    if (status == WC_OK)
        status = analyse(err, m, launch, &bounds, request && request->explain, &scratch, arena,
                         out);
    run_core(&m->run)->finish(&m->run, status);
    arena_free(&scratch);
    return status;
}

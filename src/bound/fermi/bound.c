/* SPDX-License-Identifier: Apache-2.0 */
/* bound.c - the bound of a launch: the work of all warps, and the longest chain of waits
 * (docs/bound.md has the proof). */
#include "bound/fermi/bound.h"

#include "bound/fermi/explain.h"
#include "bound/fermi/walk.h"
#include "bound/fermi/watch.h"

struct analysis {
    struct error *err;
    struct fermi *fermi;
    struct arena arena; /* of the analysis */
    struct arena *keep; /* of its result */
    struct bound *out;
    struct fermi_tally tally;
    struct fermi_walk walk;
    struct reach reach; /* for the run that follows */
    bool explain;
};

/* ---- what the analysis does not know ---- */

static enum wc_status refuse(struct error *err, const char *what)
{
    return fail(err, WC_BAD_INPUT, "%s: the worst-case analysis does not know this", what);
}

static enum wc_status check_machine(struct error *err, const struct fermi_clock_numbers *n)
{
    if (n->rules.two_memory)
        return refuse(err, "lsu_interweave=true");
    if (n->rules.posthoc)
        return refuse(err, "divergence=posthoc");
    if (n->watchdog)
        return refuse(err, "watchdog");
    if (n->l1.write_back || n->l1.banks != 1)
        return refuse(err, "l1.banks");
    return WC_OK;
}

/* ---- the sum ---- */

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static uint64_t sum_of(uint64_t a, uint64_t b)
{
    return count_add(a, b);
}

static void add_number(struct analysis *a, struct term *whole, const char *name,
                       const char *about, uint64_t value)
{
    term_add(whole, term_number(a->keep, (struct term_name){name, about},
                                value < TERM_LIMIT ? value : TERM_LIMIT));
}

/* Up to the start of the last group all places are taken: in each cycle something works, or all
 * groups in them spend a latency. */
static uint64_t waiting(const struct fermi_walk *f, uint32_t places)
{
    if (f->groups <= places)
        return f->waiting_max;
    return sum_of(divide_up(f->waiting_sum, places), f->waiting_max);
}

static uint64_t channel(const struct analysis *a, uint64_t misses)
{
    const struct fermi_clock_numbers *n = &a->fermi->clock->numbers;
    const uint64_t *work = a->tally.work;
    const uint64_t lines = sum_of(misses, work[WORK_ATOMICS]);
    return divide_up(sum_of(count_times(lines, n->l1.line_bytes), work[WORK_STORED]),
                     n->memory.bytes);
}

static struct term *tree(struct analysis *a, uint32_t places, uint64_t misses)
{
    const struct fermi_clock_numbers *n = &a->fermi->clock->numbers;
    const uint64_t *work = a->tally.work;
    const uint64_t held = count_times(misses, n->l1.forward + n->memory.latency + 1);
    struct term *whole = term_make(a->keep, TERM_SUM, (struct term_name){
        "bound", "cycles that no run of the launch exceeds"});
    add_number(a, whole, "issue", "cycles in which some instruction issues", work[WORK_ISSUES]);
    add_number(a, whole, "fetch", "cycles in which fetch is busy",
               divide_up(work[WORK_FETCHES], n->fetch / n->pools));
    add_number(a, whole, "rows", "cycles of rows beyond the first of each instruction",
               work[WORK_ROWS]);
    add_number(a, whole, "l1", "requests and miss registers of L1",
               sum_of(work[WORK_TRANSACTIONS], divide_up(held, n->l1.mshrs)));
    add_number(a, whole, "memory", "bytes that cross the channel", channel(a, misses));
    add_number(a, whole, "waiting", "latencies along the longest chain of waits",
               waiting(&a->walk, places));
    add_number(a, whole, "end", "the cycle after the last instruction", 1);
    return whole;
}

/* ---- the launch ---- */

static void list_missing(struct analysis *a)
{
    const struct walk *walk = &a->walk.walk;
    struct bound *out = a->out;
    out->missing_count = walk->missing_count < BOUND_MISSING_MAX ? walk->missing_count
                                                                 : BOUND_MISSING_MAX;
    for (size_t i = 0; i < out->missing_count; i++)
        out->missing[i] = walk->missing[i];
}

static enum wc_status walk_once(struct analysis *a)
{
    const struct isa *isa = a->fermi->run.launch->program->isa;
    fermi_tally_make(&a->tally, &a->arena, a->fermi);
    fermi_latencies_make(&a->walk.latencies, a->fermi, a->walk.crowded);
    fermi_alone_make(&a->walk.alone, &a->walk.latencies, &a->arena, isa->register_count);
    return fermi_walk_launch(&a->walk);
}

/* First as if no warp ever had three splits. */
static enum wc_status walk_all(struct analysis *a)
{
    const struct fermi_walk fresh = a->walk;
    enum wc_status status = walk_once(a);
    if (status != WC_OK || !a->walk.crowded)
        return status;
    a->walk = fresh;
    a->walk.crowded = true;
    return walk_once(a);
}

static enum wc_status analyse(struct analysis *a, const struct walk_bounds *bounds)
{
    struct fermi_walk *f = &a->walk;
    const struct program *program = a->fermi->run.launch->program;
    const uint32_t places = fermi_room(&a->fermi->run, 0);
    fermi_places_make(&f->places, &a->arena, a->fermi);
    if (f->places.irreducible != NO_NODE)
        return fail(a->err, WC_BAD_INPUT, "cannot be bounded: the loop at %s is entered in the "
                    "middle", bound_place(&a->arena, program, f->places.irreducible));
    enum wc_status status = walk_all(a);
    list_missing(a);
    if (status != WC_OK)
        return status;
    lines_count_misses(&a->tally.lines);
    const uint64_t misses = fermi_tally_misses(&a->tally), issues = a->tally.work[WORK_ISSUES];
    bound_set_tree(a->out, tree(a, places, misses));
    a->out->steps = issues;
    a->out->regions = a->out->solved = f->regions;
    a->out->path_known = issues ? (double)a->tally.together / (double)issues : 1;
    if (a->explain)
        bound_explain(a->out, fermi_explain(a->keep, &a->tally, a->out->tree));
    if (bounds->watched)
        a->out->watch = &fermi_watch_new(a->keep, &a->tally, misses, &a->reach)->watch;
    return a->out->cycles < TERM_LIMIT
               ? WC_OK : fail(a->err, WC_BAD_INPUT, "the bound exceeds 2^63 cycles");
}

enum wc_status fermi_bound(struct error *err, struct machine *machine, struct memory *memory,
                           const struct launch *launch, const struct walk_bounds *loops,
                           const struct bound_request *request, struct arena *arena,
                           struct bound *out)
{
    struct walk_bounds bounds = *loops;
    const struct run_control control = {0};
    struct outcome outcome = {0};
    struct fermi *fermi = (struct fermi *)machine;
    struct analysis a = {.err = err, .fermi = fermi, .keep = arena, .out = out,
                         .explain = request && request->explain};
    *out = (struct bound){0};
    enum wc_status status = check_machine(err, &fermi->clock->numbers);
    if (status != WC_OK)
        return status;
    bounds.watch = request ? request->watch : NULL;
    bounds.tolerant = request && request->tolerant;
    bounds.assumed = arena_alloc(&a.arena, launch->program->count);
    if (bounds.watched) {
        reach_make(&a.reach, arena, launch->program->count);
        bounds.reach = &a.reach;
    }
    a.walk.walk = (struct walk){.err = err, .on = machine, .launch = launch, .memory = memory,
                                .bounds = &bounds, .arena = &a.arena};
    a.walk.fermi = fermi;
    a.walk.tally = &a.tally;
    status = run_prepare(&fermi->run, err, memory, launch, &control, &outcome);
    if (status == WC_OK)
        status = analyse(&a, &bounds);
    fermi_finish(&fermi->run, status);
    bound_assume_alone(arena, out);
    bound_assume(arena, out, "no decision depends on which warp slots a work-group gets", NULL);
    bound_assume_walked(arena, out, launch->program, bounds.assumed);
    arena_free(&a.arena);
    return status;
}

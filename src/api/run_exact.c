/* SPDX-License-Identifier: Apache-2.0 */
/* run_exact.c - tries whether the cycles of a launch depend on the contents of buffers. */
#include "api/run_exact.h"

#include <string.h>

#include "load/image.h"
#include "machine/common/taint.h"
#include "machine/common/tolerated.h"
#include "memory/snapshot.h"

static const struct term_name whole = {"bound", "cycles of the launch", NULL};
static const struct term_name same = {
    "exact", "launches of which every run is the same: no decision depends on a buffer",
    NULL};

/* The values of a fixed buffer may have decided something. */
static void assume_fixed(struct arena *arena, struct bound *bound, const struct memory *memory)
{
    bound_assume_alone(arena, bound);
    for (uint32_t i = 0; i < memory->count; i++) {
        if (memory->table[i].fixed)
            bound_assume(arena, bound,
                         arena_format(arena, "%s has the contents that the job gives it",
                                      memory->table[i].name), NULL);
    }
}

/* DRAM that refreshes is in the same phase at the start of every launch. */
static void assume_refresh(struct run *run, struct bound *bound)
{
    struct arena *arena = &run->result->arena;
    const struct parameter *phase = parameters_find(&run->parameters, "refresh.phase");
    if (phase)
        bound_assume(arena, bound,
                     arena_format(arena, "the refresh counter of DRAM is %lld when the launch "
                                  "begins (refresh.phase)", (long long)phase->value.integer),
                     NULL);
    const struct parameter *model = parameters_find(&run->parameters, "dram.model");
    if (model && strcmp(model->value.text, "ddr4") == 0)
        bound_assume(arena, bound,
                     "the first refresh of DRAM falls due one interval after the launch begins",
                     NULL);
}

static void assume_zeros(struct arena *arena, struct bound *bound, const struct tolerated *outside)
{
    if (outside->count)
        bound_assume(arena, bound,
                     "loads outside all buffers give 0 (on_out_of_bounds: warn)", NULL);
}

static void set_bound(struct arena *arena, struct bound *bound, const struct outcome *outcome)
{
    struct term *tree = term_make(arena, TERM_SUM, whole);
    term_add(tree, term_number(arena, same, outcome->statistics.count[STAT_CYCLES]));
    *bound = (struct bound){.path_known = 1,
                            .steps = outcome->statistics.count[STAT_WARP_INSTRUCTIONS]};
    bound_set_tree(bound, tree);
}

static const char *print_insn(struct arena *arena, const struct program *program,
                              const struct insn *insn)
{
    struct text text = {0};
    program->isa->print(program, insn, &text);
    char *kept = arena_strdup(arena, text_string(&text));
    text_free(&text);
    for (char *tab = strchr(kept, '\t'); tab; tab = strchr(tab, '\t'))
        *tab = ' ';
    return kept;
}

static struct result_dependence *describe(struct arena *arena, const struct program *program,
                                          const struct taint_decision *decision)
{
    struct result_dependence *d = arena_alloc(arena, sizeof *d);
    *d = (struct result_dependence){.source = arena_strdup(arena, decision->source),
                                    .subject = arena_strdup(arena, decision->subject),
                                    .cycle = decision->cycle};
    if (!decision->insn)
        return d;
    struct source_line line;
    d->instruction = print_insn(arena, program, decision->insn);
    d->address = decision->insn->pc;
    if (image_source_line(program->image, d->address, &line)) {
        d->file = arena_strdup(arena, line.file);
        d->line = line.line;
    }
    return d;
}

/* Variables of the image that depend on buffers now are not known to the analysis of a later
 * launch. */
static void note_variables(struct run *run)
{
    for (uint32_t i = 0; i < run->memory.count; i++) {
        const struct allocation *a = &run->memory.table[i];
        bool known = a->kind == ALLOCATION_CODE || a->kind == ALLOCATION_DATA || a->fixed;
        if (!known || !a->writable)
            continue;
        uint8_t *changed = walk_changes_of(&run->changes, a);
        for (uint64_t k = 0; k < a->size; k++)
            changed[k] |= shadow_label(a, a->base + k, 1) != 0;
    }
}

/* Pointers without a size let the kernel reach all that the caller has mapped, this library's own
 * data included: there is nothing to return to after a try. */
static bool reaches_anything(const struct run *run)
{
    for (size_t i = 0; i < run->handle->lent_count; i++)
        if (!run->handle->lent[i].bytes && !job_maps(run->handle, run->handle->lent[i].host))
            return true;
    return false;
}

static const struct taint_decision unknown_reach = {
    .found = true, .subject = "what the kernel may reach",
    .source = "the caller's memory, of which no size is given"};

static const struct taint_decision unknown_phase = {
    .found = true, .subject = "the number of cycles",
    .source = "the phase of DRAM's refreshes, which is not known (refresh.known)"};

static const struct taint_decision other_reading = {
    .found = true, .subject = "the bound",
    .source = "the arithmetic of the original's analyser (analysis=original)"};

/* Why nothing can be tried, or NULL. */
static const struct taint_decision *obstacle(struct run *run)
{
    const struct parameter *known = parameters_find(&run->parameters, "refresh.known");
    const struct parameter *analysis = parameters_find(&run->parameters, "analysis");
    if (known && !known->value.boolean)
        return &unknown_phase;
    if (analysis && strcmp(analysis->value.text, "original") == 0)
        return &other_reading;
    return reaches_anything(run) ? &unknown_reach : NULL;
}

/* The contents after an exact launch are those that the next one starts with, unless it is run. Of
 * periodic kernels the first one is the next after the last. */
static bool keeps_memory(const struct run *run, size_t launch)
{
    const struct job *job = &run->handle->job;
    return run->result->launches[launch].exact && run->result->no_run &&
           (launch + 1 < job->launch_count || job_is_periodic(job));
}

struct attempt {
    struct watch *watch;
    atomic_bool stop;
    bool late;
};

/* Called as often as a run looks whether it has to stop. */
static void look(void *user, const struct launch_progress *progress)
{
    struct attempt *attempt = user;
    attempt->late = watch_time_is_over(attempt->watch, progress->instructions);
    atomic_store(&attempt->stop, attempt->late || atomic_load(attempt->watch->interrupt));
}

/* How far the run came, and where its first warp is: the others are no concern of one who waits for
 * a bound. */
static enum wc_status tell_stopped(struct run *run, const struct watch *watch, bool late)
{
    char *what = arena_strdup(&run->result->arena, run->err->message), *where = strchr(what, '\n');
    if (where) {
        *where++ = '\0';
        where[strcspn(where, "\n")] = '\0';
    }
    error_clear(run->err);
    if (late)
        return fail(run->err, WC_DEADLOCK, "no bound within %g s: its run was %s%s%s",
                    watch->seconds, what, where ? "\n" : "", where ? where : "");
    return fail(run->err, WC_INTERRUPTED,
                "%s of the run that tries whether the bound is exact%s%s", what,
                where ? "\n" : "", where ? where : "");
}

static enum wc_status try_launch(struct run *run, size_t launch, uint64_t max_cycles,
                                 struct watch *watch, struct tolerated *outside,
                                 struct outcome *outcome)
{
    struct attempt attempt = {.watch = watch};
    struct run_control silent = {.max_cycles = max_cycles, .interrupt = &attempt.stop,
                                 .progress = look, .user = &attempt, .taint = run->taint,
                                 .tolerated = run->handle->job.tolerant ? outside : NULL};
    run->taint->decision = (struct taint_decision){0};
    enum wc_status status = run->machine->ops->run_timed(
        run->err, run->machine, &run->memory, &run->launches[launch], &silent, outcome);
    if (status == WC_INTERRUPTED)
        return tell_stopped(run, watch, attempt.late);
    if (status != WC_KERNEL_FAULT || !run->taint->decision.found)
        return status;
    error_clear(run->err); /* a fault of these contents: others may have none */
    return WC_OK;
}

enum wc_status run_exact_launch(struct run *run, size_t launch, const struct run_control *control,
                                struct watch *watch)
{
    struct result_launch *to = &run->result->launches[launch];
    struct arena *arena = &run->result->arena;
    struct snapshot before;
    struct outcome outcome = {0};
    struct tolerated outside = {.arena = arena};
    const struct taint_decision *untried = obstacle(run);
    if (untried) {
        to->depends_on = describe(arena, run->launches[launch].program, untried);
        return WC_OK;
    }
    if (!run->taint)
        run->taint = taint_new();
    enum wc_status status = snapshot_take(run->err, &run->memory, &before);
    if (status != WC_OK)
        return status;
    status = try_launch(run, launch, control->max_cycles, watch, &outside, &outcome);
    const struct taint_decision *decision = &run->taint->decision;
    to->exact = status == WC_OK && !decision->found;
    if (decision->found && status == WC_OK)
        to->depends_on = describe(arena, run->launches[launch].program, decision);
    if (to->exact) {
        set_bound(arena, &to->bound, &outcome);
        assume_fixed(arena, &to->bound, &run->memory);
        assume_refresh(run, &to->bound);
        assume_zeros(arena, &to->bound, &outside);
    }
    if (!keeps_memory(run, launch))
        snapshot_restore(&before, &run->memory);
    if (to->exact)
        note_variables(run);
    else
        taint_forget(run->taint, &run->memory);
    snapshot_free(&before);
    return status;
}

void run_exact_free(struct run *run)
{
    taint_free(run->taint);
}

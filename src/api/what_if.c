/* SPDX-License-Identifier: Apache-2.0 */
/* what_if.c - runs and bounds of a job with one thing changed. */
#include "api/what_if.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "api/run_data.h"
#include "flow/loop_statement.h"
#include "report/symptoms.h"

/* Instructions of a run, or on the worst path of a bound, and its regions: what takes longer is
 * not repeated. */
enum { SHORT_INSTRUCTIONS = 200000, SHORT_REGIONS = 200, FIXED_MAX = 4 };

/* What to change against a symptom; a machine has some of them. */
static const struct trial {
    enum symptom symptom;
    const char *key;
    unsigned times, by;
} trials[] = {
    {SYMPTOM_FETCH, "icache.bytes", 4, 1},
    {SYMPTOM_FETCH, "l1i.bytes", 4, 1},
    {SYMPTOM_FETCH, "front.queue", 2, 1},
    {SYMPTOM_FETCH, "front.buffer", 2, 1},
    {SYMPTOM_MEMORY, "dcache.bytes", 4, 1},
    {SYMPTOM_MEMORY, "l1d.bytes", 4, 1},
    {SYMPTOM_MEMORY, "l1.bytes", 4, 1},
    {SYMPTOM_MEMORY, "l2.bytes", 4, 1},
    {SYMPTOM_MEMORY, "dcache.mshrs", 4, 1},
    {SYMPTOM_MEMORY, "l1d.mshrs", 4, 1},
    {SYMPTOM_MEMORY, "dram.banks", 2, 1},
    {SYMPTOM_MEMORY, "memory.bandwidth", 2, 1},
    {SYMPTOM_MEMORY, "scratchpad.width", 2, 1},
    {SYMPTOM_UNIT, "dcache.banks", 2, 1},
    {SYMPTOM_CONFLICTS, "local.banks", 2, 1},
    {SYMPTOM_CONFLICTS, "shared.banks", 2, 1},
    {SYMPTOM_CONFLICTS, "shared_memory.banks", 2, 1},
    {SYMPTOM_CONFLICTS, "lds.banks", 2, 1},
    {SYMPTOM_ROOM, "local.bytes", 2, 1},
    {SYMPTOM_ROOM, "barrier.count", 2, 1},
    {SYMPTOM_ROOM, "sm.shared", 2, 1},
    {SYMPTOM_ROOM, "sm.registers", 2, 1},
    {SYMPTOM_ROOM, "sm.blocks", 2, 1},
    {SYMPTOM_ROOM, "sm.groups", 2, 1},
    {SYMPTOM_ROOM, "cu.lds", 2, 1},
    {SYMPTOM_ROOM, "cu.groups", 2, 1},
    {SYMPTOM_ROOM, "simd.vgprs", 2, 1},
    {SYMPTOM_ROOM, "simd.sgprs", 2, 1},
    {SYMPTOM_LANES, "threads", 1, 2},
    {SYMPTOM_LANES, "warp_width", 1, 2},
};

/* Machines that are made for idle lanes, beside the one without. */
static const struct {
    const char *machine, *other;
} for_lanes[] = {{"gcn3", "gcn3-dws"}, {"fermi", "fermi-sbi-swi"}};

struct trying {
    wc_job *job;
    const struct wc_run_options *limits;
    struct wc_result *result;
    bool interrupted;
};

/* ---- one run ---- */

/* Without outputs, and unheard: the program's console was written by the first run. A bound that
 * does not exist has a result, too: it says why. NULL: there is none. */
static wc_result *run_again(struct trying *t, bool bound, enum wc_bound_method method)
{
    struct job *job = &t->job->job;
    wc_context *context = t->job->context;
    wc_result *result = NULL;
    wc_console_fn *const console = context->console;
    const size_t saves = job->save_count, expects = job->expect_count;
    const struct wc_run_options options = {.size = sizeof options, .no_run = bound,
                                           .bound_method = method,
                                           .max_cycles = t->limits->max_cycles,
                                           .max_seconds = t->limits->max_seconds,
                                           .max_memory = t->limits->max_memory};
    if (t->interrupted)
        return NULL;
    job->save_count = job->expect_count = 0;
    context->console = NULL;
    error_clear(&context->error);
    const enum wc_status status = job_run(t->job, &options, &result);
    context->console = console;
    job->save_count = saves;
    job->expect_count = expects;
    t->interrupted = status == WC_INTERRUPTED;
    if (status == WC_OK || (bound && !t->interrupted))
        return result;
    wc_result_free(result);
    return NULL;
}

static void note(struct trying *t, const char *key, const char *value, uint64_t cycles, bool bound)
{
    struct wc_result *r = t->result;
    r->what_ifs = arena_grow(&r->arena, r->what_ifs, r->what_if_count, sizeof *r->what_ifs);
    r->what_ifs[r->what_if_count++] = (struct what_if){key, value, cycles, bound};
}

static void note_run(struct trying *t, const char *key, const char *value)
{
    wc_result *result = run_again(t, false, WC_BOUND_AUTO);
    if (result)
        note(t, key, value, result->statistics.count[STAT_CYCLES], false);
    wc_result_free(result);
}

/* ---- other machines ---- */

/* The value of the machine that ran; 0: it has none. */
static uint64_t value_of(struct trying *t, const char *key)
{
    uint64_t value = 0;
    struct parameters parameters = {0};
    if (context_load_machine(t->job->context, t->result->machine, &parameters) == WC_OK) {
        const struct parameter *found = parameters_find(&parameters, key);
        if (found && found->kind == PARAMETER_INTEGER && found->value.integer > 0)
            value = (uint64_t)found->value.integer;
    }
    for (size_t i = 0; value && i < t->result->setting_count; i++) {
        if (strcmp(t->result->settings[i].name, key) == 0)
            value = strtoull(t->result->settings[i].value, NULL, 0);
    }
    parameters_free(&parameters);
    error_clear(&t->job->context->error);
    return value;
}

static void try_setting(struct trying *t, const struct trial *trial)
{
    const uint64_t value = value_of(t, trial->key) * trial->times / trial->by;
    const size_t sets = t->job->set_count;
    const char *text = arena_format(&t->result->arena, "%" PRIu64, value);
    if (value && wc_job_set(t->job, trial->key, text) == WC_OK)
        note_run(t, trial->key, text);
    t->job->set_count = sets;
}

static void try_machines(struct trying *t)
{
    const char *const machine = t->job->machine;
    for (size_t i = 0; i < sizeof for_lanes / sizeof *for_lanes; i++) {
        if (strcmp(t->result->machine, for_lanes[i].machine) != 0)
            continue;
        t->job->machine = for_lanes[i].other;
        note_run(t, "machine", for_lanes[i].other);
    }
    t->job->machine = machine;
}

static void try_runs(struct trying *t)
{
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        if (result_suffers(t->result, trials[i].symptom))
            try_setting(t, &trials[i]);
    }
    if (result_suffers(t->result, SYMPTOM_LANES))
        try_machines(t);
}

/* ---- bounds ---- */

/* The buffer that the first decision depends on, unless it is fixed. */
static struct job_buffer *deciding_buffer(struct job *job, const struct wc_result *r)
{
    static const char prefix[] = "buffer ";
    for (size_t i = 0; i < r->launch_count; i++) {
        const struct result_dependence *d = r->launches[i].depends_on;
        if (!d || strncmp(d->source, prefix, strlen(prefix)) != 0)
            continue;
        const size_t at = job_find_buffer(job, d->source + strlen(prefix));
        return at == JOB_NO_BUFFER || job->buffers[at].fixed ? NULL : &job->buffers[at];
    }
    return NULL;
}

/* One after the other until the bound is exact, or something else decides. */
static void try_fixed(struct trying *t)
{
    struct job_buffer *fixed[FIXED_MAX];
    struct text names = {0};
    size_t count = 0;
    bool exact = false;
    struct job_buffer *buffer = deciding_buffer(&t->job->job, t->result);
    while (buffer && count < FIXED_MAX) {
        text_add(&names, "%s%s", count ? ", " : "", buffer->name);
        fixed[count++] = buffer;
        buffer->fixed = true;
        wc_result *result = run_again(t, true, WC_BOUND_EXACT);
        exact = result && result_exact(result);
        if (exact)
            note(t, "fixed", arena_strdup(&t->result->arena, text_string(&names)),
                 result_bound(result)->cycles, true);
        buffer = result && !exact ? deciding_buffer(&t->job->job, result) : NULL;
        wc_result_free(result);
    }
    while (count)
        fixed[--count]->fixed = false;
    text_free(&names);
}

/* The costliest loop whose bound is given and could be smaller, of any launch; NULL: none. */
static const struct result_loop *costliest_given(const struct wc_result *r)
{
    const struct explanation *e = r->bound.explanation;
    for (uint32_t i = 0; e && i < e->loop_count; i++) {
        const struct result_loop *given = result_given_loop(r, &e->loops[i]);
        if (given && given->iterations > 1 && !result_needs_bound(r, &e->loops[i], given))
            return given;
    }
    return NULL;
}

static bool is_bound_of(const struct job_loop *bound, const struct result_loop *loop)
{
    const char *colon = strrchr(bound->name, ':');
    if (!colon)
        return strtoull(bound->name, NULL, 0) == loop->address;
    return loop->file && strtoul(colon + 1, NULL, 10) == loop->line &&
           same_source_file(bound->name, (size_t)(colon - bound->name), loop->file);
}

static bool has_loop(const struct result_launch *launch, const struct result_loop *loop)
{
    for (size_t i = 0; i < launch->loop_count; i++) {
        if (launch->loops[i].address == loop->address &&
            strcmp(launch->loops[i].function, loop->function) == 0)
            return true;
    }
    return false;
}

/* A launch with another bound for the loop, in place of the one it may have. */
static void change_loop(struct arena *arena, struct job_launch *launch,
                        const struct result_loop *loop, uint64_t max)
{
    struct job_loop *loops = arena_array(arena, launch->loop_count + 1, sizeof *loops);
    size_t count = launch->loop_count, i = 0;
    if (count)
        memcpy(loops, launch->loops, count * sizeof *loops);
    while (i < count && !is_bound_of(&loops[i], loop))
        i++;
    if (i == count)
        loops[count++] = (struct job_loop){.name = arena_format(arena, "0x%" PRIx64,
                                                                loop->address)};
    loops[i].max = max;
    loops[i].has_max = true;
    launch->loops = loops;
    launch->loop_count = count;
}

static const char *describe_loop(struct arena *arena, const struct result_loop *loop, uint64_t max)
{
    return loop->file ? arena_format(arena, "%s:%" PRIu32 ": %" PRIu64, loop->file, loop->line, max)
                      : arena_format(arena, "0x%" PRIx64 ": %" PRIu64, loop->address, max);
}

/* One iteration less. */
static void try_loop(struct trying *t)
{
    struct arena work = {0};
    struct job *job = &t->job->job;
    const struct wc_result *r = t->result;
    const struct result_loop *loop = costliest_given(r);
    if (!loop || r->launch_count != job->launch_count)
        return;
    struct job_launch *const launches = job->launches;
    job->launches = arena_array(&work, job->launch_count, sizeof *launches);
    memcpy(job->launches, launches, job->launch_count * sizeof *launches);
    for (size_t i = 0; i < job->launch_count; i++) {
        if (has_loop(&r->launches[i], loop))
            change_loop(&work, &job->launches[i], loop, loop->iterations - 1);
    }
    wc_result *result = run_again(t, true, WC_BOUND_ANALYSIS);
    if (result && result_bound(result))
        note(t, "loops", describe_loop(&t->result->arena, loop, loop->iterations - 1),
             result_bound(result)->cycles, true);
    wc_result_free(result);
    job->launches = launches;
    arena_free(&work);
}

static void try_bounds(struct trying *t)
{
    const struct bound *bound = result_bound(t->result);
    if (!t->result->bound_asked || result_exact(t->result))
        return;
    if (bound && bound->steps <= SHORT_INSTRUCTIONS && bound->solved <= SHORT_REGIONS)
        try_loop(t);
    try_fixed(t);
}

/* ---- all ---- */

/* A run would change what the next one reads. */
static bool keeps_results(const struct wc_job *job)
{
    for (size_t i = 0; i < job->bound_count; i++) {
        if (job->bound[i].host && !job->bound[i].read_only)
            return true;
    }
    for (size_t i = 0; i < job->symbol_count; i++) {
        if (job->symbols[i].host && !job->symbols[i].read_only)
            return true;
    }
    return job->lent_count > 0;
}

static bool is_cheap(const struct wc_result *r)
{
    return r->profile && !r->functional && !r->no_run &&
           r->statistics.count[STAT_WARP_INSTRUCTIONS] <= SHORT_INSTRUCTIONS;
}

static int compare(const void *a, const void *b)
{
    const struct what_if *x = a, *y = b;
    if (x->of_bound != y->of_bound)
        return x->of_bound ? 1 : -1;
    return x->cycles < y->cycles ? -1 : x->cycles > y->cycles;
}

/* Later runs have messages of their own. */
static struct error set_aside(struct error *err)
{
    const struct error reason = *err;
    err->status = WC_OK;
    err->place = err->message = err->hint = NULL;
    return reason;
}

enum wc_status what_ifs_try(wc_job *job, const struct wc_run_options *limits,
                            struct wc_result *result)
{
    struct error *err = &job->context->error;
    struct trying t = {.job = job, .limits = limits, .result = result};
    result->what_ifs = arena_array(&result->arena, 1, sizeof *result->what_ifs);
    if (keeps_results(job) || !is_cheap(result))
        return WC_OK;
    const struct error reason = set_aside(err);
    try_runs(&t);
    try_bounds(&t);
    qsort(result->what_ifs, result->what_if_count, sizeof *result->what_ifs, compare);
    error_clear(err);
    *err = reason;
    if (!t.interrupted)
        return WC_OK;
    error_clear(err);
    return fail(err, WC_INTERRUPTED, "interrupted after the run: not everything was tried that "
                "could make it faster");
}

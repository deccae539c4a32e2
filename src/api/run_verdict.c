/* SPDX-License-Identifier: Apache-2.0 */
/* run_verdict.c - a run is compared with the bound of its launches, with the facts of the job, and
 * with the deadline.
 *
 * A run that exceeds a fact of the job refutes it; one that exceeds the launch's bound without that
 * is reported as a bug of warpclock. */
#include "api/run_verdict.h"

#include <inttypes.h>
#include <string.h>

#include "api/run_bound.h"
#include "api/run_periodic.h"
#include "bound/engine/loop_bounds.h"
#include "bound/engine/loop_watch.h"
#include "flow/loop_copies.h"
#include "machine/common/place.h"

/* ---- a launch: what its bound assumes ---- */

/* The first byte that has changed although no store of the analysis goes there; its number of
 * bytes: none. */
static uint64_t changed_byte(const struct run *run, uint32_t number)
{
    const struct walk_changed *segment = &run->changes.list[number];
    const uint8_t *now = memory_bytes(&run->memory, segment->base, segment->bytes);
    uint64_t i = 0;
    while (i < segment->bytes && (segment->stored[i] || now[i] == segment->before[i]))
        i++;
    return i;
}

static enum wc_status compare_image(struct run *run, size_t launch)
{
    const struct result_launch *to = &run->result->launches[launch];
    for (uint32_t i = 0; to->has_bound && !to->exact && i < run->changes.count; i++) {
        const struct walk_changed *segment = &run->changes.list[i];
        uint64_t offset = changed_byte(run, i);
        if (offset == segment->bytes)
            continue;
        const struct allocation *buffer = run_bound_buffer(run, segment);
        fail(run->err, WC_MISMATCH,
             "launch %zu changed the byte at 0x%08" PRIx64 "%s%s, which its bound takes as "
             "constant", launch + 1, segment->base + offset, buffer ? " in " : "",
             buffer ? buffer->name : "");
        hint(run->err, "a store at an address unknown before the run went %s; the bound does not "
                       "hold for this program",
             buffer ? "into this fixed buffer"
                    : "outside of buffers, local memory and variables");
        return WC_MISMATCH;
    }
    return WC_OK;
}

static const struct reach_breach *breach_of(const struct run *run, size_t launch)
{
    const struct bound_watch *watch = run->result->launches[launch].bound.watch;
    return watch && watch->breach.found ? &watch->breach : NULL;
}

/* "load of 4 bytes at 0x00010100, in buffer b; its bound assumes that it stays in buffer a (element
 * 64 of 4)"; an element is what one lane accesses. */
static void write_breach(const struct run *run, const struct bound_watch *watch, struct text *out)
{
    static const char *const verbs[] = {
        [ACCESS_LOAD] = "load", [ACCESS_STORE] = "store", [ACCESS_ATOMIC] = "atomic"};
    const struct reach_breach *breach = &watch->breach;
    const struct reach_object *object = watch->reach.insn[breach->index].objects;
    const struct allocation *there = memory_find(&run->memory, breach->address, breach->bytes);
    text_add(out, "%s of %u bytes at 0x%08" PRIx64 ", in %s; its bound assumes that it %s",
             verbs[breach->kind], breach->bytes, breach->address, there ? there->name : "nothing",
             reach_text(&watch->reach, &run->result->arena, breach->index));
    if (object && !object->next)
        text_add(out, " (element %" PRId64 " of %" PRIu64 ")",
                 (int64_t)(breach->address - object->base) / breach->bytes,
                 object->size / breach->bytes);
}

/* An access that goes elsewhere than the bound assumes is the program's error, not ours. */
static enum wc_status refute_program(struct run *run, size_t launch)
{
    const struct reach_breach *breach = breach_of(run, launch);
    const struct warp warp = {.core = breach->core, .slot = breach->warp};
    const struct place place = {.machine = run->machine, .launch = &run->launches[launch],
                                .warp = &warp, .has_lane = true, .lane = breach->lane,
                                .insn = &run->launches[launch].program->insns[breach->index]};
    struct text what = {0};
    write_breach(run, run->result->launches[launch].bound.watch, &what);
    place_fail(run->err, WC_MISMATCH, &place, "%s", text_string(&what));
    hint(run->err, "an address that leaves its buffer is an error in the program or its data; the "
                   "bound does not hold for them");
    run->result->launches[launch].left_buffer = true;
    text_free(&what);
    return WC_MISMATCH;
}

enum wc_status run_verdict_assumed(struct run *run, size_t launch)
{
    return breach_of(run, launch) ? refute_program(run, launch) : compare_image(run, launch);
}

bool run_verdict_observe(const struct run *run, size_t launch, struct observers *observers)
{
    const struct result_launch *to = &run->result->launches[launch];
    if (!to->has_bound || !to->bound.watch)
        return false;
    observers->list[observers->count++] = &to->bound.watch->observer;
    return true;
}

void run_verdict_expect(struct run *run, size_t launch)
{
    struct result_launch *to = &run->result->launches[launch];
    if (!to->has_bound || !to->bound.watch)
        return;
    to->expectations.arena = &run->result->arena;
    to->bound.watch->compare(to->bound.watch, &to->expectations);
}

/* ---- loops ---- */

static bool has_copies(const struct program *program, const struct function *function,
                       uint32_t header)
{
    struct arena work = {0};
    const struct cfg cfg = cfg_make(&work, program, function);
    bool found = false;
    for (uint32_t i = 0; i < cfg.loops.count; i++)
        found |= cfg.blocks[cfg.loops.loop[i].header].first == header && loop_has_copies(&cfg, i);
    arena_free(&work);
    return found;
}

static struct result_loop describe_loop(struct arena *keep, const struct program *program,
                                        const struct function *function,
                                        const struct walk_bound *bound, struct source_line line)
{
    return (struct result_loop){.function = arena_strdup(keep, function->name),
                                .file = line.file ? arena_strdup(keep, line.file) : NULL,
                                .line = line.line,
                                .address = program->insns[bound->header].pc,
                                .iterations = bound->iterations,
                                .total = bound->total,
                                .from_job = bound->from_job,
                                .copies = bound->from_job &&
                                          has_copies(program, function, bound->header)};
}

bool run_verdict_may_enter(const struct launch *launch, const struct function *function)
{
    return function && (!launch->kernel || !function->is_kernel ||
                        strcmp(function->name, launch->kernel->name) == 0);
}

static void note_loops(struct run *run, size_t index)
{
    if (!run->loops)
        return;
    struct arena *arena = &run->result->arena;
    const struct launch *launch = &run->launches[index];
    const struct walk_bounds *bounds = &run->loops[index];
    const struct loop_runs *runs = run->loop_watch ? loop_watch_runs(run->loop_watch, index) : NULL;
    struct result_launch *to = &run->result->launches[index];
    struct arena work = {0};
    const struct source_line *lines = loop_bounds_lines(&work, launch->program);
    to->loops = arena_array(arena, bounds->count, sizeof *to->loops);
    for (size_t i = 0; i < bounds->count; i++) {
        const struct function *function =
            program_function(launch->program, launch->program->insns[bounds->list[i].header].pc);
        if (!run_verdict_may_enter(launch, function))
            continue;
        struct result_loop *loop = &to->loops[to->loop_count++];
        *loop = describe_loop(arena, launch->program, function, &bounds->list[i],
                              lines[bounds->list[i].header]);
        loop->needed = bounds->used[i];
        /* On Sim-D expectations compare what branches do. */
        loop->counted = runs && !run->result->topology.lockstep;
        loop->observed = runs ? runs[i].max : 0;
        loop->observed_total = runs ? runs[i].total : 0;
    }
    arena_free(&work);
}

static bool is_first_of(const struct run *run, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (run->launches[i].program == run->launches[index].program)
            return false;
    }
    return true;
}

static void note_unfitting(struct run *run, size_t index)
{
    struct arena *arena = &run->result->arena;
    const struct image *image = run->launches[index].program->image;
    struct result_launch *to = &run->result->launches[index];
    if (!image->loop_note_count || !is_first_of(run, index))
        return;
    const bool *fits = loop_bounds_fit(arena, run->launches[index].program);
    to->unfitting = arena_array(arena, image->loop_note_count, sizeof *to->unfitting);
    for (uint32_t i = 0; i < image->loop_note_count; i++) {
        if (fits[i])
            continue;
        struct loop_note *note = &to->unfitting[to->unfitting_count++];
        *note = image->loop_notes[i];
        note->file = arena_strdup(arena, note->file);
    }
}

static void tell_exceeded(const struct result_loop *loop, struct text *out)
{
    if (loop->file)
        text_add(out, "the loop at %s:%" PRIu32, loop->file, loop->line);
    else
        text_add(out, "the loop at 0x%08" PRIx64 " in %s", loop->address,
                 loop->function);
    result_write_excess(loop, out);
}

/* A loop bound that does not hold comes from the job or the source, so the bound derived from it is
 * not our error. */
static enum wc_status refute_loops(struct run *run, const struct result_launch *launch)
{
    struct text list = {0};
    for (size_t i = 0; i < launch->loop_count; i++) {
        if (!result_is_exceeded(&launch->loops[i]))
            continue;
        text_add(&list, "%s", list.length ? "\n  " : "");
        tell_exceeded(&launch->loops[i], &list);
    }
    fail(run->err, WC_MISMATCH, "%s\n  %s", text_string(&list),
         launch->has_bound && !launch->exact ? "the cycle bound depends on this number"
                                             : "a cycle bound may depend on this number");
    hint(run->err, "the number must hold for all data that the bound covers");
    text_free(&list);
    return WC_MISMATCH;
}

static enum wc_status refute_us(struct run *run, size_t index)
{
    const struct result_launch *launch = &run->result->launches[index];
    fail(run->err, WC_MISMATCH,
         "launch %zu of %s took %s%" PRIu64 " cycles, %s %" PRIu64 ": this is a bug in warpclock",
         index + 1, launch->kernel, launch->ended ? "" : "at least ",
         launch->statistics.count[STAT_CYCLES],
         launch->exact ? "but every run takes exactly" : "more than its bound of",
         launch->bound.cycles);
    hint(run->err, "please report it, with the job and its binary");
    return WC_MISMATCH;
}

/* No run takes longer; every run of an exact launch takes just as long. */
static bool holds(const struct result_launch *launch)
{
    uint64_t cycles = launch->statistics.count[STAT_CYCLES];
    return cycles <= launch->bound.cycles &&
           (!launch->exact || !launch->ended || cycles == launch->bound.cycles);
}

static enum wc_status refute_term(struct run *run, size_t index,
                                  const struct expectation *expectation)
{
    struct text text = {0};
    expectation_write(expectation, &text);
    fail(run->err, WC_MISMATCH, "launch %zu of %s: %s: this is a bug in warpclock", index + 1,
         run->result->launches[index].kernel, text_string(&text));
    hint(run->err, "please report it, with the job and its binary");
    text_free(&text);
    return WC_MISMATCH;
}

/* An annotation that does not hold is the program's error. */
static enum wc_status refute_statement(struct run *run, size_t index,
                                       const struct expectation *expectation)
{
    struct text text = {0};
    expectation_write(expectation, &text);
    fail(run->err, WC_MISMATCH, "launch %zu of %s: %s; the cycle bound depends on this number",
         index + 1, run->result->launches[index].kernel, text_string(&text));
    hint(run->err, "the number must hold for all data that the bound covers");
    text_free(&text);
    return WC_MISMATCH;
}

/* Each launch separately: the sum could hide one. */
static enum wc_status verify_launch(struct run *run, size_t index)
{
    const struct result_launch *launch = &run->result->launches[index];
    if (result_exceeded_loop(launch))
        return refute_loops(run, launch);
    if (run->result->no_run || run->result->functional || !launch->has_bound)
        return WC_OK;
    if (breach_of(run, index))
        return refute_program(run, index);
    const struct expectation *refuted = expectations_refuted(&launch->expectations);
    if (refuted)
        return refute_statement(run, index, refuted);
    if (!holds(launch))
        return refute_us(run, index);
    const struct expectation *exceeded = expectations_exceeded(&launch->expectations);
    return exceeded ? refute_term(run, index, exceeded) : WC_OK;
}

static uint64_t saturating_twice(uint64_t number)
{
    return number > UINT64_MAX / 2 ? UINT64_MAX : 2 * number;
}

uint64_t run_verdict_limit(const struct run *run, size_t launch)
{
    enum { MIN = 1000000 }; /* a small bound costs no time even if exceeded by far */
    const struct result_launch *to = &run->result->launches[launch];
    if (!to->has_bound || run->result->functional)
        return 0;
    return to->bound.cycles < MIN / 2 ? MIN : saturating_twice(to->bound.cycles);
}

/* A launch that was stopped but had already exceeded its bound: report that. */
static bool is_refuted(const struct run *run, enum wc_status status)
{
    const struct wc_result *result = run->result;
    if (status != WC_DEADLOCK || !result->launch_count)
        return false;
    const struct result_launch *last = &result->launches[result->launch_count - 1];
    return last->has_bound && last->statistics.count[STAT_CYCLES] > last->bound.cycles;
}

/* ---- a deadline ---- */

enum wc_status run_verdict_deadline(struct run *run)
{
    const struct wc_result *result = run->result;
    const uint64_t deadline = result->deadline;
    const uint64_t cycles = result->no_run ? 0 : result->statistics.count[STAT_CYCLES];
    const struct bound *bound = result->bound_asked ? result_bound(result) : NULL;
    if (!deadline || result->functional || (result->bound_asked && !bound) ||
        result_longest(result) <= deadline)
        return WC_OK;
    if (cycles > deadline)
        return fail(run->err, WC_MISMATCH,
                    "the run took %" PRIu64 " cycles, more than the deadline of %" PRIu64, cycles,
                    deadline);
    fail(run->err, WC_MISMATCH,
         "the bound of %" PRIu64 " cycles exceeds the deadline of %" PRIu64, bound->cycles,
         deadline);
    if (!result->no_run)
        hint(run->err, "this run took %" PRIu64 " cycles; other data may take longer", cycles);
    return WC_MISMATCH;
}

/* The reason for the first launch that has no bound: its dependence on data. */
static enum wc_status miss_bound(struct run *run, size_t index)
{
    const struct result_launch *launch = &run->result->launches[index];
    const struct result_dependence *why = launch->depends_on;
    struct text place = {0};
    result_write_dependence(why, &place);
    fail(run->err, WC_BAD_INPUT, "launch %zu of %s has no bound: its cycles depend on data\n  %s",
         index + 1, launch->kernel, text_string(&place));
    text_free(&place);
    if (strncmp(why->source, "buffer ", 7) == 0)
        hint(run->err, "%s'fixed: true' on buffer '%s' makes its contents part of the job; the "
             "bound then holds only for these contents",
             run_bound_has_analysis(run) ? "" : "this machine has no analysis for such launches; ",
             why->source + 7);
    return WC_BAD_INPUT;
}

static enum wc_status require_bounds(struct run *run, const struct wc_run_options *options)
{
    for (size_t i = 0; i < run->result->launch_count && !run->result->bound_problem; i++) {
        const struct result_launch *launch = &run->result->launches[i];
        if (!launch->has_bound && launch->depends_on)
            return run_bound_tolerate(run, options, miss_bound(run, i));
    }
    return WC_OK;
}

enum wc_status run_verdict_facts(struct run *run)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; run->loop_watch && status == WC_OK && i < run->result->launch_count; i++) {
        note_loops(run, i);
        if (result_exceeded_loop(&run->result->launches[i]))
            status = refute_loops(run, &run->result->launches[i]);
    }
    return status;
}

static enum wc_status verify(struct run *run)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < run->result->launch_count; i++)
        status = verify_launch(run, i);
    return status;
}

/* All launches have ended, but with other results than expected: that says nothing about the bound,
 * and one that does not hold is the worse news. */
static bool only_results_differ(const struct wc_result *result, enum wc_status status)
{
    bool differ = false;
    for (size_t i = 0; i < result->check_count; i++)
        differ |= !result->checks[i].ok;
    return status == WC_MISMATCH && differ;
}

static enum wc_status verify_beside(struct run *run)
{
    const char *message = arena_strdup(&run->result->arena, run->err->message);
    error_clear(run->err);
    enum wc_status status = verify(run);
    return status == WC_OK ? fail(run->err, WC_MISMATCH, "%s", message) : status;
}

enum wc_status run_verdict_finish(struct run *run, const struct wc_run_options *options,
                                enum wc_status status)
{
    const struct wc_result *result = run->result;
    for (size_t i = 0; i < result->launch_count; i++) {
        note_loops(run, i);
        if (result->launches[i].has_bound && !result->launches[i].exact)
            note_unfitting(run, i);
    }
    if (is_refuted(run, status)) {
        error_clear(run->err);
        status = WC_OK;
    }
    if (only_results_differ(result, status))
        return verify_beside(run);
    if (status == WC_OK)
        status = verify(run);
    if (status == WC_OK)
        status = require_bounds(run, options);
    struct watch watch = run_bound_watch_over(run, options);
    if (status == WC_OK)
        status = run_periodic(run, &watch);
    return status == WC_OK ? run_verdict_deadline(run) : status;
}

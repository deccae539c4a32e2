/* SPDX-License-Identifier: Apache-2.0 */
/* through.c - the phases of a job, each with its limit. */
#include "through.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "folder.h"
#include "report/result.h"

/* Enough for every kernel of the corpus; an endless loop ends here. */
enum { INSTRUCTIONS_MAX = 20000, CYCLES_MAX = 60000, SECONDS_MAX = 1 };
enum { BUFFERS_MAX = 8, LAUNCHES_MAX = 4, BYTES_MAX = 1 << 16 };

/* Contents of the job's buffers before and after a run. */
struct contents {
    uint64_t bytes[BUFFERS_MAX];
    uint8_t *before[BUFFERS_MAX], *after[BUFFERS_MAX];
};

struct passage {
    wc_context *context;
    wc_binary *binary;
    wc_job *job;
    struct contents contents;
    bool reads_clock; /* perhaps */
    unsigned passed;
};

static void pass(struct passage *passage, enum phase phase)
{
    passage->passed |= 1u << phase;
}

/* ---- what every call promises ---- */

static void check_status(const struct passage *passage, enum wc_status status, const char *what)
{
    const char *message = wc_error_message(passage->context);
    if (getenv("WARPCLOCK_FUZZ_TRACE"))
        fprintf(stderr, "%d = %s: %s\n", status, what, message);
    if (status != wc_error_status(passage->context))
        finding("%s returns %d, but its context says %d", what, status,
                wc_error_status(passage->context));
    if (status == WC_INTERNAL || status == WC_INTERRUPTED || strstr(message, "bug in warpclock"))
        finding("%s: status %d: %s", what, status, message);
}

/* ---- inspection and control flow ---- */

static bool take_text(struct passage *passage, enum wc_status status, const char *what, char *text)
{
    check_status(passage, status, what);
    if ((status == WC_OK) != (text != NULL))
        finding("%s: status %d %s a text", what, status, text ? "with" : "without");
    wc_text_free(text);
    return status == WC_OK;
}

static bool names_a_clock(const char *listing)
{
    static const char *const names[] = {"clock", "timer", "time", "getreg", "cycle", "instret",
                                        "hpm"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found |= strcasestr(listing, names[i]) != NULL;
    return found;
}

static void inspect(struct passage *passage)
{
    char *text;
    bool ok = true;
    for (unsigned format = WC_TEXT; format <= WC_JSON; format++) {
        enum wc_status status = wc_binary_info(passage->binary, (enum wc_format)format, &text);
        ok &= take_text(passage, status, "info", text);
        status = wc_binary_disassemble(passage->binary, NULL, (enum wc_format)format, &text);
        if (status == WC_OK && format == WC_TEXT)
            passage->reads_clock = names_a_clock(text);
        ok &= take_text(passage, status, "dis", text);
    }
    if (ok)
        pass(passage, PHASE_INSPECTED);
}

static void graph(struct passage *passage)
{
    char *text;
    bool ok = true;
    for (unsigned format = WC_TEXT; format <= WC_DOT; format++) {
        enum wc_status status =
            wc_binary_flow_graph(passage->binary, NULL, (enum wc_format)format, &text);
        ok &= take_text(passage, status, "cfg", text);
    }
    if (ok)
        pass(passage, PHASE_GRAPHED);
}

/* ---- runs ---- */

/* Host memory takes the place of the job's buffers, with the same contents. */
static bool bind_buffers(struct passage *passage)
{
    struct job *job = &passage->job->job;
    struct contents *contents = &passage->contents;
    struct error err = {0};
    enum wc_status status = job_load_data(&err, job);
    error_clear(&err);
    if (status != WC_OK)
        return false;
    passage->job->bound = arena_array(&job->arena, job->buffer_count, sizeof *passage->job->bound);
    passage->job->bound_count = job->buffer_count;
    for (size_t i = 0; i < job->buffer_count; i++) {
        contents->bytes[i] = array_byte_count(&job->buffers[i].contents);
        contents->before[i] = arena_alloc(&job->arena, contents->bytes[i] + 1);
        contents->after[i] = arena_alloc(&job->arena, contents->bytes[i] + 1);
        if (contents->bytes[i])
            memcpy(contents->before[i], job->buffers[i].contents.bytes, contents->bytes[i]);
        passage->job->bound[i] = (struct bound_memory){.buffer = i, .host = contents->after[i]};
    }
    return true;
}

static void restore_buffers(struct passage *passage)
{
    struct contents *contents = &passage->contents;
    for (size_t i = 0; i < passage->job->bound_count; i++) {
        passage->job->bound[i].host = contents->after[i];
        memcpy(contents->after[i], contents->before[i], contents->bytes[i]);
    }
}

static void write_result(struct passage *passage, const wc_result *result)
{
    char *text;
    for (unsigned format = WC_TEXT; format <= WC_JSON; format++) {
        if (wc_result_text(result, (enum wc_format)format, &text) != WC_OK)
            finding("the result has no text: %s", wc_error_message(passage->context));
        wc_text_free(text);
    }
}

/* NULL: it did not begin, or did not end. */
static wc_result *run(struct passage *passage, const struct wc_run_options *options,
                      const char *what)
{
    wc_result *result;
    restore_buffers(passage);
    enum wc_status status = wc_run(passage->job, options, &result);
    check_status(passage, status, what);
    if (result)
        write_result(passage, result);
    if (status == WC_OK)
        return result;
    wc_result_free(result);
    return NULL;
}

static bool starts_one_warp(const wc_result *result)
{
    double warps = 0;
    bool one = true;
    for (size_t i = 0; i < wc_result_launch_count(result); i++)
        one &= wc_result_launch_value(result, i, "warps_started", &warps) && warps == 1;
    return one;
}

static void compare_memory(const struct passage *passage, const struct contents *with,
                           const char *what)
{
    for (size_t i = 0; i < passage->job->job.buffer_count; i++) {
        if (memcmp(passage->contents.after[i], with->after[i], with->bytes[i]))
            finding("%s leaves other contents in buffer %s", what,
                    passage->job->job.buffers[i].name);
    }
}

/* The contents after a run, kept while another one runs. */
static struct contents keep_contents(struct passage *passage)
{
    struct contents kept = passage->contents;
    for (size_t i = 0; i < passage->job->job.buffer_count; i++)
        passage->contents.after[i] = arena_alloc(&passage->job->job.arena, kept.bytes[i] + 1);
    return kept;
}

static void step_every_cycle(struct passage *passage, const wc_result *clocked,
                             const struct contents *kept)
{
    double cycles = 0, again = 0;
    wc_result *result = run(
        passage, &WC_RUN_OPTIONS(.max_cycles = CYCLES_MAX, .every_cycle = true), "every cycle");
    if (!result || !wc_result_value(clocked, "cycles", &cycles) ||
        !wc_result_value(result, "cycles", &again) || cycles != again)
        finding("%g cycles, but %g when every cycle is stepped", cycles, again);
    compare_memory(passage, kept, "a run that steps through every cycle");
    wc_result_free(result);
}

/* `clocked` is NULL if the clocked run did not end. */
static void run_functional(struct passage *passage, const wc_result *clocked,
                           const struct contents *kept)
{
    wc_result *result = run(
        passage, &WC_RUN_OPTIONS(.functional = true, .max_cycles = INSTRUCTIONS_MAX), "functional");
    if (!result)
        return;
    pass(passage, PHASE_FUNCTIONAL);
    if (clocked && !passage->reads_clock && starts_one_warp(result) && starts_one_warp(clocked)) {
        compare_memory(passage, kept, "a functional run");
        pass(passage, PHASE_COMPARED);
    }
    wc_result_free(result);
}

static void run_all(struct passage *passage)
{
    wc_result *clocked =
        run(passage, &WC_RUN_OPTIONS(.max_cycles = CYCLES_MAX, .check = true), "clocked");
    struct contents kept = keep_contents(passage);
    run_functional(passage, clocked, &kept);
    if (!clocked)
        return;
    pass(passage, PHASE_CLOCKED);
    step_every_cycle(passage, clocked, &kept);
    wc_result_free(clocked);
}

/* ---- bounds ---- */

static void check_bounds(struct passage *passage, const wc_result *result, enum phase phase)
{
    for (size_t i = 0; i < wc_result_launch_count(result); i++) {
        uint64_t bound;
        double cycles;
        if (!wc_result_launch_bound(result, i, &bound))
            return;
        if (!wc_result_launch_value(result, i, "cycles", &cycles) || cycles > (double)bound)
            finding("launch %zu took %g cycles, its bound is %llu", i + 1, cycles,
                    (unsigned long long)bound);
    }
    pass(passage, phase);
}

static void derive(struct passage *passage, enum wc_bound_method method, enum phase phase)
{
    wc_result *result =
        run(passage,
            &WC_RUN_OPTIONS(.max_cycles = CYCLES_MAX, .bound = true, .bound_may_fail = true,
                            .bound_method = method, .max_seconds = SECONDS_MAX, .explain = true),
            "bound");
    if (result)
        check_bounds(passage, result, phase);
    wc_result_free(result);
}

/* ---- the whole ---- */

static uint64_t declared_bytes(const struct job_buffer *buffer)
{
    struct error err = {0};
    const struct array_declared *declared = &buffer->declared;
    uint64_t count = 0;
    bool fits = buffer->source == JOB_SOURCE_FILL && declared->has_type && declared->has_shape &&
                array_count(&err, buffer->name, declared->type, declared->rank, declared->shape,
                            &count) == WC_OK;
    error_clear(&err);
    return fits && count < BYTES_MAX ? count * type_bytes(declared->type) : BYTES_MAX + 1;
}

/* A job that saves would write wherever its random name says; files and huge buffers have targets
 * of their own. */
static bool is_modest(const struct job *job, const char *kernel)
{
    uint64_t bytes = 0;
    bool modest = job->buffer_count <= BUFFERS_MAX && job->launch_count <= LAUNCHES_MAX &&
                  !job->save_count;
    for (size_t i = 0; modest && i < job->launch_count; i++)
        modest = !strcmp(job->launches[i].kernel, kernel);
    for (size_t i = 0; modest && i < job->expect_count; i++)
        modest = job->expects[i].kind != JOB_EXPECT_FILE;
    for (size_t i = 0; modest && i < job->buffer_count; i++)
        bytes += declared_bytes(&job->buffers[i]);
    for (size_t i = 0; modest && i < job->symbol_count; i++)
        bytes += declared_bytes(&job->symbols[i]);
    return modest && bytes <= BYTES_MAX;
}

static void open_parts(struct passage *passage, const uint8_t *data, size_t size)
{
    const uint8_t *nul = size ? memchr(data, 0, size) : NULL;
    size_t text = nul ? (size_t)(nul - data) : size;
    size_t binary = nul ? size - text - 1 : 0;
    const char *job_path = folder_write("job.yaml", data, text);
    const char *kernel = folder_write("kernel", nul ? nul + 1 : data, binary);
    check_status(passage, wc_binary_open(passage->context, kernel, &passage->binary), "open");
    if (!passage->binary)
        return;
    check_status(passage, wc_job_open(passage->context, job_path, &passage->job), "job");
    if (passage->job && !is_modest(&passage->job->job, kernel)) {
        wc_job_free(passage->job);
        passage->job = NULL;
    }
}

unsigned through(const uint8_t *data, size_t size)
{
    struct passage passage = {.context = wc_context_new()};
    if (!passage.context)
        return 0;
    wc_context_add_machine_folder(passage.context, machines_folder());
    open_parts(&passage, data, size);
    if (passage.binary) {
        inspect(&passage);
        graph(&passage);
    }
    if (passage.job && bind_buffers(&passage)) {
        run_all(&passage);
        if (passage.passed & 1u << PHASE_CLOCKED) {
            derive(&passage, WC_BOUND_AUTO, PHASE_BOUNDED);
            derive(&passage, WC_BOUND_ANALYSIS, PHASE_ANALYSED);
        }
    }
    wc_job_free(passage.job);
    wc_binary_free(passage.binary);
    wc_context_free(passage.context);
    return passage.passed;
}

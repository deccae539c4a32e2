/* SPDX-License-Identifier: Apache-2.0 */
/* test_api.c - the library while its allocations fail: every call returns (HOUSE-52).
 *
 *     test_api [--all]
 *
 * A scenario is a few calls of the interface that end in a text. It is run undisturbed, then again
 * while allocation N fails, for many N, alone or with all that follow. Each time it gives the same
 * text or an error that names memory; and afterwards, in the same process, the same text again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpclock.h>

#include <cmocka.h>

#include "fail_alloc.h"

/* ---- scenarios: WC_OK and a text, or an error ---- */

struct scenario {
    const char *name;
    enum wc_status (*play)(wc_context *context, const struct scenario *scenario, char **text);
    const char *file, *machine;
    struct wc_run_options options;
    enum wc_format format;
};

static enum wc_status play_job(wc_context *context, const struct scenario *s, char **text)
{
    wc_job *job = NULL;
    wc_result *result = NULL;
    enum wc_status status = wc_job_open(context, s->file, &job);
    if (status == WC_OK && s->machine)
        status = wc_job_machine(job, s->machine);
    if (status == WC_OK)
        status = wc_run(job, &s->options, &result);
    if (status == WC_OK)
        status = wc_result_text(result, s->format, text);
    wc_result_free(result);
    wc_job_free(job);
    return status;
}

static enum wc_status fill_job(wc_job *job, float *x, float *y, uint32_t count)
{
    const uint32_t grid[3] = {4, 1, 1}, block[3] = {16, 1, 1};
    const float alpha = 0.5f;
    enum wc_status status = wc_job_grid(job, grid, block);
    if (status == WC_OK)
        status = wc_job_buffer(job, "x", WC_F32, count, x, true);
    if (status == WC_OK)
        status = wc_job_buffer(job, "y", WC_F32, count, y, false);
    if (status == WC_OK)
        status = wc_job_arg_buffer(job, "x");
    if (status == WC_OK)
        status = wc_job_arg_buffer(job, "y");
    if (status == WC_OK)
        status = wc_job_arg_scalar(job, WC_F32, &alpha);
    if (status == WC_OK)
        status = wc_job_arg_scalar(job, WC_I32, &count);
    return status == WC_OK ? wc_job_set(job, "dram.row_hit", "30") : status;
}

/* The text is what the kernel left in memory. */
static enum wc_status play_calls(wc_context *context, const struct scenario *s, char **text)
{
    enum { COUNT = 64 };
    float x[COUNT], y[COUNT];
    wc_job *job = NULL;
    wc_result *result = NULL;
    for (int i = 0; i < COUNT; i++)
        x[i] = y[i] = (float)i;
    enum wc_status status = wc_job_new(context, s->file, "saxpy", &job);
    if (status == WC_OK)
        status = fill_job(job, x, y, COUNT);
    if (status == WC_OK)
        status = wc_run(job, &s->options, &result);
    if (status == WC_OK && !(*text = calloc(1, 64)))
        status = WC_INTERNAL;
    if (status == WC_OK)
        snprintf(*text, 64, "%g %g", y[1], y[COUNT - 1]);
    wc_result_free(result);
    wc_job_free(job);
    return status;
}

static enum wc_status play_comparison(wc_context *context, const struct scenario *s, char **text)
{
    wc_job *job = NULL;
    wc_result *result = NULL;
    wc_comparison *comparison = NULL;
    enum wc_status status = wc_comparison_new(context, &comparison);
    if (status == WC_OK)
        status = wc_job_open(context, s->file, &job);
    if (status == WC_OK)
        status = wc_run(job, &s->options, &result);
    if (status == WC_OK)
        status = wc_comparison_add(comparison, s->file, "here", result, NULL);
    if (status == WC_OK)
        status = wc_comparison_text(comparison, s->format, text);
    wc_comparison_free(comparison);
    wc_result_free(result);
    wc_job_free(job);
    return status;
}

static enum wc_status play_binary(wc_context *context, const struct scenario *s, char **text)
{
    wc_binary *binary = NULL;
    char *info = NULL, *listing = NULL;
    enum wc_status status = wc_binary_open(context, s->file, &binary);
    if (status == WC_OK)
        status = wc_binary_info(binary, s->format, &info);
    if (status == WC_OK)
        status = wc_binary_disassemble(binary, NULL, s->format, &listing);
    if (status == WC_OK)
        status = wc_binary_flow_graph(binary, NULL, s->format, text);
    wc_text_free(info);
    wc_text_free(listing);
    wc_binary_free(binary);
    return status;
}

static enum wc_status play_reference(wc_context *context, const struct scenario *s, char **text)
{
    char *machines = NULL, *instructions = NULL;
    enum wc_status status = wc_machines_text(context, s->format, &machines);
    if (status == WC_OK)
        status = wc_instructions_text(context, "rv32", s->format, &instructions);
    if (status == WC_OK)
        status = wc_statistics_text(context, s->format, text);
    wc_text_free(machines);
    wc_text_free(instructions);
    return status;
}

static enum wc_status play_machine(wc_context *context, const struct scenario *s, char **text)
{
    return wc_machine_text(context, s->machine, NULL, 0, s->format, text);
}

static enum wc_status play_paper(wc_context *context, const struct scenario *s, char **text)
{
    wc_paper *paper = NULL;
    enum wc_status status = wc_paper_rerun(context, "swas", "anomalies", &paper);
    if (status == WC_OK)
        status = wc_paper_text(paper, s->format, text);
    wc_paper_free(paper);
    return status;
}

static const struct scenario scenarios[] = {
    {"vortex", play_job, "kernels/saxpy/vortex-tiny.yaml", .format = WC_JSON,
     .options = {.size = sizeof(struct wc_run_options), .functional = true}},
    {"vortex, exact bound", play_job, "kernels/saxpy/vortex-tiny.yaml", "vortex-swas",
     .format = WC_JSON,
     .options = {.size = sizeof(struct wc_run_options), .bound = true,
                 .bound_method = WC_BOUND_EXACT}},
    {"pascal", play_job, "kernels/saxpy/pascal-tiny.yaml", .format = WC_JSON,
     .options = {.size = sizeof(struct wc_run_options), .functional = true}},
    {"gcn3", play_job, "kernels/saxpy/gcn3-tiny.yaml", .format = WC_JSON,
     .options = {.size = sizeof(struct wc_run_options), .check = true}},
    {"calls, vortex", play_calls, "kernels/saxpy/vortex.elf",
     .options = {.size = sizeof(struct wc_run_options), .functional = true}},
    {"comparison", play_comparison, "kernels/vecadd/gcn3-tiny.yaml", .format = WC_JSON,
     .options = {.size = sizeof(struct wc_run_options), .functional = true}},
    {"ELF", play_binary, "kernels/saxpy/vortex.elf", .format = WC_JSON},
    {"cubin", play_binary, "kernels/saxpy/pascal.cubin", .format = WC_TEXT},
    {"code object", play_binary, "kernels/saxpy/gcn3.hsaco", .format = WC_JSON},
    {"reference", play_reference, .format = WC_JSON},
    {"machine", play_machine, .machine = "jetson-tx2", .format = WC_JSON},
    {"paper", play_paper, .format = WC_JSON},
};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

/* ---- playing them ---- */

struct ending {
    enum wc_status status;
    char *text;
    char message[256]; /* "" if there was no context */
};

/* Times differ from run to run. */
static void forget_times(char *text)
{
    static const char *const keys[] = {"\"host_seconds\": ", "\"simulated_kips\": ",
                                       "\"bound_seconds\": "};
    for (size_t i = 0; text && i < sizeof keys / sizeof *keys; i++) {
        char *at = strstr(text, keys[i]), *end = at ? at + strcspn(at, ",\n}") : NULL;
        if (at)
            memmove(at, end, strlen(end) + 1);
    }
}

static struct ending play(const struct scenario *scenario, unsigned long from, unsigned long to)
{
    struct ending ending = {.status = WC_INTERNAL};
    fail_alloc_at(from, to);
    wc_context *context = wc_context_new();
    if (context)
        ending.status = scenario->play(context, scenario, &ending.text);
    fail_alloc_at(0, 0);
    if (context && wc_error_status(context) != WC_OK)
        snprintf(ending.message, sizeof ending.message, "%s", wc_error_message(context));
    wc_context_free(context);
    forget_times(ending.text);
    return ending;
}

static void release(struct ending *ending)
{
    wc_text_free(ending->text);
}

static bool is_about_memory(const struct ending *ending)
{
    bool known = ending->status == WC_INTERNAL || ending->status == WC_BAD_INPUT;
    return known && (!*ending->message || strstr(ending->message, "memory") ||
                     strstr(ending->message, "allocate"));
}

static void compare(const struct scenario *scenario, const struct ending *good,
                    const struct ending *now, unsigned long number, const char *mode)
{
    if (now->status == WC_OK && now->text && strcmp(now->text, good->text) == 0)
        return;
    if (now->status != WC_OK && !now->text && is_about_memory(now))
        return;
    fail_msg("%s, allocation %lu fails %s: status %d, message '%s', %s text", scenario->name,
             number, mode, (int)now->status, now->message, now->text ? "another" : "no");
}

static unsigned long count_allocations(const struct scenario *scenario)
{
    char *text = NULL;
    fail_alloc_at(0, 0);
    wc_context *context = wc_context_new();
    scenario->play(context, scenario, &text);
    unsigned long made = fail_alloc_at(0, 0);
    wc_text_free(text);
    wc_context_free(context);
    return made;
}

static bool every_one; /* --all */

static unsigned long walk(const struct scenario *scenario)
{
    unsigned long count = count_allocations(scenario), runs = 0;
    unsigned long stride = every_one || count < 40 ? 1 : count / 40 | 1;
    struct ending good = play(scenario, 0, 0);
    assert_int_equal(good.status, WC_OK);
    for (unsigned long n = 1; n <= count; n += stride) {
        for (unsigned lasting = 0; lasting < 2; lasting++) {
            struct ending now = play(scenario, n, lasting ? 0 : n);
            compare(scenario, &good, &now, n, lasting ? "and all that follow" : "once");
            release(&now);
            runs++;
        }
        struct ending again = play(scenario, 0, 0);
        assert_int_equal(again.status, WC_OK);
        assert_string_equal(again.text, good.text);
        release(&again);
    }
    release(&good);
    return runs;
}

/* HOUSE-52 */
static void every_call_returns_without_memory(void **unused)
{
    unsigned long runs = 0;
    (void)unused;
    for (size_t i = 0; i < SCENARIOS; i++)
        runs += walk(&scenarios[i]);
    print_message("# %lu runs\n", runs);
}

static struct ending play_twice(wc_context *context, const struct scenario *scenario,
                                unsigned long number)
{
    struct ending ending = {0};
    fail_alloc_at(number, 0);
    ending.status = scenario->play(context, scenario, &ending.text);
    fail_alloc_at(0, 0);
    release(&ending);
    ending.text = NULL;
    ending.status = scenario->play(context, scenario, &ending.text);
    forget_times(ending.text);
    return ending;
}

/* HOUSE-52: a context that had no memory works again when there is some. */
static void a_context_recovers(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < SCENARIOS; i++) {
        unsigned long count = count_allocations(&scenarios[i]);
        struct ending good = play(&scenarios[i], 0, 0);
        wc_context *context = wc_context_new();
        for (unsigned long n = 1; n <= count; n += every_one ? 1 : count / 10 + 1) {
            struct ending now = play_twice(context, &scenarios[i], n);
            assert_int_equal(now.status, WC_OK);
            assert_string_equal(now.text, good.text);
            release(&now);
        }
        wc_context_free(context);
        release(&good);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_returns_without_memory),
        cmocka_unit_test(a_context_recovers),
    };
    every_one = argc > 1 && strcmp(argv[1], "--all") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

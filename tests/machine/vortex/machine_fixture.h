/* SPDX-License-Identifier: Apache-2.0 */
/* machine_fixture.h - a small program, a buffer and a run, through the public interface only. */
#ifndef WARPCLOCK_TESTS_MACHINE_FIXTURE_H
#define WARPCLOCK_TESTS_MACHINE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <warpclock.h>

#include <cmocka.h>

enum { OUT_MAX = 2048 };

struct stage {
    wc_context *context;
    wc_job *job;
    wc_result *result;
    char console[4096]; /* all that the program said */
    size_t console_length, console_calls;
    uint32_t out[OUT_MAX];
};

static inline void hear(void *user, const char *bytes, size_t length)
{
    struct stage *stage = user;
    assert_true(stage->console_length + length < sizeof stage->console);
    memcpy(stage->console + stage->console_length, bytes, length);
    stage->console_length += length;
    stage->console_calls++;
}

/* A program of tests/machine/vortex/programs as a job without arguments. */
static inline struct stage *open_bare(const char *program)
{
    struct stage *stage = calloc(1, sizeof *stage);
    char path[256];
    assert_non_null(stage);
    snprintf(path, sizeof path, "tests/machine/vortex/elf/%s.elf", program);
    stage->context = wc_context_new();
    assert_non_null(stage->context);
    wc_context_on_console(stage->context, hear, stage);
    assert_int_equal(wc_job_new(stage->context, path, program, &stage->job), WC_OK);
    return stage;
}

static inline void add_word(struct stage *stage, uint32_t word)
{
    assert_int_equal(wc_job_arg_scalar(stage->job, WC_U32, &word), WC_OK);
}

/* The same with what nearly every program takes: `words` words of out, and what to do. */
static inline struct stage *open_program(const char *program, uint64_t words, uint32_t what)
{
    struct stage *stage = open_bare(program);
    assert_true(words <= OUT_MAX);
    assert_int_equal(wc_job_buffer(stage->job, "out", WC_U32, words, stage->out, false), WC_OK);
    assert_int_equal(wc_job_arg_buffer(stage->job, "out"), WC_OK);
    add_word(stage, what);
    return stage;
}

static inline void set(struct stage *stage, const char *key, const char *value)
{
    assert_int_equal(wc_job_set(stage->job, key, value), WC_OK);
}

static inline enum wc_status run_at_most(struct stage *stage, uint64_t cycles)
{
    struct wc_run_options options = {
        .size = sizeof options, .functional = true, .max_cycles = cycles};
    wc_result_free(stage->result);
    return wc_run(stage->job, &options, &stage->result);
}

/* No program here needs a million instructions: one that does has gone astray. */
static inline enum wc_status run(struct stage *stage)
{
    return run_at_most(stage, 1000000);
}

static inline void run_well(struct stage *stage)
{
    enum wc_status status = run(stage);
    if (status != WC_OK)
        fail_msg("status %d: %s", status, wc_error_message(stage->context));
    assert_non_null(stage->result);
}

static inline void close_stage(struct stage *stage)
{
    wc_result_free(stage->result);
    wc_job_free(stage->job);
    wc_context_free(stage->context);
    free(stage);
}

static inline void assert_part(const char *text, const char *part)
{
    if (!text || !strstr(text, part))
        fail_msg("'%s' does not say '%s'", text ? text : "(nothing)", part);
}

static inline void assert_says(struct stage *stage, const char *part)
{
    assert_part(wc_error_message(stage->context), part);
}

static inline void assert_hints(struct stage *stage, const char *part)
{
    assert_part(wc_error_hint(stage->context), part);
}

static inline void assert_json_has(struct stage *stage, const char *part)
{
    char *json;
    assert_non_null(stage->result);
    assert_int_equal(wc_result_text(stage->result, WC_JSON, &json), WC_OK);
    assert_part(json, part);
    wc_text_free(json);
}

static inline double value(struct stage *stage, const char *name)
{
    double number = -1;
    assert_non_null(stage->result);
    assert_true(wc_result_value(stage->result, name, &number));
    return number;
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* explain.c - runs a job, and again with one thing changed where that is cheap, and explains. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "api/arguments.h"
#include "api/options.h"
#include "api/run_data.h"
#include "report/advice.h"

/* Runs that take longer are not repeated. */
static const double cheap_seconds = 0.5;
enum { WHAT_IFS_MAX = 6 };

/* What to change against a reason to wait; a machine has some of them. */
static const struct trial {
    enum stall_reason reason;
    const char *key;
    unsigned factor;
} trials[] = {
    {STALL_FETCH, "icache.bytes", 4},      {STALL_FETCH, "l1i.bytes", 4},
    {STALL_FETCH, "front.queue", 2},       {STALL_FETCH, "front.buffer", 2},
    {STALL_MEMORY, "dcache.bytes", 4},     {STALL_MEMORY, "l1d.bytes", 4},
    {STALL_MEMORY, "l1.bytes", 4},         {STALL_MEMORY, "l2.bytes", 4},
    {STALL_MEMORY, "dcache.mshrs", 4},     {STALL_MEMORY, "l1d.mshrs", 4},
    {STALL_MEMORY, "dram.banks", 2},       {STALL_MEMORY, "memory.bandwidth", 2},
    {STALL_MEMORY, "scratchpad.width", 2}, {STALL_UNIT, "dcache.banks", 2},
    {STALL_UNIT, "local.banks", 2},        {STALL_UNIT, "shared.banks", 2},
};

struct wc_explanation {
    wc_context *context;
    struct arena arena;
    wc_result *result;
    struct advice advice;
};

struct explained {
    wc_job *job;
    struct error *err;
    struct wc_run_options options; /* their limits */
    struct wc_explanation *out;
    struct what_if found[WHAT_IFS_MAX];
    size_t found_count;
};

/* ---- one thing changed ---- */

static uint64_t cycles_of(struct explained *x, bool bound)
{
    wc_result *result = NULL;
    uint64_t cycles = 0;
    const struct wc_run_options options = {.size = sizeof options, .no_run = bound,
                                           .bound_method = WC_BOUND_EXACT,
                                           .max_cycles = x->options.max_cycles,
                                           .max_memory = x->options.max_memory};
    if (wc_run(x->job, &options, &result) == WC_OK) {
        const struct bound *known = bound ? result_bound(result) : NULL;
        cycles = known ? known->cycles : bound ? 0 : result->statistics.count[STAT_CYCLES];
    }
    wc_result_free(result);
    return cycles;
}

static void note(struct explained *x, const char *key, const char *value, uint64_t cycles)
{
    if (cycles && x->found_count < WHAT_IFS_MAX)
        x->found[x->found_count++] = (struct what_if){key, value, cycles};
}

/* The value of the machine that ran, or 0. */
static uint64_t value_of(struct explained *x, const char *key)
{
    uint64_t value = 0;
    struct parameters parameters = {0};
    struct error *err = &x->job->context->error;
    if (context_load_machine(x->job->context, x->out->result->machine, &parameters) == WC_OK) {
        const struct parameter *found = parameters_find(&parameters, key);
        if (found && found->kind == PARAMETER_INTEGER && found->value.integer > 0)
            value = (uint64_t)found->value.integer;
    }
    for (size_t i = 0; i < x->out->result->setting_count; i++) {
        if (strcmp(x->out->result->settings[i].name, key) == 0)
            value = strtoull(x->out->result->settings[i].value, NULL, 0);
    }
    parameters_free(&parameters);
    error_clear(err);
    return value;
}

static void try_setting(struct explained *x, const struct trial *trial)
{
    const uint64_t value = value_of(x, trial->key);
    const size_t sets = x->job->set_count;
    if (!value || x->found_count == WHAT_IFS_MAX)
        return;
    const char *text = arena_format(x->out->advice.arena, "%" PRIu64, value * trial->factor);
    if (wc_job_set(x->job, trial->key, text) == WC_OK)
        note(x, trial->key, text, cycles_of(x, false));
    x->job->set_count = sets;
}

/* The buffer that the first decision depends on. */
static struct job_buffer *deciding_buffer(const struct explained *x)
{
    static const char prefix[] = "buffer ";
    for (size_t i = 0; i < x->out->result->launch_count; i++) {
        const struct result_dependence *d = x->out->result->launches[i].depends_on;
        if (!d || strncmp(d->source, prefix, strlen(prefix)) != 0)
            continue;
        const size_t at = job_find_buffer(&x->job->job, d->source + strlen(prefix));
        return at == JOB_NO_BUFFER ? NULL : &x->job->job.buffers[at];
    }
    return NULL;
}

static void try_fixed(struct explained *x)
{
    struct job_buffer *buffer = deciding_buffer(x);
    if (!buffer || buffer->fixed)
        return;
    buffer->fixed = true;
    note(x, "fixed", buffer->name, cycles_of(x, true));
    buffer->fixed = false;
}

static bool is_long(const struct profile_counts *all, enum stall_reason reason)
{
    return 10 * all->waits[reason] > profile_cycles(all);
}

static void try_all(struct explained *x)
{
    const struct run_profile *profile = x->out->result->profile;
    if (!profile || x->out->result->host_seconds > cheap_seconds)
        return;
    try_fixed(x);
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        if (is_long(&profile->total, trials[i].reason))
            try_setting(x, &trials[i]);
    }
}

/* ---- the whole ---- */

/* Why the run did not do what the job expects. Later runs have messages of their own. */
static struct error set_aside(struct error *err)
{
    const struct error reason = *err;
    err->status = WC_OK;
    err->place = err->message = err->hint = NULL;
    return reason;
}

static void put_back(struct error *err, const struct error *reason)
{
    error_clear(err);
    *err = *reason;
}

static enum wc_status explain(struct explained *x)
{
    const struct wc_run_options options = {.size = sizeof options,
                                           .max_cycles = x->options.max_cycles,
                                           .max_seconds = x->options.max_seconds,
                                           .max_memory = x->options.max_memory,
                                           .bound = true, .bound_may_fail = true,
                                           .profile = true, .explain = true};
    enum wc_status status = wc_run(x->job, &options, &x->out->result);
    if ((status != WC_OK && status != WC_MISMATCH) || !x->out->result)
        return status;
    advice_of_result(&x->out->advice, x->out->result);
    const struct error reason = set_aside(x->err);
    try_all(x);
    advice_add_what_ifs(&x->out->advice, x->out->result, x->found, x->found_count);
    put_back(x->err, &reason);
    return status;
}

static enum wc_status explain_unsaved(struct explained *x)
{
    struct job *job = &x->job->job;
    const size_t saves = job->save_count;
    job->save_count = 0;
    enum wc_status status = explain(x);
    job->save_count = saves;
    return status;
}

enum wc_status wc_explain(wc_job *job, const struct wc_run_options *from, wc_explanation **out)
{
    struct error *err = job_begin(job);
    struct explained x = {.job = job, .err = err};
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    enum wc_status status = options_read(err, "wc_run_options", from, &x.options, sizeof x.options);
    if (status != WC_OK)
        return status;
    x.out = calloc(1, sizeof *x.out);
    if (!x.out)
        return fail_memory(err);
    x.out->context = context_keep(job->context);
    x.out->advice.arena = &x.out->arena;
    status = explain_unsaved(&x);
    if (status == WC_OK || (status == WC_MISMATCH && x.out->result))
        *out = x.out;
    else
        wc_explanation_free(x.out);
    return status;
}

enum wc_status wc_explanation_text(const wc_explanation *explanation, enum wc_format format,
                                   char **out)
{
    struct text text = {0};
    struct error *err = explanation ? context_begin(explanation->context) : NULL;
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, out, "out") || !argument_format(err, format, WC_JSON))
        return WC_BAD_INPUT;
    if (format == WC_JSON)
        advice_write_json(&explanation->advice, explanation->result, &text);
    else
        advice_write_text(&explanation->advice, &text);
    return context_hand_out(explanation->context, &text, out);
}

void wc_explanation_free(wc_explanation *explanation)
{
    if (!explanation)
        return;
    wc_result_free(explanation->result);
    arena_free(&explanation->arena);
    context_drop(explanation->context);
    free(explanation);
}

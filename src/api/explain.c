/* SPDX-License-Identifier: Apache-2.0 */
/* explain.c - runs a job, and again with one thing changed where that is cheap, and explains. */
#include <stdlib.h>

#include "api/arguments.h"
#include "api/options.h"
#include "api/run_data.h"
#include "api/what_if.h"
#include "report/advice.h"

struct wc_explanation {
    wc_context *context;
    struct arena arena;
    wc_result *result;
    struct advice advice;
};

/* A run that was cut short has sentences too, about its part. */
static enum wc_status explain(wc_job *job, const struct wc_run_options *limits,
                              wc_explanation *out)
{
    const struct wc_run_options options = {.size = sizeof options,
                                           .max_cycles = limits->max_cycles,
                                           .max_seconds = limits->max_seconds,
                                           .max_memory = limits->max_memory,
                                           .bound = true, .bound_may_fail = true,
                                           .profile = true, .explain = true};
    enum wc_status status = job_run(job, &options, &out->result);
    if (status == WC_OK || status == WC_MISMATCH) {
        const enum wc_status tried = what_ifs_try(job, limits, out->result);
        status = tried == WC_OK ? status : tried;
    }
    if (out->result)
        advice_of_result(&out->advice, out->result);
    return status;
}

static enum wc_status explain_unsaved(wc_job *job, const struct wc_run_options *limits,
                                      wc_explanation *out)
{
    const size_t saves = job->job.save_count;
    job->job.save_count = 0;
    job->running = true;
    enum wc_status status = explain(job, limits, out);
    job->running = false;
    job->job.save_count = saves;
    if (job->released) /* in a callback */
        wc_job_free(job);
    return status;
}

enum wc_status wc_explain(wc_job *job, const struct wc_run_options *from, wc_explanation **out)
{
    struct wc_run_options limits;
    struct error *err = job_begin(job);
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    enum wc_status status = options_read(err, "wc_run_options", from, &limits, sizeof limits);
    if (status != WC_OK)
        return status;
    wc_explanation *explanation = calloc(1, sizeof *explanation);
    if (!explanation)
        return fail_memory(err);
    explanation->context = context_keep(job->context);
    explanation->advice.arena = &explanation->arena;
    status = explain_unsaved(job, &limits, explanation);
    if (explanation->result)
        *out = explanation;
    else
        wc_explanation_free(explanation);
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

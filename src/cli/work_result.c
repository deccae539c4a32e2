/* SPDX-License-Identifier: Apache-2.0 */
/* work_result.c - a job from the command line to its report. */
#include <inttypes.h>
#include <stdio.h>

#include "output.h"
#include "work.h"

static enum wc_status render_result(struct session *session, const void *subject,
                                    enum wc_format format, char **out)
{
    (void)session;
    return wc_result_text(subject, format, out);
}

/* The timeline is written all the same: what reads it finds a file. */
static void warn_of_window(const struct session *session, const struct wc_run_options *options,
                           const wc_result *result)
{
    double cycles;

    if (!options->trace || !options->trace_begin || session->arguments.quiet ||
        !wc_result_value(result, "cycles", &cycles) || cycles > (double)options->trace_begin)
        return;
    fprintf(stderr, "warpclock: warning: the timeline is empty: its window begins with cycle %"
            PRIu64 ", and the run ended after %.0f\n", options->trace_begin, cycles);
}

/* A run that was stopped still has a result to show. Its error is kept first, because making the
 * report overwrites the context's error; main() prints it last, where it is seen. */
static enum wc_status run_and_report(struct work *work, wc_job *job,
                                     const struct wc_run_options *options)
{
    struct session *session = work->session;
    wc_result *result = NULL;
    enum wc_status status = wc_run(job, options, &result);
    enum wc_status report = WC_OK;

    progress_clear(&work->progress); /* the report would overwrite its line */
    diagnose_library(&session->problem, session->context, status);
    if (result)
        report = output_report(session, render_result, result);
    if (result)
        warn_of_window(session, options, result);
    wc_result_free(result);
    return status != WC_OK ? status : report;
}

enum wc_status work_run_job(struct session *session, const struct wc_run_options *options)
{
    struct work work;
    wc_job *job;
    enum wc_status status;

    status = work_open_job(session, session->context, session->arguments.operands.items[0],
                           session->arguments.machine, &session->problem, &job);
    if (status != WC_OK)
        return status;
    work_begin(&work, session);
    status = run_and_report(&work, job, options);
    work_end(&work);
    wc_job_free(job);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* work_result.c - a job from the command line to its report. */
#include "output.h"
#include "work.h"

static enum wc_status render_result(struct session *session, const void *subject,
                                    enum wc_format format, char **out)
{
    (void)session;
    return wc_result_text(subject, format, out);
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
    wc_result_free(result);
    return status != WC_OK ? status : report;
}

enum wc_status work_run_job(struct session *session, const struct wc_run_options *options)
{
    struct work work;
    wc_job *job;
    enum wc_status status;

    status = work_open_job(session, session->arguments.operands.items[0],
                           session->arguments.machine, &session->problem, &job);
    if (status != WC_OK)
        return status;
    work_begin(&work, session);
    status = run_and_report(&work, job, options);
    work_end(&work);
    wc_job_free(job);
    return status;
}

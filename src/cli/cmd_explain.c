/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_explain.c - warpclock explain JOB: a run in plain sentences. */
#include "command.h"
#include "output.h"
#include "work.h"

static const struct option *const explain_options[] = {
    &option_machine, &option_set, &option_split, &option_max_cycles, &option_max_seconds,
    &option_max_memory, &option_json, &option_quiet, &option_color, &option_help, &option_version,
    NULL,
};

static enum wc_status render(struct session *session, const void *subject, enum wc_format format,
                             char **out)
{
    (void)session;
    return wc_explanation_text(subject, format, out);
}

static enum wc_status explain_job(struct work *work, wc_job *job)
{
    struct session *session = work->session;
    const struct wc_run_options options = {
        .size = sizeof options,
        .max_cycles = session->arguments.max_cycles,
        .max_seconds = session->arguments.max_seconds,
    };
    wc_explanation *explanation = NULL;
    enum wc_status status = wc_explain(job, &options, &explanation);
    enum wc_status report = WC_OK;

    progress_clear(&work->progress);
    diagnose_library(&session->problem, session->context, status);
    if (explanation)
        report = output_report(session, render, explanation);
    wc_explanation_free(explanation);
    return status != WC_OK ? status : report;
}

static enum wc_status explain(struct session *session)
{
    wc_job *job;
    struct work work;
    enum wc_status status = work_open_job(session, session->context,
                                          session->arguments.operands.items[0],
                                          session->arguments.machine, &session->problem, &job);

    if (status != WC_OK)
        return status;
    work_begin(&work, session);
    status = explain_job(&work, job);
    work_end(&work);
    wc_job_free(job);
    return status;
}

const struct command command_explain = {
    .name = "explain",
    .summary = "say in plain sentences what takes the time, and what to try",
    .operands = "JOB",
    .about = "A short job is run again with one machine parameter changed, or buffers fixed,\n"
             "where its numbers suggest it. Nothing is saved.",
    .min = 1, .max = 1, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock explain kernels/sgemm/vortex-tiny.yaml",
        "warpclock explain kernels/bfs/pascal-tiny.yaml --json -",
    },
    .options = explain_options,
    .prose = true,
    .run = explain,
};

/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_check.c - warpclock check JOB: runs a job and compares it with its worst-case bound. */
#include "command.h"
#include "work.h"

static const struct option *const check_options[] = {
    &option_machine, &option_set, &option_split, &option_explain, &option_deadline,
    &option_max_seconds, &option_method, &option_max_cycles, &option_max_memory, &option_trace,
    &option_trace_window, &option_report, &option_json, &option_verbose, &option_quiet,
    &option_color, &option_help, &option_version, NULL,
};

static enum wc_status check(struct session *session)
{
    struct wc_run_options options = {
        .size = sizeof options,
        .max_cycles = session->arguments.max_cycles,
        .report = session->arguments.report,
        .trace = session->arguments.trace,
        .trace_begin = session->arguments.trace_window.begin,
        .trace_end = session->arguments.trace_window.end,
        .bound = true,
        .deadline = session->arguments.deadline.cycles,
        .deadline_ns = session->arguments.deadline.ns,
        .bound_method = arguments_method(&session->arguments),
        .explain = session->arguments.explain,
        .max_seconds = session->arguments.max_seconds,
        .verbose = session->arguments.verbose,
    };

    return work_run_job(session, &options);
}

const struct command command_check = {
    .name = "check",
    .summary = "run a job and compare it with its worst-case bound",
    .operands = "JOB",
    .about = "The run also checks loop bounds and all numbers that the bound is made of.",
    .min = 1, .max = 1, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock check kernels/sgemm/vortex-tiny.yaml --machine vortex-swas",
        "warpclock check job.yaml -m vortex-swas --quiet && echo held",
    },
    .options = check_options,
    .run = check,
};

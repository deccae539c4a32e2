/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_bound.c - warpclock bound JOB: worst-case bound of a job, without running it. */
#include "command.h"
#include "work.h"

static const struct option *const bound_options[] = {
    &option_machine, &option_set, &option_split, &option_explain, &option_deadline,
    &option_max_seconds, &option_method, &option_max_cycles, &option_max_memory, &option_report,
    &option_json, &option_quiet, &option_color, &option_help, &option_version, NULL,
};

static enum wc_status bound(struct session *session)
{
    struct wc_run_options options = {
        .size = sizeof options,
        .bound = true,
        .no_run = true,
        .deadline = session->arguments.deadline.cycles,
        .deadline_ns = session->arguments.deadline.ns,
        .bound_method = arguments_method(&session->arguments),
        .explain = session->arguments.explain,
        .max_cycles = session->arguments.max_cycles,
        .report = session->arguments.report,
        .max_seconds = session->arguments.max_seconds,
    };

    return work_run_job(session, &options);
}

const struct command command_bound = {
    .name = "bound",
    .summary = "compute a worst-case bound on a job's cycles, with its terms",
    .operands = "JOB",
    .about = "It holds for all buffer contents. Loops that depend on data need `loops:`.",
    .min = 1, .max = 1, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock bound kernels/sgemm/vortex-tiny.yaml --machine vortex-swas",
        "warpclock bound job.yaml -m vortex-swas --set warps=8 --json -",
    },
    .options = bound_options,
    .lacks = "trace", .because = "it runs no clock, so there is no timeline",
    .run = bound,
};

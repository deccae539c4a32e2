/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_run.c - warpclock run JOB: simulates a job and tells what came out. */
#include "command.h"
#include "work.h"

static const struct option option_trace = {
    .name = "trace", .kind = OPTION_TEXT, .value = "FILE",
    .summary = "write a timeline, to open in ui.perfetto.dev",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, trace),
};

static const struct option option_check = {
    .name = "check", .kind = OPTION_FLAG,
    .summary = "let an observer check the model's invariants",
    .field = offsetof(struct arguments, check),
};

static const struct option option_every_cycle = {
    .name = "every-cycle", .kind = OPTION_FLAG,
    .summary = "do not jump over idle cycles: slower, same results",
    .field = offsetof(struct arguments, every_cycle),
};

static const struct option *const run_options[] = {
    &option_functional, &option_machine, &option_set, &option_max_cycles, &option_trace,
    &option_check, &option_every_cycle, &option_json, &option_quiet, &option_color, &option_help,
    &option_version, NULL,
};

static enum wc_status run(struct session *session)
{
    struct wc_run_options options = {
        .functional = session->arguments.functional,
        .max_cycles = session->arguments.max_cycles,
        .trace = session->arguments.trace,
        .check = session->arguments.check,
        .every_cycle = session->arguments.every_cycle,
    };

    return work_run_job(session, &options);
}

const struct command command_run = {
    .name = "run",
    .summary = "simulate a job, check its outputs, report what happened",
    .operands = "JOB",
    .least = 1, .most = 1, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock run kernels/sgemm/vortex-tiny.yaml",
        "warpclock run job.yaml --set threads=16 --json - --trace run.pftrace",
    },
    .options = run_options,
    .run = run,
};

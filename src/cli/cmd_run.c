/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_run.c - warpclock run JOB: simulates a job and reports the result. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "memory.h"
#include "work.h"

static const struct option option_check = {
    .name = "check", .kind = OPTION_FLAG, .rare = true,
    .summary = "check the model's invariants during the run",
    .field = offsetof(struct arguments, check),
};

static const struct option option_every_cycle = {
    .name = "every-cycle", .kind = OPTION_FLAG, .rare = true,
    .summary = "do not skip idle cycles: slower, same results",
    .field = offsetof(struct arguments, every_cycle),
};

static const struct option option_steps = {
    .name = "steps", .kind = OPTION_FILE, .rare = true, .value = "FILE",
    .summary = "log the effects of each instruction, for first-diff",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, steps),
};

static const struct option option_dump = {
    .name = "dump", .kind = OPTION_FILE, .rare = true, .value = "FILE",
    .summary = "write the complete machine state as JSON",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, dump),
};

static const struct option option_dump_at = {
    .name = "dump-at", .kind = OPTION_NAMES, .rare = true, .value = "CYCLE,...",
    .summary = "... at the end of these cycles",
    .field = offsetof(struct arguments, dump_at),
};

static const struct option option_profile = {
    .name = "profile", .kind = OPTION_FLAG,
    .summary = "show where the cycles went, by source line",
    .field = offsetof(struct arguments, profile),
};

static const struct option option_profile_file = {
    .name = "profile-file", .kind = OPTION_FILE, .rare = true, .value = "FILE",
    .summary = "... for KCachegrind, speedscope, as .csv or JSON",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, profile_file),
};

static const struct option option_checkpoint = {
    .name = "checkpoint", .kind = OPTION_FILE, .rare = true, .value = "FILE",
    .summary = "save the run now and then, and continue from FILE",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, checkpoint),
};

static const struct option option_checkpoint_every = {
    .name = "checkpoint-every", .kind = OPTION_NUMBER, .rare = true, .value = "SECONDS",
    .summary = "... so often (default: 60)",
    .field = offsetof(struct arguments, checkpoint_seconds),
};

static const struct option *const run_options[] = {
    &option_functional, &option_machine, &option_set, &option_split, &option_max_cycles,
    &option_deadline, &option_profile, &option_profile_file, &option_trace,
    &option_trace_window, &option_steps,
    &option_dump, &option_dump_at, &option_check, &option_every_cycle,
    &option_checkpoint, &option_checkpoint_every,
    &option_max_memory, &option_report, &option_json, &option_verbose, &option_quiet,
    &option_color, &option_help, &option_version, NULL,
};

/* The cycles of --dump-at; the caller frees them. NULL on an error or without the option. */
static uint64_t *read_cycles(struct session *session)
{
    const struct text_list *list = &session->arguments.dump_at;
    uint64_t *cycles = list->count ? reallocate(NULL, list->count * sizeof *cycles) : NULL;
    size_t i;

    for (i = 0; i < list->count; i++) {
        const char *text = list->items[i];

        errno = 0;
        cycles[i] = strtoull(text, NULL, 10);
        if (text[strspn(text, "0123456789")] == '\0' && errno != ERANGE)
            continue;
        diagnose(&session->problem, WC_BAD_INPUT, "--dump-at: '%s' is not a cycle number", text);
        free(cycles);
        return NULL;
    }
    return cycles;
}

static enum wc_status run(struct session *session)
{
    uint64_t *cycles = read_cycles(session);
    enum wc_status status;
    struct wc_run_options options = {
        .size = sizeof options,
        .functional = session->arguments.functional,
        .max_cycles = session->arguments.max_cycles,
        .report = session->arguments.report,
        .deadline = session->arguments.deadline.cycles,
        .deadline_ns = session->arguments.deadline.ns,
        .trace = session->arguments.trace,
        .trace_begin = session->arguments.trace_window.begin,
        .trace_end = session->arguments.trace_window.end,
        .check = session->arguments.check,
        .every_cycle = session->arguments.every_cycle,
        .profile = session->arguments.profile,
        .profile_file = session->arguments.profile_file,
        .verbose = session->arguments.verbose,
        .steps = session->arguments.steps,
        .dump = session->arguments.dump,
        .dump_at = cycles,
        .dump_at_count = session->arguments.dump_at.count,
        .checkpoint = session->arguments.checkpoint,
        .checkpoint_seconds = session->arguments.checkpoint_seconds,
    };

    if (session->problem.status != WC_OK)
        return session->problem.status;
    if (!options.dump != !cycles)
        status = diagnose(&session->problem, WC_BAD_INPUT,
                          "--dump and --dump-at go together: the file and the cycles");
    else
        status = work_run_job(session, &options);
    free(cycles);
    return status;
}

const struct command command_run = {
    .name = "run",
    .summary = "simulate a job, check its outputs, report the statistics",
    .operands = "JOB",
    .min = 1, .max = 1, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock run kernels/sgemm/vortex-tiny.yaml",
        "warpclock run job.yaml --set threads=16 --json - --trace run.pftrace",
    },
    .options = run_options,
    .run = run,
};

/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_exec.c - warpclock exec PROGRAM: runs a CUDA program without a GPU.
 *
 * The exit status is the program's own. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "exec_program.h"
#include "exec_report.h"
#include "interrupt.h"
#include "output.h"

static const char default_machine[] = "jetson-tx2";

static const struct option option_exec_machine = {
    .name = "machine", .letter = 'm', .kind = OPTION_TEXT, .value = "NAME",
    .summary = "machine model (default: jetson-tx2)",
    .completes = COMPLETES_MACHINES,
    .field = offsetof(struct arguments, machine),
};

static const struct option option_record = {
    .name = "record", .letter = 'r', .kind = OPTION_TEXT, .value = "DIR",
    .summary = "write each launch as a job, with its binary and buffers",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, record),
};

static const struct option option_record_launches = {
    .name = "record-launches", .kind = OPTION_NUMBER, .value = "N",
    .summary = "record the first N launches only",
    .field = offsetof(struct arguments, record_launches),
};

static const struct option *const exec_options[] = {
    &option_exec_machine, &option_set, &option_functional, &option_record,
    &option_record_launches, &option_deadline, &option_max_cycles, &option_max_memory,
    &option_json, &option_quiet, &option_color, &option_help, &option_version, NULL,
};

/* A misspelt machine or parameter is found before the program starts. */
static enum wc_status check_machine(struct session *session)
{
    const struct text_list *sets = &session->arguments.sets;
    const char *machine = session->arguments.machine;
    char *text = NULL;
    enum wc_status status = wc_machine_text(session->context, machine ? machine : default_machine,
                                            sets->items, sets->count, WC_TEXT, &text);

    diagnose_library(&session->problem, session->context, status);
    wc_text_free(text);
    return status;
}

/* The folder of --record, made if it is not there. */
static enum wc_status make_folder(struct session *session, const char *folder)
{
    struct stat about;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return diagnose(&session->problem, WC_BAD_INPUT, "%s: cannot make this folder: %s", folder,
                        strerror(errno));
    if (stat(folder, &about) != 0 || !S_ISDIR(about.st_mode) || access(folder, W_OK) != 0)
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "%s: expected a folder that can be written", folder);
    return WC_OK;
}

static enum wc_status check_options(struct session *session)
{
    const struct arguments *arguments = &session->arguments;

    if (arguments->functional && (arguments->deadline.cycles || arguments->deadline.ns > 0))
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--deadline with --functional: a run without a clock meets no deadline");
    if (arguments->record_launches && !arguments->record)
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--record-launches needs --record: the folder for the jobs");
    if (check_machine(session) != WC_OK)
        return session->problem.status;
    return arguments->record ? make_folder(session, arguments->record) : WC_OK;
}

/* The program's own failure counts more than a missed deadline. */
static enum wc_status judge(struct session *session, const struct exec_report *report, int program)
{
    const size_t late = exec_report_late(report, &session->arguments.deadline);

    if (interrupt_seen())
        return WC_INTERRUPTED;
    if (program != 0 || late == report->count)
        return (enum wc_status)program;
    return diagnose(&session->problem, WC_MISMATCH,
                    "launch %zu, %s, takes %llu cycles, %.3f us: longer than the deadline",
                    late + 1, report->list[late].name,
                    (unsigned long long)report->list[late].cycles,
                    report->list[late].ns * 1e-3);
}

static enum wc_status show(struct session *session, const struct exec_report *report, int program)
{
    const struct arguments *arguments = &session->arguments;
    const char *machine = arguments->machine ? arguments->machine : default_machine;
    enum wc_status status = judge(session, report, program);
    char *text;

    if (!arguments->quiet) {
        text = report->count ? exec_report_text(report, arguments->functional) : NULL;
        fprintf(stderr, "warpclock: %zu launch%s on %s\n%s", report->count,
                report->count == 1 ? "" : "es", machine, text ? text : "");
        free(text);
    }
    if (arguments->json) {
        enum wc_status written;

        text = exec_report_json(report, arguments->operands.items[0], machine,
                                arguments->functional, program, &arguments->deadline);
        written = output_json(session, text);
        free(text);
        if (status == WC_OK)
            status = written;
    }
    return status;
}

static enum wc_status run_program(struct session *session, const char *path)
{
    struct exec_report report;
    int program, file = memfd_create("warpclock-launches", 0);
    enum wc_status status;

    if (file < 0)
        return diagnose(&session->problem, WC_INTERNAL, "cannot make a file in memory: %s",
                        strerror(errno));
    status = exec_program(session, path, file, &program);
    if (status == WC_OK) {
        exec_report_read(&report, file);
        status = show(session, &report, program);
        exec_report_free(&report);
    }
    close(file);
    return status;
}

static enum wc_status execute(struct session *session)
{
    char *path = NULL;
    enum wc_status status = exec_program_find(session, &path);

    if (status == WC_OK)
        status = check_options(session);
    if (status == WC_OK)
        status = run_program(session, path);
    free(path);
    return status;
}

const struct command command_exec = {
    .name = "exec",
    .summary = "run a CUDA program, its kernels on a machine model",
    .operands = "PROGRAM [ARGUMENT...]",
    .min = 1, .max = SIZE_MAX, .completes = COMPLETES_FILES,
    .runs_program = true,
    .examples = {
        "warpclock exec ./vectorAdd 4096",
        "warpclock exec --functional --record jobs ./program",
    },
    .options = exec_options,
    .run = execute,
};

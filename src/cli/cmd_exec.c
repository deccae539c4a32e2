/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_exec.c - warpclock exec PROGRAM: runs a CUDA, HIP or OpenCL program without a GPU.
 *
 * The exit status is the program's own; if that is 0, what its launches did (docs/exec.md). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "exec_machine.h"
#include "exec_program.h"
#include "exec_report.h"
#include "interrupt.h"
#include "memory.h"
#include "output.h"

static const struct option option_exec_machine = {
    .name = "machine", .letter = 'm', .kind = OPTION_TEXT, .value = "NAME",
    .summary = "machine model (default: jetson-tx2, for HIP and OpenCL programs gcn3)",
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

static const struct option option_on_out_of_bounds = {
    .name = "on-out-of-bounds", .kind = OPTION_CHOICE, .value = "ACTION",
    .choices = (const char *const[]){"stop", "warn", NULL},
    .summary = "stop (default) or warn at accesses outside all buffers",
    .field = offsetof(struct arguments, on_out_of_bounds),
};

static const struct option *const exec_options[] = {
    &option_exec_machine, &option_set, &option_functional, &option_record,
    &option_record_launches, &option_deadline, &option_max_cycles, &option_max_memory,
    &option_on_out_of_bounds,
    &option_json, &option_quiet, &option_color, &option_help, &option_version, NULL,
};

/* The unfinished file of --json may be in the folder of --record. */
static bool is_own(const struct session *session, const char *name)
{
    const char *json = session->json ? wc_output_temporary(session->json) : NULL;
    const char *slash = json ? strrchr(json, '/') : NULL;

    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
           (json && strcmp(name, slash ? slash + 1 : json) == 0);
}

/* Jobs of two programs would mix, and files of others could be replaced. */
static enum wc_status check_empty(struct session *session, const char *folder)
{
    DIR *entries = opendir(folder);
    const struct dirent *entry;

    if (!entries)
        return diagnose(&session->problem, WC_BAD_INPUT, "%s: cannot read this folder: %s", folder,
                        strerror(errno));
    while ((entry = readdir(entries)) != NULL && is_own(session, entry->d_name))
        ;
    if (entry)
        diagnose(&session->problem, WC_BAD_INPUT,
                 "%s: the folder for --record is not empty: it has '%s'", folder, entry->d_name);
    if (entry)
        advise(&session->problem, "name a new folder, or remove the earlier recording");
    closedir(entries);
    return session->problem.status;
}

/* The document is written last: it would replace a job of the same name. */
static enum wc_status check_document(struct session *session, const struct stat *folder)
{
    const char *json = session->arguments.json, *slash = json ? strrchr(json, '/') : NULL;
    const char *ending = json ? strrchr(json, '.') : NULL;
    char *place = slash ? format_text("%.*s/", (int)(slash - json), json) : format_text(".");
    struct stat about;
    const bool same = stat(place, &about) == 0 && about.st_dev == folder->st_dev &&
                      about.st_ino == folder->st_ino;

    free(place);
    if (!same || !ending || strcmp(ending, ".yaml") != 0)
        return WC_OK;
    return diagnose(&session->problem, WC_BAD_INPUT,
                    "--json %s: names in the folder of --record that end in .yaml are for jobs",
                    json);
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
    if (check_document(session, &about) != WC_OK)
        return session->problem.status;
    return check_empty(session, folder);
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
    if (exec_machine_check(session) != WC_OK)
        return session->problem.status;
    return arguments->record ? make_folder(session, arguments->record) : WC_OK;
}

static enum wc_status judge_launches(struct session *session, const struct exec_report *report)
{
    const size_t lost = exec_report_unrecorded(report), stuck = exec_report_stuck(report);
    const size_t late = exec_report_late(report, &session->arguments.deadline);

    if (lost < report->count)
        return diagnose(&session->problem, WC_BAD_INPUT, "launch %zu, %s, could not be recorded",
                        lost + 1, report->list[lost].name);
    if (stuck < report->count)
        return diagnose(&session->problem, WC_DEADLOCK, "launch %zu, %s, did not end", stuck + 1,
                        report->list[stuck].name);
    if (report->begun > report->count)
        return diagnose(&session->problem, WC_DEADLOCK, "%zu of %zu launches began and did not end",
                        report->begun - report->count, report->begun);
    if (late == report->count)
        return WC_OK;
    return diagnose(&session->problem, WC_MISMATCH,
                    "launch %zu, %s, takes %llu cycles, %.3f us: longer than the deadline",
                    late + 1, report->list[late].name,
                    (unsigned long long)report->list[late].cycles,
                    report->list[late].ns * 1e-3);
}

/* The program's own failure counts more than what its launches did. */
static enum wc_status judge(struct session *session, const struct exec_report *report, int program)
{
    if (interrupt_seen())
        return diagnose(&session->problem, WC_INTERRUPTED, "interrupted");
    return program != 0 ? (enum wc_status)program : judge_launches(session, report);
}

/* Why no call reached us. 127 is what the loader and shells say of what they do not find. */
static void show_hint(int program)
{
    enum { NOT_FOUND = 127 };

    fputs("  hint: no CUDA, HIP or OpenCL call reached warpclock", stderr);
    if (program == NOT_FOUND)
        fputs("; a library that the program needs was not found?\n"
              "  There are libcudart.so.10.0 to .12, libcuda.so.1, libamdhip64.so.5 and .6, "
              "libOpenCL.so.1\n", stderr);
    else
        fputs(": a static or stripped program? Link it with 'nvcc -cudart shared' or '-lOpenCL'\n",
              stderr);
}

static void show_table(const struct session *session, const struct exec_report *report, int program)
{
    char *text = report->count ? exec_report_text(report, session->arguments.functional,
                                                   &session->arguments.deadline)
                               : NULL;

    fprintf(stderr, "warpclock: %zu launch%s on %s\n%s", report->count,
            report->count == 1 ? "" : "es", session->arguments.machine, text ? text : "");
    if (!report->started && !interrupt_seen())
        show_hint(program);
    free(text);
}

static enum wc_status show(struct session *session, const struct exec_report *report, int program)
{
    const struct arguments *arguments = &session->arguments;
    enum wc_status status = judge(session, report, program), written;
    char *text;

    if (!arguments->quiet)
        show_table(session, report, program);
    if (!arguments->json)
        return status;
    text = exec_report_json(report, arguments->operands.items[0], arguments->machine,
                            arguments->functional, program, &arguments->deadline);
    written = output_json(session, text);
    free(text);
    return status == WC_OK ? written : status;
}

static enum wc_status run_program(struct session *session, const char *path)
{
    struct exec_report report;
    int program, file = memfd_create("warpclock-launches", 0);
    enum wc_status status;

    if (file < 0 || fcntl(file, F_SETFL, O_APPEND) != 0)
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

    if (status == WC_OK && !session->arguments.machine)
        session->arguments.machine = exec_machine_default(path);
    if (status == WC_OK)
        status = check_options(session);
    if (status == WC_OK)
        status = run_program(session, path);
    free(path);
    return status;
}

const struct command command_exec = {
    .name = "exec",
    .summary = "run a CUDA, HIP or OpenCL program on a machine model",
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

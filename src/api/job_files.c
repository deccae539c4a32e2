/* SPDX-License-Identifier: Apache-2.0 */
/* job_files.c - the files that a job reads and saves, and the files of its machine. */
#include <string.h>

#include "api/files.h"
#include "load/machine_file.h"

struct input {
    const char *path; /* NULL: none */
    const char *what; /* NULL: after the last one */
};

/* Inputs by number. A kernel that the launch before has too is not repeated: a job may have
 * thousands of launches. */
static struct input launch_input(const struct job *job, size_t i)
{
    const char *kernel = job->launches[i].kernel;
    bool repeated = i > 0 && strcmp(job->launches[i - 1].kernel, kernel) == 0;
    return (struct input){repeated ? NULL : kernel, "the kernel"};
}

static struct input input_of(const struct job *job, size_t i)
{
    if (i == 0)
        return (struct input){job->path, "the job"};
    if (--i < job->launch_count)
        return launch_input(job, i);
    i -= job->launch_count;
    if (i < job->buffer_count)
        return (struct input){job->buffers[i].file, "the data file"};
    i -= job->buffer_count;
    if (i < job->symbol_count)
        return (struct input){job->symbols[i].file, "the data file"};
    i -= job->symbol_count;
    if (i < job->expect_count)
        return (struct input){job->expects[i].file, "the expected data"};
    return (struct input){NULL, NULL};
}

static enum wc_status add_inputs(struct error *err, const struct job *job, struct files *files)
{
    struct input input;
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && (input = input_of(job, i)).what; i++) {
        if (input.path)
            status = files_add_input(err, files, input.path, input.what);
    }
    return status;
}

/* Tables of split points; one that the launch before has too is not repeated. */
static enum wc_status add_tables(struct error *err, const wc_job *handle, struct files *files)
{
    static const char what[] = "the table of split points";
    const struct job *job = &handle->job;
    enum wc_status status =
        handle->split ? files_add_input(err, files, handle->split, what) : WC_OK;
    const char *before = NULL;
    for (size_t i = 0; status == WC_OK && i < job->launch_count; i++) {
        const char *table = job->launches[i].split;
        if (table && (!before || strcmp(before, table) != 0))
            status = files_add_input(err, files, table, what);
        before = table;
    }
    return status;
}

static enum wc_status add_saves(struct error *err, const struct job *job, struct files *files)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < job->save_count; i++) {
        const struct job_save *save = &job->saves[i];
        char what[96];
        snprintf(what, sizeof what, "the saved buffer %.64s", save->buffer_name);
        status = files_add_output(err, files, save->file, what);
        if (status != WC_OK)
            error_locate(err, job->path, save->place.line, save->place.column);
    }
    return status;
}

enum wc_status machine_add_files(struct error *err, const struct parameters *parameters,
                                 struct files *files)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < parameters->file_count; i++)
        status = files_add_input(err, files, parameters->files[i], "the machine file");
    return status;
}

/* The file of a machine and those that it is based on, as far as they can be read. */
static enum wc_status add_machine(struct error *err, const wc_job *handle, const char *machine,
                                  struct files *files)
{
    struct error ignored = {0};
    struct arena arena = {0};
    struct parameters parameters = {0};
    const char *path;
    enum wc_status status = WC_OK;
    if (machine_path(&ignored, &arena, machine, handle->context->folders, &path) == WC_OK) {
        parameters_load(&ignored, path, handle->context->folders, &parameters);
        status = machine_add_files(err, &parameters, files);
    }
    error_clear(&ignored);
    parameters_free(&parameters);
    arena_free(&arena);
    return status;
}

static bool is_machine_file(const char *machine)
{
    size_t length = machine ? strlen(machine) : 0;
    return length > 5 && strcmp(machine + length - 5, ".yaml") == 0;
}

/* The machine file that a job names is kept also if another machine runs. */
enum wc_status job_add_files(struct error *err, const wc_job *handle, struct files *files)
{
    const struct job *job = &handle->job;
    enum wc_status status = add_inputs(err, job, files);
    if (status == WC_OK)
        status = add_tables(err, handle, files);
    if (status == WC_OK && is_machine_file(job->machine))
        status = add_machine(err, handle, job->machine, files);
    return status == WC_OK ? add_saves(err, job, files) : status;
}

/* ---- questions about a job ---- */

bool wc_job_reads(const wc_job *handle, const char *path)
{
    if (!handle || !path)
        return false;
    const char *const machines[] = {handle->machine, handle->job.machine};
    struct error ignored = {0};
    struct files files = {0};
    add_inputs(&ignored, &handle->job, &files);
    add_tables(&ignored, handle, &files);
    for (size_t i = 0; i < 2; i++) {
        if (machines[i])
            add_machine(&ignored, handle, machines[i], &files);
    }
    bool found = files_find(&files, path, false) != NULL;
    error_clear(&ignored);
    files_free(&files);
    return found;
}

bool wc_job_writes(const wc_job *handle, const char *path)
{
    for (size_t i = 0; handle && i < handle->job.save_count; i++) {
        if (!path || wc_same_file(handle->job.saves[i].file, path))
            return true;
    }
    return false;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* figures.c - one file per figure in a folder that the user names. */
#include "figures.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interrupt.h"
#include "memory.h"

const struct option option_svg = {
    .name = "svg", .kind = OPTION_TEXT, .rare = true, .value = "DIR",
    .summary = "write every figure as an SVG file into this folder",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, svg),
};

const struct option option_csv = {
    .name = "csv", .kind = OPTION_TEXT, .rare = true, .value = "DIR",
    .summary = "... and its numbers as a table",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, csv),
};

/* ---- folders ---- */

static enum wc_status make_folder(struct session *session, const char *folder)
{
    struct stat status;

    if (!folder)
        return WC_OK;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return diagnose(&session->problem, WC_BAD_INPUT, "%s: cannot make the folder: %s", folder,
                        strerror(errno));
    if (stat(folder, &status) == 0 && S_ISDIR(status.st_mode) && access(folder, W_OK) == 0)
        return WC_OK;
    return diagnose(&session->problem, WC_BAD_INPUT,
                    "%s: expected a folder that can be written to", folder);
}

/* ---- their files ---- */

struct figure_file {
    char *path;
    wc_output *output; /* open; NULL: it was written */
};

/* "DIR/cycles.svg" */
static char *path_of(const char *folder, const char *name, enum wc_format format)
{
    return format_text("%s/%s.%s", folder, name, format == WC_SVG ? "svg" : "csv");
}

static struct figure_file *find(const struct figures *figures, const char *path)
{
    size_t i;

    for (i = 0; i < figures->count; i++) {
        if (strcmp(figures->list[i].path, path) == 0)
            return &figures->list[i];
    }
    return NULL;
}

static enum wc_status open_file(struct figures *figures, char *path)
{
    struct session *session = figures->session;
    struct figure_file file = {.path = path};
    enum wc_status status =
        wc_output_open(session->context, path, "the figure", &file.output);

    if (status != WC_OK) {
        free(path);
        return diagnose_library(&session->problem, session->context, status);
    }
    interrupt_removes(wc_output_temporary(file.output));
    figures->list =
        reallocate(figures->list, (figures->count + 1) * sizeof *figures->list);
    figures->list[figures->count++] = file;
    return WC_OK;
}

static enum wc_status open_one(struct figures *figures, const char *folder, const char *name,
                               enum wc_format format)
{
    char *path = folder ? path_of(folder, name, format) : NULL;

    if (path && !find(figures, path))
        return open_file(figures, path);
    free(path);
    return WC_OK;
}

/* As an image, as a table, or both. */
static enum wc_status open_figure(struct figures *figures, const char *name)
{
    const struct arguments *arguments = &figures->session->arguments;
    enum wc_status status = open_one(figures, arguments->svg, name, WC_SVG);

    return status == WC_OK ? open_one(figures, arguments->csv, name, WC_CSV) : status;
}

enum wc_status figures_begin(struct session *session, const char *const *names,
                             struct figures *figures)
{
    enum wc_status status = make_folder(session, session->arguments.svg);

    *figures = (struct figures){.session = session};
    if (status == WC_OK)
        status = make_folder(session, session->arguments.csv);
    for (; names && *names && status == WC_OK; names++)
        status = open_figure(figures, *names);
    return status;
}

static enum wc_status open_others(struct figures *figures, const struct figure_source *source)
{
    enum wc_status status = WC_OK, one;
    size_t i;

    for (i = 0; source->name(source->subject, i); i++) {
        one = open_figure(figures, source->name(source->subject, i));
        status = one > status ? one : status;
    }
    return status;
}

void figures_end(struct figures *figures)
{
    size_t i;

    for (i = 0; i < figures->count; i++) {
        wc_output_free(figures->list[i].output);
        free(figures->list[i].path);
    }
    free(figures->list);
}

/* ---- their contents ---- */

static enum wc_status write_file(struct session *session, struct figure_file *file,
                                 const char *text)
{
    enum wc_status status;

    wc_output_write(file->output, text, strlen(text));
    status = diagnose_library(&session->problem, session->context, wc_output_commit(file->output));
    wc_output_free(file->output);
    file->output = NULL;
    return status;
}

static enum wc_status write_one(struct figures *figures, const struct figure_source *source,
                                size_t i, const char *folder, enum wc_format format)
{
    char *path = folder ? path_of(folder, source->name(source->subject, i), format) : NULL;
    struct figure_file *file = path ? find(figures, path) : NULL;
    char *text = NULL;
    enum wc_status status = WC_OK;

    free(path);
    if (!file || !file->output)
        return WC_OK; /* not wanted, or refused */
    status = source->figure(source->subject, i, format, &text);
    if (status != WC_OK)
        return diagnose(&figures->session->problem, status, "out of memory");
    status = write_file(figures->session, file, text);
    wc_text_free(text);
    return status;
}

static enum wc_status write_all(struct figures *figures, const struct figure_source *source)
{
    const struct arguments *arguments = &figures->session->arguments;
    enum wc_status status = WC_OK;
    size_t i;

    for (i = 0; status == WC_OK && source->name(source->subject, i); i++) {
        status = write_one(figures, source, i, arguments->svg, WC_SVG);
        if (status == WC_OK)
            status = write_one(figures, source, i, arguments->csv, WC_CSV);
    }
    return status;
}

enum wc_status figures_report(struct figures *figures, const struct figure_source *source,
                              render_fn *render)
{
    enum wc_status opened = open_others(figures, source);
    enum wc_status status = output_report(figures->session, render, source->subject);

    if (status == WC_OK)
        status = write_all(figures, source);
    return opened > status ? opened : status;
}

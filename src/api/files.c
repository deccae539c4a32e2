/* SPDX-License-Identifier: Apache-2.0 */
/* files.c - the files of a context: inputs that no output may replace, and the caller's outputs. */
#include "api/files.h"

#include <stdlib.h>
#include <string.h>

#include "api/arguments.h"
#include "load/output.h"

bool wc_error_refused(const wc_context *context)
{
    return context && context->error.refused;
}

bool wc_same_file(const char *a, const char *b)
{
    return a && b && *a && *b && files_same(a, b);
}

void wc_context_protect_inputs(wc_context *context)
{
    if (context_is_open(context))
        context->protects = true;
}

static bool names_given(struct error *err, const char *path, const char *what)
{
    return err && argument_given(err, path, "path") && argument_given(err, what, "what");
}

enum wc_status wc_context_add_input(wc_context *context, const char *path, const char *what)
{
    struct error *err = context_begin(context);
    return names_given(err, path, what) ? files_add_input(err, &context->files, path, what)
                                        : WC_BAD_INPUT;
}

enum wc_status wc_context_add_output(wc_context *context, const char *path, const char *what)
{
    struct error *err = context_begin(context);
    return names_given(err, path, what) ? files_add_output(err, &context->files, path, what)
                                        : WC_BAD_INPUT;
}

enum wc_status context_reads(wc_context *context, const char *path, const char *what)
{
    if (!context->protects)
        return WC_OK;
    return files_add_input(&context->error, &context->files, path, what);
}

/* ---- outputs of the caller ---- */

struct wc_output {
    wc_context *context;
    struct output output; /* closed when its path is NULL */
    char *path, *what;
    bool unreadable; /* bytes that the caller passed */
};

/* Closed: other outputs may have the path again. */
static void forget(wc_output *output)
{
    files_remove_output(&output->context->files, output->path, output->what);
}

static void release(wc_output *output)
{
    context_drop(output->context);
    free(output->path);
    free(output->what);
    free(output);
}

static enum wc_status open_output(struct error *err, wc_output *output)
{
    struct files *files = &output->context->files;
    if (!output->path || !output->what)
        return fail_memory(err);
    enum wc_status status = files_add_output(err, files, output->path, output->what);
    if (status != WC_OK)
        return status;
    status = output_open(err, output->path, &output->output);
    if (status != WC_OK)
        forget(output);
    return status;
}

enum wc_status wc_output_open(wc_context *context, const char *path, const char *what,
                              wc_output **out)
{
    struct error *err = context_begin(context);
    if (out)
        *out = NULL;
    if (!names_given(err, path, what) || !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    wc_output *output = calloc(1, sizeof *output);
    if (!output)
        return fail_memory(err);
    *output = (wc_output){
        .context = context_keep(context), .path = strdup(path), .what = strdup(what)};
    enum wc_status status = open_output(err, output);
    if (status == WC_OK)
        *out = output;
    else
        release(output);
    return status;
}

const char *wc_output_temporary(const wc_output *output)
{
    return output ? output->output.temporary : NULL;
}

/* Of short pieces only NULL is noticed: to check them would take longer than to write them. */
static bool can_read(const char *bytes, size_t length)
{
    enum { SHORT_MAX = 64 * 1024 };
    return length <= SHORT_MAX ? bytes != NULL : argument_readable(NULL, bytes, length, 1, "");
}

void wc_output_write(wc_output *output, const char *bytes, size_t length)
{
    if (!output || !length)
        return;
    output->unreadable |= !can_read(bytes, length);
    if (output->output.file && !output->unreadable)
        fwrite(bytes, 1, length, output->output.file); /* output_commit checks ferror */
}

/* Inputs may have been added, or the path may lead elsewhere by now: checked again. */
enum wc_status wc_output_commit(wc_output *output)
{
    struct error *err = output ? context_begin(output->context) : NULL;
    if (!err)
        return WC_BAD_INPUT;
    struct files *files = &output->context->files;
    if (!output->output.file)
        return fail(err, WC_BAD_INPUT, "%s '%s' was written before", output->what, output->path);
    if (output->unreadable)
        return fail(err, WC_BAD_INPUT, "%s '%s' was given bytes that cannot be read", output->what,
                    output->path);
    forget(output);
    enum wc_status status = files_add_output(err, files, output->path, output->what);
    if (status == WC_OK) {
        status = output_commit(err, &output->output);
        forget(output);
    } else {
        output_abandon(&output->output);
    }
    return status;
}

void wc_output_free(wc_output *output)
{
    if (!output)
        return;
    if (output->output.file)
        forget(output);
    output_abandon(&output->output);
    release(output);
}

enum wc_status wc_write_file(wc_context *context, const char *path, const char *bytes,
                             size_t length)
{
    wc_output *output;
    struct error *err = context_begin(context);
    if (!err || !argument_readable(err, bytes, length, 1, "bytes"))
        return WC_BAD_INPUT;
    enum wc_status status = wc_output_open(context, path, "the output", &output);
    if (status != WC_OK)
        return status;
    wc_output_write(output, bytes, length);
    status = wc_output_commit(output);
    wc_output_free(output);
    return status;
}

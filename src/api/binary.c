/* SPDX-License-Identifier: Apache-2.0 */
/* binary.c - inspecting files: kernel binaries (info, disassembly, flow graph), the diverge pass,
 * and two step logs. */
#include <stdlib.h>
#include <string.h>

#include "api/arguments.h"
#include "api/files.h"
#include "base/reserve.h"
#include "bound/engine/loop_bounds.h"
#include "flow/cfg.h"
#include "pass/diverge/diverge.h"
#include "report/first_diff.h"
#include "report/info.h"
#include "report/listing.h"

enum wc_status wc_binary_open(wc_context *context, const char *path, wc_binary **out)
{
    struct error *err = context_begin(context);
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, path, "path") || !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    wc_binary *binary = calloc(1, sizeof *binary);
    if (!binary)
        return fail_memory(err);
    binary->context = context_keep(context);
    binary->users = 1;
    enum wc_status status = context_reads(context, path, "the binary");
    if (status == WC_OK)
        status = image_open(err, path, &binary->image);
    if (status == WC_OK) {
        const struct isa *isa = isa_find(binary->image->isa);
        status = isa->decode(err, binary->image, isa->default_features, &binary->program);
    }
    if (status == WC_OK)
        status = memory_check(err);
    if (status == WC_OK)
        *out = binary;
    else
        wc_binary_free(binary);
    return status;
}

wc_binary *binary_keep(wc_binary *binary)
{
    binary->users++;
    return binary;
}

void binary_drop(wc_binary *binary)
{
    if (--binary->users)
        return;
    program_free(binary->program);
    image_free(binary->image);
    context_drop(binary->context);
    free(binary);
}

void wc_binary_free(wc_binary *binary)
{
    if (binary)
        binary_drop(binary);
}

/* Before a report about a binary: its arguments, with formats up to `last`. */
static bool report_begin(wc_binary *binary, enum wc_format format, enum wc_format last, char **out)
{
    struct error *err = binary ? context_begin(binary->context) : NULL;
    if (out)
        *out = NULL;
    return err && argument_format(err, format, last) && argument_given(err, out, "out");
}

enum wc_status wc_binary_info(wc_binary *binary, enum wc_format format, char **out)
{
    struct text text = {0};
    struct arena work = {0};
    if (!report_begin(binary, format, WC_JSON, out))
        return WC_BAD_INPUT;
    info_write(binary->image, loop_bounds_fit(&work, binary->program), format, &text);
    arena_free(&work);
    return context_hand_out(binary->context, &text, out);
}

/* A function of the binary, or NULL for none. */
static enum wc_status check_kernel(wc_binary *binary, const char *kernel)
{
    const struct kernel *found;
    return kernel ? image_kernel(&binary->context->error, binary->image, kernel, &found) : WC_OK;
}

enum wc_status wc_binary_disassemble(wc_binary *binary, const char *kernel, enum wc_format format,
                                     char **out)
{
    struct text text = {0};
    if (!report_begin(binary, format, WC_JSON, out))
        return WC_BAD_INPUT;
    enum wc_status status = check_kernel(binary, kernel);
    if (status != WC_OK)
        return status;
    listing_write(binary->program, kernel, format, &text);
    return context_hand_out(binary->context, &text, out);
}

/* A report in parts. */
struct parts {
    wc_binary *binary;
    wc_write_fn *write;
    void *user;
};

static bool hand_part(void *user, const char *bytes, size_t length)
{
    struct parts *parts = user;
    return context_hand_part(parts->binary->context, parts->write, parts->user, bytes, length);
}

/* Before it: its arguments, with formats up to `last`. The caller's function may free the
 * binary. */
static enum wc_status parts_begin(wc_binary *binary, const char *kernel, enum wc_format format,
                                  enum wc_format last, wc_write_fn *write)
{
    struct error *err = binary ? context_begin(binary->context) : NULL;
    if (!err || !argument_format(err, format, last) ||
        !argument_given(err, (const void *)(uintptr_t)write, "write"))
        return WC_BAD_INPUT;
    enum wc_status status = check_kernel(binary, kernel);
    if (status == WC_OK)
        binary_keep(binary);
    return status;
}

static enum wc_status parts_status(struct error *err, bool taken, bool lacks)
{
    if (lacks)
        return error_out_of_memory(err);
    return taken ? memory_check(err) : fail(err, WC_INTERRUPTED, "interrupted");
}

/* After it: the last part. Frees the text. */
static enum wc_status parts_end(wc_binary *binary, struct text *text)
{
    bool taken = text_flush(text);
    bool lacks = text->incomplete || memory_lacks_anything();
    text_free(text);
    enum wc_status status = parts_status(&binary->context->error, taken, lacks);
    binary_drop(binary);
    return status;
}

enum wc_status wc_binary_disassemble_to(wc_binary *binary, const char *kernel,
                                        enum wc_format format, wc_write_fn *write, void *user)
{
    struct parts parts = {binary, write, user};
    struct text text = {.sink = hand_part, .user = &parts};
    enum wc_status status = parts_begin(binary, kernel, format, WC_JSON, write);
    if (status != WC_OK)
        return status;
    listing_write(binary->program, kernel, format, &text);
    return parts_end(binary, &text);
}

enum wc_status wc_diverge(wc_context *context, const char *name, const char *assembly,
                          size_t length, char **out)
{
    struct text text = {0};
    struct error *err = context_begin(context);
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, name, "name") ||
        !argument_readable(err, assembly, length, 1, "assembly") ||
        !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    enum wc_status status = diverge(err, name, assembly ? assembly : "", length, &text);
    if (status == WC_OK)
        return context_hand_out(context, &text, out);
    text_free(&text);
    return status;
}

enum wc_status wc_binary_flow_graph(wc_binary *binary, const char *kernel, enum wc_format format,
                                    char **out)
{
    struct text text = {0};
    if (!report_begin(binary, format, WC_DOT, out))
        return WC_BAD_INPUT;
    enum wc_status status = check_kernel(binary, kernel);
    if (status != WC_OK)
        return status;
    cfg_write(binary->program, kernel, format, &text);
    return context_hand_out(binary->context, &text, out);
}

enum wc_status wc_binary_flow_graph_to(wc_binary *binary, const char *kernel,
                                       enum wc_format format, wc_write_fn *write, void *user)
{
    struct parts parts = {binary, write, user};
    struct text text = {.sink = hand_part, .user = &parts};
    enum wc_status status = parts_begin(binary, kernel, format, WC_DOT, write);
    if (status != WC_OK)
        return status;
    cfg_write(binary->program, kernel, format, &text);
    return parts_end(binary, &text);
}

enum wc_status wc_first_diff(wc_context *context, const char *a, const char *b, char **out)
{
    struct text text = {0};
    struct error *err = context_begin(context);
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, a, "a") || !argument_given(err, b, "b") ||
        !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    enum wc_status status = context_reads(context, a, "the step log");
    if (status == WC_OK)
        status = context_reads(context, b, "the step log");
    if (status == WC_OK)
        status = first_diff(err, a, b, &text);
    if (status != WC_OK && status != WC_MISMATCH) {
        text_free(&text);
        return status;
    }
    enum wc_status handed = context_hand_out(context, &text, out);
    return handed == WC_OK ? status : handed;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* binary.c - inspecting files: kernel binaries (info, disassembly, flow graph), the diverge pass,
 * and two step logs. */
#include <stdlib.h>
#include <string.h>

#include "api/files.h"
#include "bound/engine/loop_bounds.h"
#include "flow/cfg.h"
#include "pass/diverge/diverge.h"
#include "report/first_diff.h"
#include "report/info.h"
#include "report/listing.h"

enum wc_status wc_binary_open(wc_context *context, const char *path, wc_binary **out)
{
    struct error *err = context_begin(context);
    wc_binary *binary = calloc(1, sizeof *binary);
    *out = NULL;
    if (!binary)
        return fail(err, WC_INTERNAL, "out of memory");
    binary->context = context;
    enum wc_status status = context_reads(context, path, "the binary");
    if (status == WC_OK)
        status = image_open(err, path, &binary->image);
    if (status == WC_OK) {
        const struct isa *isa = isa_find(binary->image->isa);
        status = isa->decode(err, binary->image, isa->default_features, &binary->program);
    }
    if (status == WC_OK)
        *out = binary;
    else
        wc_binary_free(binary);
    return status;
}

void wc_binary_free(wc_binary *binary)
{
    if (!binary)
        return;
    program_free(binary->program);
    image_free(binary->image);
    free(binary);
}

enum wc_status wc_binary_info(wc_binary *binary, enum wc_format format, char **out)
{
    struct text text = {0};
    struct arena work = {0};
    context_begin(binary->context);
    info_write(binary->image, loop_bounds_fit(&work, binary->program), format, &text);
    arena_free(&work);
    return context_hand_out(&text, out);
}

/* A function of the binary, or NULL for none. */
static enum wc_status check_kernel(wc_binary *binary, const char *kernel)
{
    const struct kernel *found;
    struct error *err = context_begin(binary->context);
    return kernel ? image_kernel(err, binary->image, kernel, &found) : WC_OK;
}

enum wc_status wc_binary_disassemble(wc_binary *binary, const char *kernel, enum wc_format format,
                                     char **out)
{
    struct text text = {0};
    *out = NULL;
    enum wc_status status = check_kernel(binary, kernel);
    if (status != WC_OK)
        return status;
    listing_write(binary->program, kernel, format, &text);
    return context_hand_out(&text, out);
}

enum wc_status wc_diverge(wc_context *context, const char *name, const char *assembly,
                          size_t length, char **out)
{
    struct text text = {0};
    *out = NULL;
    enum wc_status status = diverge(context_begin(context), name, assembly, length, &text);
    if (status == WC_OK)
        return context_hand_out(&text, out);
    text_free(&text);
    return status;
}

enum wc_status wc_binary_flow_graph(wc_binary *binary, const char *kernel, enum wc_format format,
                                    char **out)
{
    struct text text = {0};
    *out = NULL;
    enum wc_status status = check_kernel(binary, kernel);
    if (status != WC_OK)
        return status;
    cfg_write(binary->program, kernel, format, &text);
    return context_hand_out(&text, out);
}

enum wc_status wc_first_diff(wc_context *context, const char *a, const char *b, char **out)
{
    struct text text = {0};
    *out = NULL;
    struct error *err = context_begin(context);
    enum wc_status status = context_reads(context, a, "the step log");
    if (status == WC_OK)
        status = context_reads(context, b, "the step log");
    if (status == WC_OK)
        status = first_diff(err, a, b, &text);
    if (status != WC_OK && status != WC_MISMATCH) {
        text_free(&text);
        return status;
    }
    enum wc_status handed = context_hand_out(&text, out);
    return handed == WC_OK ? status : handed;
}

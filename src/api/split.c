/* SPDX-License-Identifier: Apache-2.0 */
/* split.c - split points of GCN3 code objects. */
#include <stdlib.h>

#include "api/arguments.h"
#include "api/context.h"
#include "api/options.h"
#include "api/split.h"
#include "report/points.h"

struct wc_splitting {
    wc_binary *binary; /* the points refer to its program */
    wc_context *context;
    struct points points;
    uint8_t *bytes;
    uint64_t size;
};

static bool marks_given(struct error *err, const struct wc_split_options *options)
{
    if (!argument_readable(err, options->marks, options->mark_count, sizeof *options->marks,
                           "marks"))
        return false;
    for (size_t i = 0; i < options->mark_count; i++) {
        if (!argument_given(err, options->marks[i], "marks"))
            return false;
    }
    return true;
}

static enum wc_status read_request(struct error *err, const struct wc_split_options *given,
                                   struct points_request *request)
{
    struct wc_split_options options;
    enum wc_status status =
        options_read(err, "wc_split_options", given, &options, sizeof options);
    if (status == WC_OK && (unsigned)options.select > WC_SPLIT_OPTIMAL)
        status = fail(err, WC_BAD_INPUT, "unknown selection %d", (int)options.select);
    if (status == WC_OK && !marks_given(err, &options))
        status = WC_BAD_INPUT;
    *request = (struct points_request){.kernel = options.kernel,
                                       .depth = options.depth,
                                       .optimal = options.select == WC_SPLIT_OPTIMAL,
                                       .tags = options.tags,
                                       .marks = options.marks,
                                       .mark_count = options.mark_count};
    return status;
}

enum wc_status wc_split(wc_binary *binary, const struct wc_split_options *options,
                        wc_splitting **out)
{
    struct error *err = binary ? context_begin(binary->context) : NULL;
    struct points_request request;
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    wc_splitting *splitting = calloc(1, sizeof *splitting);
    if (!splitting)
        return fail_memory(err);
    splitting->binary = binary_keep(binary);
    splitting->context = binary->context;
    enum wc_status status = read_request(err, options, &request);
    if (status == WC_OK)
        status = points_find(err, binary->program, &request, &splitting->points);
    if (status == WC_OK)
        status = points_apply(err, &splitting->points, &splitting->bytes, &splitting->size);
    if (status == WC_OK)
        *out = splitting;
    else
        wc_splitting_free(splitting);
    return status;
}

/* Before a text is handed out: its arguments. */
static bool text_begin(const wc_splitting *splitting, enum wc_format format, char **out)
{
    struct error *err = splitting ? context_begin(splitting->context) : NULL;
    if (out)
        *out = NULL;
    return err && argument_format(err, format, WC_JSON) && argument_given(err, out, "out");
}

enum wc_status wc_splitting_text(const wc_splitting *splitting, enum wc_format format, char **out)
{
    struct text text = {0};
    if (!text_begin(splitting, format, out))
        return WC_BAD_INPUT;
    points_write(&splitting->points, format, &text);
    return context_hand_out(splitting->context, &text, out);
}

enum wc_status wc_splitting_table(const wc_splitting *splitting, char **out)
{
    struct text text = {0};
    if (!text_begin(splitting, WC_TEXT, out))
        return WC_BAD_INPUT;
    points_write_table(&splitting->points, &text);
    return context_hand_out(splitting->context, &text, out);
}

const void *wc_splitting_bytes(const wc_splitting *splitting, size_t *size)
{
    if (size)
        *size = splitting ? splitting->size : 0;
    return splitting ? splitting->bytes : NULL;
}

void wc_splitting_free(wc_splitting *splitting)
{
    if (!splitting)
        return;
    points_free(&splitting->points);
    free(splitting->bytes);
    binary_drop(splitting->binary);
    free(splitting);
}

enum wc_status split_by_table(struct error *err, const char *table, struct image **image)
{
    const struct isa *isa = isa_find((*image)->isa);
    struct program *program = NULL;
    struct points points = {0};
    struct image *split = NULL;
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    enum wc_status status = isa->decode(err, *image, isa->default_features, &program);
    if (status == WC_OK)
        status = points_read_table(err, program, table, &points);
    if (status == WC_OK)
        status = points_apply(err, &points, &bytes, &size);
    if (status == WC_OK)
        status = image_parse(err, (*image)->path, bytes, size, &split);
    points_free(&points);
    program_free(program);
    free(bytes);
    if (status == WC_OK) {
        image_free(*image);
        *image = split;
    }
    return status;
}

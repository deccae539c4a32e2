/* SPDX-License-Identifier: Apache-2.0 */
/* sas_contents.c - the first contents of a buffer that a Sim-D program declares.
 *
 * A file may be longer than the buffer; a shorter one is an error. /dev/null is the usual way to
 * ask for zeros. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load/array.h"
#include "load/image.h"
#include "load/input.h"
#include "load/sas.h"

static enum wc_status too_short(struct error *err, const struct image *image,
                                const struct sas_buffer *buffer, uint64_t found, uint64_t words)
{
    return fail_at(err, WC_BAD_INPUT, image->path, (int)buffer->place.line,
                   (int)buffer->place.column,
                   "'%s' has %" PRIu64 " words; the buffer has %" PRIu64, buffer->file, found,
                   words);
}

static enum wc_status read_raw(struct error *err, const struct image *image,
                               const struct sas_buffer *buffer, struct array *out)
{
    FILE *file;
    uint64_t bytes;
    enum wc_status status = input_open(err, buffer->file, &file, &bytes);
    if (status != WC_OK)
        return status;
    if (bytes / 4 < out->count)
        status = too_short(err, image, buffer, bytes / 4, out->count);
    else
        status = input_read(err, buffer->file, file, out->bytes, out->count * 4);
    fclose(file);
    return status;
}

/* Values separated by blanks, commas and ends of lines. */
static enum wc_status parse_decimal(struct error *err, const struct image *image,
                                    const struct sas_buffer *buffer, const char *text,
                                    struct array *out)
{
    static const char separators[] = " \t\r\n,;";
    float *words = out->bytes;
    uint64_t count = 0;
    for (text += strspn(text, separators); *text && count < out->count;
         text += strspn(text, separators)) {
        char *end;
        words[count++] = strtof(text, &end);
        if (end == text || !(strchr(separators, *end) || *end == 'f'))
            return fail_at(err, WC_BAD_INPUT, buffer->file, 0, 0,
                           "value %" PRIu64 " is '%.16s'; expected a decimal number", count, text);
        text = end + (*end == 'f');
    }
    return count < out->count ? too_short(err, image, buffer, count, out->count) : WC_OK;
}

static enum wc_status read_decimal(struct error *err, const struct image *image,
                                   const struct sas_buffer *buffer, struct array *out)
{
    char *text;
    size_t length;
    enum wc_status status =
        input_read_all(err, buffer->file, UINT64_C(1) << 32, &text, &length);
    if (status != WC_OK)
        return status;
    status = parse_decimal(err, image, buffer, text, out);
    free(text);
    return status;
}

enum wc_status sas_load_contents(struct error *err, const struct image *image, uint32_t id,
                                 struct array *out)
{
    const struct sas_buffer *buffer = &image->sas->dram[id];
    const uint64_t shape[] = {buffer->dim_y, buffer->dim_x};
    char name[16];
    snprintf(name, sizeof name, "buffer %u", id);
    enum wc_status status = array_new(err, name, WC_F32, 2, shape, out);
    if (status != WC_OK || buffer->source == SAS_NOTHING || !strcmp(buffer->file, "/dev/null"))
        return status;
    status = (buffer->source == SAS_RAW ? read_raw : read_decimal)(err, image, buffer, out);
    if (status != WC_OK) {
        array_free(out);
        hint(err, "buffer %u in %s:%u:%u names this file", id, image->path, buffer->place.line,
             buffer->place.column);
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* info_sas.c - buffers of a Sim-D program (SIMD-38). */
#include "report/info_sas.h"

#include <inttypes.h>

#include "base/json.h"
#include "load/sas.h"

enum { SPACES = 2 };
static const char *const space_names[SPACES] = {"DRAM", "scratchpad"};
static const char *const source_names[] = {[SAS_RAW] = "raw", [SAS_DECIMAL] = "decimal"};

/* Buffer `i` of both tables, NULL if it is not declared. */
static const struct sas_buffer *declared(const struct image *image, uint32_t space, uint32_t i)
{
    const struct sas_buffer *buffer =
        space == 0 ? &image->sas->dram[i] : &image->sas->scratchpad[i];
    return buffer->declared ? buffer : NULL;
}

static void add_buffer(const struct sas_buffer *buffer, uint32_t space, uint32_t id,
                       struct text *out)
{
    text_add(out, "  %2" PRIu32 "  %-10s  0x%08" PRIx32 "  %10" PRIu32 "  %10" PRIu32, id,
             space_names[space], buffer->address, buffer->dim_x, buffer->dim_y);
    if (buffer->file)
        text_add(out, "  %s, %s", buffer->file, source_names[buffer->source]);
    text_add(out, "\n");
}

void info_sas_text(const struct image *image, struct text *out)
{
    if (!image->sas)
        return;
    text_add(out, "\nbuffers\n  %2s  %-10s  %-10s  %10s  %10s  %s\n", "id", "space", "address",
             "words", "lines", "file");
    for (uint32_t space = 0; space < SPACES; space++) {
        for (uint32_t i = 0; i < SAS_BUFFERS; i++) {
            const struct sas_buffer *buffer = declared(image, space, i);
            if (buffer)
                add_buffer(buffer, space, i, out);
        }
    }
}

static json_t *buffer_json(const struct sas_buffer *buffer, uint32_t space, uint32_t id)
{
    json_t *one = json_pack("{s:I, s:s, s:I, s:I, s:I}", "id", (json_int_t)id, "space",
                            space_names[space], "address", (json_int_t)buffer->address, "words",
                            (json_int_t)buffer->dim_x, "lines", (json_int_t)buffer->dim_y);
    json_put(&one, "file", json_outside_string(buffer->file));
    json_put(&one, "contents",
             buffer->file ? json_string(source_names[buffer->source]) : json_null());
    return one;
}

json_t *info_sas_json(const struct image *image)
{
    json_t *list = json_array();
    for (uint32_t space = 0; image->sas && space < SPACES; space++) {
        for (uint32_t i = 0; i < SAS_BUFFERS; i++) {
            const struct sas_buffer *buffer = declared(image, space, i);
            if (buffer)
                json_append(&list, buffer_json(buffer, space, i));
        }
    }
    return list;
}

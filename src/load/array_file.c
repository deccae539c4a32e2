/* SPDX-License-Identifier: Apache-2.0 */
/* array_file.c - reads and writes array files; the suffix selects the format. */
#include <string.h>

#include "load/array.h"
#include "load/npy.h"
#include "load/output.h"
#include "load/values.h"

enum array_format { FORMAT_NPY, FORMAT_RAW, FORMAT_COMMAS, FORMAT_BLANKS, FORMAT_UNKNOWN };

static enum array_format format_of(const char *path)
{
    static const char *const endings[] = {".npy", ".bin", ".csv", ".txt"};
    size_t length = strlen(path);
    for (unsigned i = 0; i < FORMAT_UNKNOWN; i++)
        if (length > 4 && !strcmp(path + length - 4, endings[i]))
            return (enum array_format)i;
    return FORMAT_UNKNOWN;
}

bool array_ending_is_known(const char *path)
{
    return format_of(path) != FORMAT_UNKNOWN;
}

static enum wc_status check_ending(struct error *err, const char *path)
{
    if (array_ending_is_known(path))
        return WC_OK;
    return fail_at(err, WC_BAD_INPUT, path, 0, 0,
                   "unknown file type; expected .npy, .bin, .csv or .txt");
}

enum wc_status array_check_count(struct error *err, const char *path,
                                 const struct array_declared *declared, uint64_t count)
{
    char expected[ARRAY_SHAPE_TEXT];
    uint64_t wanted;
    if (!declared->has_shape)
        return WC_OK;
    enum wc_status status =
        array_count(err, path, declared->type, declared->rank, declared->shape, &wanted);
    if (status != WC_OK || count == wanted)
        return status;
    return fail_at(err, WC_BAD_INPUT, path, 0, 0,
                   "contains %llu elements; the job declares shape %s, which has %llu",
                   (unsigned long long)count,
                   shape_text(declared->rank, declared->shape, expected),
                   (unsigned long long)wanted);
}

/* Files without a shape take the declared one. */
static enum wc_status take_shape(struct error *err, const char *path,
                                 const struct array_declared *declared, struct array *array)
{
    enum wc_status status = array_check_count(err, path, declared, array->count);
    if (status != WC_OK || !declared->has_shape)
        return status;
    array->rank = declared->rank;
    memset(array->shape, 0, sizeof array->shape);
    memcpy(array->shape, declared->shape, declared->rank * sizeof *declared->shape);
    return WC_OK;
}

enum wc_status array_load(struct error *err, const char *path,
                          const struct array_declared *declared, struct array *array)
{
    enum wc_status status = check_ending(err, path);
    enum array_format format = format_of(path);
    memset(array, 0, sizeof *array);
    if (status != WC_OK)
        return status;
    if (format != FORMAT_NPY && !declared->has_type)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0,
                       "the file does not state an element type; declare one with 'type:'");
    if (format == FORMAT_NPY) {
        status = npy_read(err, path, declared, array);
    } else {
        status = format == FORMAT_RAW ? raw_read(err, path, declared, array)
                                      : values_read(err, path, declared->type, array);
        if (status == WC_OK)
            status = take_shape(err, path, declared, array);
    }
    if (status != WC_OK)
        array_free(array);
    return status;
}

enum wc_status array_save_open(struct error *err, const char *path, struct output *output)
{
    enum wc_status status = check_ending(err, path);
    return status == WC_OK ? output_open(err, path, output) : status;
}

enum wc_status array_save_to(struct error *err, const char *path, struct output *output,
                             const struct array *array)
{
    switch (format_of(path)) {
    case FORMAT_NPY: npy_write(output->file, array); break;
    case FORMAT_COMMAS: values_write(output->file, array, ','); break;
    case FORMAT_BLANKS: values_write(output->file, array, ' '); break;
    default: fwrite(array->bytes, 1, array_byte_count(array), output->file); break;
    }
    return output_commit(err, output);
}

enum wc_status array_save(struct error *err, const char *path, const struct array *array)
{
    struct output output;
    enum wc_status status = array_save_open(err, path, &output);
    return status == WC_OK ? array_save_to(err, path, &output, array) : status;
}

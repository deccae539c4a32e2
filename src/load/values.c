/* SPDX-License-Identifier: Apache-2.0 */
/* values.c - text and raw arrays. */
#include "load/values.h"

#include <stdlib.h>
#include <string.h>

#include "base/allowance.h"
#include "base/arena.h"
#include "load/input.h"
#include "load/number.h"

enum {
    FIELD_MAX = 400, /* characters of one number: f64 needs no more in plain notation */
    STRIDE = 1 << 16 /* values from one look for an interrupt to the next */
};
#define TEXT_BYTES_MAX (UINT64_C(1) << 32)

struct reader {
    struct error *err;
    const char *name;
    const char *at, *end, *line_start;
    int line;
    bool comma_allowed; /* a value precedes on this line */
};

static enum wc_status bad(const struct reader *reader, const char *at, const char *what)
{
    return fail_at(reader->err, WC_BAD_INPUT, reader->name, reader->line,
                   (int)(at - reader->line_start) + 1, "%s", what);
}

/* Skips separators up to the next value or the end. Each comma needs a value before it; one at the
 * end of a line is common in tables and allowed. */
static enum wc_status skip_separators(struct reader *reader)
{
    for (; reader->at < reader->end; reader->at++) {
        switch (*reader->at) {
        case '\n':
            reader->line++;
            reader->line_start = reader->at + 1;
            reader->comma_allowed = false;
            break;
        case ' ':
        case '\t':
        case '\r':
            break;
        case ',':
            if (!reader->comma_allowed)
                return bad(reader, reader->at, "expected a number before ','");
            reader->comma_allowed = false;
            break;
        default:
            return WC_OK;
        }
    }
    return WC_OK;
}

static enum wc_status read_value(struct reader *reader, enum wc_type type, uint64_t *bits)
{
    char field[FIELD_MAX];
    const char *start = reader->at;
    while (reader->at < reader->end && !strchr(", \t\r\n", *reader->at))
        reader->at++;
    size_t length = (size_t)(reader->at - start);
    if (reader->at < reader->end && !*reader->at)
        return bad(reader, reader->at, "expected text, found a NUL byte");
    if (length >= sizeof field)
        return bad(reader, start, "expected a number, found a word of more than 399 characters");
    memcpy(field, start, length);
    field[length] = '\0';
    enum number_result result = number_bits(field, type, bits);
    if (result != NUMBER_OK)
        return fail_at(reader->err, WC_BAD_INPUT, reader->name, reader->line,
                       (int)(start - reader->line_start) + 1, "'%.40s' %s", field,
                       number_problem(result, type));
    reader->comma_allowed = true;
    return WC_OK;
}

static enum wc_status pause_and_skip(struct reader *reader)
{
    enum wc_status status = allow_work(reader->err);
    return status == WC_OK ? skip_separators(reader) : status;
}

/* Scans the text; with array NULL it only counts. */
static enum wc_status read_all(struct reader *reader, enum wc_type type, struct array *array,
                               uint64_t *count)
{
    enum wc_status status = skip_separators(reader);
    for (*count = 0; status == WC_OK && reader->at < reader->end; (*count)++) {
        uint64_t bits = 0;
        unsigned bytes = type_bytes(type);
        status = read_value(reader, type, &bits);
        if (status == WC_OK && array)
            memcpy((char *)array->bytes + *count * bytes, &bits, bytes);
        if (status == WC_OK)
            status = *count % STRIDE ? skip_separators(reader) : pause_and_skip(reader);
    }
    return status;
}

enum wc_status values_parse(struct error *err, const char *name, const char *text, size_t length,
                            enum wc_type type, struct array *array)
{
    uint64_t count;
    const struct reader start = {.err = err, .name = name, .at = text, .end = text + length,
                                 .line_start = text, .line = 1};
    memset(array, 0, sizeof *array);
    struct reader reader = start;
    enum wc_status status = read_all(&reader, type, NULL, &count);
    if (status == WC_OK)
        status = array_new(err, name, type, 1, &count, array);
    if (status != WC_OK)
        return status;
    reader = start;
    return read_all(&reader, type, array, &count);
}

enum wc_status values_read(struct error *err, const char *path, enum wc_type type,
                           struct array *array)
{
    char *text;
    size_t length;
    memset(array, 0, sizeof *array);
    enum wc_status status = input_read_all(err, path, TEXT_BYTES_MAX, &text, &length);
    if (status == WC_OK)
        status = values_parse(err, path, text, length, type, array);
    free(text);
    return status;
}

void values_write(FILE *file, const struct array *array, char separator)
{
    char text[ARRAY_VALUE_TEXT];
    uint64_t row = array->rank ? array->shape[array->rank - 1] : 1;
    for (uint64_t i = 0; i < array->count && !ferror(file); i++) {
        fputs(array_value_text(array, i, text), file);
        fputc((i + 1) % row ? separator : '\n', file);
    }
}

static enum wc_status check_raw_size(struct error *err, const char *path,
                                     const struct array_declared *declared, uint64_t bytes)
{
    const unsigned each = type_bytes(declared->type);
    if (bytes % each)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0,
                       "%llu bytes is not a whole number of %s elements",
                       (unsigned long long)bytes, type_name(declared->type));
    return array_check_count(err, path, declared, bytes / each);
}

enum wc_status raw_read(struct error *err, const char *path,
                        const struct array_declared *declared, struct array *array)
{
    FILE *file;
    uint64_t bytes;
    memset(array, 0, sizeof *array);
    enum wc_status status = input_open(err, path, &file, &bytes);
    if (status != WC_OK)
        return status;
    const uint64_t count = bytes / type_bytes(declared->type);
    status = check_raw_size(err, path, declared, bytes);
    if (status == WC_OK)
        status = array_new(err, path, declared->type, 1, &count, array);
    if (status == WC_OK)
        status = input_read(err, path, file, array->bytes, bytes);
    fclose(file);
    if (status != WC_OK)
        array_free(array);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* npy.c - reads and writes .npy. The header is a Python dictionary in ASCII; only the form that
 * numpy.lib.format writes (any order, any blanks) is accepted. */
#include "load/npy.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "load/input.h"

enum { HEADER_MAX = 64 * 1024, MAGIC_BYTES = 8, ALIGN = 64 };
static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

static const char *const descriptions[ARRAY_TYPES] = {
    [WC_I8] = "|i1",  [WC_U8] = "|u1",  [WC_I16] = "<i2", [WC_U16] = "<u2",
    [WC_I32] = "<i4", [WC_U32] = "<u4", [WC_I64] = "<i8", [WC_U64] = "<u8",
    [WC_F16] = "<f2", [WC_F32] = "<f4", [WC_F64] = "<f8",
};

struct header {
    bool has_type, has_order, has_shape, fortran;
    enum wc_type type;
    unsigned rank;
    uint64_t shape[ARRAY_RANK_MAX];
};

struct scan {
    struct error *err;
    const char *name; /* of the file */
    const char *at;   /* NUL-terminated */
};

static enum wc_status bad(struct scan *scan, const char *expected)
{
    return fail_at(scan->err, WC_BAD_INPUT, scan->name, 0, 0,
                   "malformed .npy header at '%.20s': expected %s", scan->at, expected);
}

static void skip_blanks(struct scan *scan)
{
    while (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\t')
        scan->at++;
}

static bool accept(struct scan *scan, char c)
{
    skip_blanks(scan);
    if (*scan->at != c)
        return false;
    scan->at++;
    return true;
}

static enum wc_status scan_string(struct scan *scan, char *text, size_t room)
{
    skip_blanks(scan);
    char quote = *scan->at;
    const char *end = quote == '\'' || quote == '"' ? strchr(scan->at + 1, quote) : NULL;
    if (!end || (size_t)(end - scan->at) > room)
        return bad(scan, "a short quoted string");
    memcpy(text, scan->at + 1, (size_t)(end - scan->at) - 1);
    text[end - scan->at - 1] = '\0';
    scan->at = end + 1;
    return WC_OK;
}

static enum wc_status scan_type(struct scan *scan, struct header *header)
{
    char text[16];
    skip_blanks(scan);
    if (*scan->at == '[')
        return fail_at(scan->err, WC_BAD_INPUT, scan->name, 0, 0,
                       "contains records; expected an array of plain numbers");
    enum wc_status status = scan_string(scan, text, sizeof text);
    if (status != WC_OK)
        return status;
    for (unsigned i = 0; i < ARRAY_TYPES; i++) {
        bool one_byte = type_bytes((enum wc_type)i) == 1; /* any byte order will do */
        if (!strcmp(text + one_byte, descriptions[i] + one_byte) && strchr("<|=", text[0])) {
            header->type = (enum wc_type)i;
            header->has_type = true;
            return WC_OK;
        }
    }
    const char *why = text[0] == '>'              ? " (big endian)"
                      : strchr(text, 'O') != NULL ? " (Python objects)"
                                                  : "";
    return fail_at(scan->err, WC_BAD_INPUT, scan->name, 0, 0,
                   "elements of type '%s'%s; expected a little-endian type from i1 to f8", text,
                   why);
}

static enum wc_status scan_order(struct scan *scan, struct header *header)
{
    skip_blanks(scan);
    bool is_true = !strncmp(scan->at, "True", 4);
    if (!is_true && strncmp(scan->at, "False", 5) != 0)
        return bad(scan, "True or False");
    scan->at += is_true ? 4 : 5;
    header->fortran = is_true;
    header->has_order = true;
    return WC_OK;
}

static enum wc_status scan_shape(struct scan *scan, struct header *header)
{
    if (!accept(scan, '('))
        return bad(scan, "a shape like (4, 4)");
    while (!accept(scan, ')')) {
        uint64_t size = 0;
        if (header->rank == ARRAY_RANK_MAX)
            return bad(scan, "at most 8 dimensions");
        if (!isdigit((unsigned char)*scan->at))
            return bad(scan, "a dimension");
        for (; isdigit((unsigned char)*scan->at); scan->at++)
            if (__builtin_mul_overflow(size, UINT64_C(10), &size) ||
                __builtin_add_overflow(size, (uint64_t)(*scan->at - '0'), &size))
                return bad(scan, "a dimension of at most 64 bits");
        header->shape[header->rank++] = size;
        if (!accept(scan, ',') && (skip_blanks(scan), *scan->at != ')'))
            return bad(scan, "',' or ')'");
    }
    header->has_shape = true;
    return WC_OK;
}

static enum wc_status scan_entry(struct scan *scan, struct header *header)
{
    char key[16];
    enum wc_status status = scan_string(scan, key, sizeof key);
    if (status != WC_OK)
        return status;
    if (!accept(scan, ':'))
        return bad(scan, "':'");
    if (!strcmp(key, "descr") && !header->has_type)
        return scan_type(scan, header);
    if (!strcmp(key, "fortran_order") && !header->has_order)
        return scan_order(scan, header);
    if (!strcmp(key, "shape") && !header->has_shape)
        return scan_shape(scan, header);
    return bad(scan, "each of descr, fortran_order and shape once");
}

static enum wc_status scan_header(struct scan *scan, struct header *header)
{
    if (!accept(scan, '{'))
        return bad(scan, "'{'");
    while (!accept(scan, '}')) {
        enum wc_status status = scan_entry(scan, header);
        if (status != WC_OK)
            return status;
        if (!accept(scan, ',') && (skip_blanks(scan), *scan->at != '}'))
            return bad(scan, "',' or '}'");
    }
    skip_blanks(scan);
    if (*scan->at || !header->has_type || !header->has_order || !header->has_shape)
        return bad(scan, "descr, fortran_order and shape, and nothing else");
    if (header->fortran && header->rank > 1)
        return fail_at(scan->err, WC_BAD_INPUT, scan->name, 0, 0,
                       "Fortran order; expected C order (numpy.ascontiguousarray)");
    return WC_OK;
}

/* Parses the preamble (at least 12 bytes were read): start and size of the header. */
static enum wc_status read_preamble(struct error *err, const char *name, const unsigned char *p,
                                    uint64_t length, uint64_t *start, uint64_t *bytes)
{
    if (length < MAGIC_BYTES + 4 || memcmp(p, magic, sizeof magic) != 0)
        return fail_at(err, WC_BAD_INPUT, name, 0, 0, "not an .npy file (bad magic)");
    if (p[6] != 1 && p[6] != 2)
        return fail_at(err, WC_BAD_INPUT, name, 0, 0,
                       ".npy version %u.%u; expected 1.0 or 2.0", p[6], p[7]);
    *start = p[6] == 1 ? MAGIC_BYTES + 2 : MAGIC_BYTES + 4;
    *bytes = (uint64_t)p[8] | (uint64_t)p[9] << 8;
    if (p[6] == 2)
        *bytes |= (uint64_t)p[10] << 16 | (uint64_t)p[11] << 24;
    if (*bytes > HEADER_MAX || *bytes > length - *start)
        return fail_at(err, WC_BAD_INPUT, name, 0, 0,
                       "header of %llu bytes in a file of %llu bytes",
                       (unsigned long long)*bytes, (unsigned long long)length);
    return WC_OK;
}

/* The shape must match the file's size exactly before memory is allocated. */
static enum wc_status make_array(struct error *err, const char *name, const struct header *header,
                                 uint64_t data_bytes, struct array *array)
{
    char text[ARRAY_SHAPE_TEXT];
    uint64_t count;
    enum wc_status status =
        array_count(err, name, header->type, header->rank, header->shape, &count);
    if (status != WC_OK)
        return status;
    if (count * type_bytes(header->type) != data_bytes)
        return fail_at(err, WC_BAD_INPUT, name, 0, 0,
                       "contains %llu bytes of data; the header declares %s of %s, which has %llu",
                       (unsigned long long)data_bytes,
                       shape_text(header->rank, header->shape, text), type_name(header->type),
                       (unsigned long long)(count * type_bytes(header->type)));
    return array_new(err, name, header->type, header->rank, header->shape, array);
}

static enum wc_status read_header(struct error *err, const char *path, FILE *file, uint64_t size,
                                  struct header *header, uint64_t *data_bytes)
{
    unsigned char preamble[MAGIC_BYTES + 4] = {0};
    uint64_t start = 0, bytes = 0;
    size_t got = fread(preamble, 1, sizeof preamble, file);
    enum wc_status status =
        read_preamble(err, path, preamble, got < sizeof preamble ? 0 : size, &start, &bytes);
    if (status != WC_OK)
        return status;
    if (fseek(file, (long)start, SEEK_SET) != 0)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot read the header");
    void *memory;
    status = allocate_checked(err, path, bytes + 1, &memory);
    if (status != WC_OK)
        return status;
    char *text = memory;
    status = input_read(err, path, file, text, bytes);
    struct scan scan = {err, path, text};
    if (status == WC_OK)
        status = scan_header(&scan, header);
    *data_bytes = size - start - bytes;
    free(text);
    return status;
}

static bool same_shape(const struct array_declared *declared, const struct header *header)
{
    return declared->rank == header->rank &&
           !memcmp(declared->shape, header->shape, header->rank * sizeof *header->shape);
}

static enum wc_status check_declared(struct error *err, const char *path,
                                     const struct array_declared *declared,
                                     const struct header *header)
{
    char found[ARRAY_SHAPE_TEXT], expected[ARRAY_SHAPE_TEXT];
    if (declared->has_type && declared->type != header->type)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "contains %s; the job declares %s",
                       type_name(header->type), type_name(declared->type));
    if (declared->has_shape && !same_shape(declared, header))
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "has shape %s; the job declares %s",
                       shape_text(header->rank, header->shape, found),
                       shape_text(declared->rank, declared->shape, expected));
    return WC_OK;
}

static enum wc_status read_open(struct error *err, const char *path, FILE *file, uint64_t size,
                                const struct array_declared *declared, struct array *array)
{
    struct header header = {0};
    uint64_t data_bytes = 0;
    enum wc_status status = read_header(err, path, file, size, &header, &data_bytes);
    if (status == WC_OK)
        status = check_declared(err, path, declared, &header);
    if (status == WC_OK)
        status = make_array(err, path, &header, data_bytes, array);
    if (status == WC_OK)
        status = input_read(err, path, file, array->bytes, data_bytes);
    if (status != WC_OK)
        array_free(array);
    return status;
}

enum wc_status npy_read(struct error *err, const char *path,
                        const struct array_declared *declared, struct array *array)
{
    FILE *file;
    uint64_t size;
    memset(array, 0, sizeof *array);
    enum wc_status status = input_open(err, path, &file, &size);
    if (status != WC_OK)
        return status;
    status = read_open(err, path, file, size, declared, array);
    fclose(file);
    return status;
}

enum wc_status npy_parse(struct error *err, const char *name, const void *bytes, size_t length,
                         struct array *array)
{
    memset(array, 0, sizeof *array);
    FILE *file = length ? fmemopen((void *)(uintptr_t)bytes, length, "rb") : NULL;
    if (!file)
        return fail_at(err, WC_BAD_INPUT, name, 0, 0, "the file is empty");
    const struct array_declared anything = {0};
    enum wc_status status = read_open(err, name, file, length, &anything, array);
    fclose(file);
    return status;
}

void npy_write(FILE *file, const struct array *array)
{
    char text[ARRAY_SHAPE_TEXT], header[4 * ALIGN];
    shape_text(array->rank, array->shape, text);
    text[strlen(text) - 1] = '\0'; /* without the brackets */
    int used = snprintf(header, sizeof header,
                        "{'descr': '%s', 'fortran_order': False, 'shape': (%s%s), }",
                        descriptions[array->type], text + 1, array->rank == 1 ? "," : "");
    int total = (MAGIC_BYTES + 2 + used + 1 + ALIGN - 1) / ALIGN * ALIGN - MAGIC_BYTES - 2;
    fwrite(magic, 1, sizeof magic, file);
    const unsigned char version_and_size[4] = {1, 0, (unsigned char)(total & 255),
                                               (unsigned char)(total >> 8)};
    fwrite(version_and_size, 1, sizeof version_and_size, file);
    fprintf(file, "%s%*s", header, total - used, "\n");
    fwrite(array->bytes, 1, array_byte_count(array), file);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* array.c - types, shapes and elements of arrays in memory. */
#include "load/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "load/number.h"

_Static_assert(WC_I8 == 0 && WC_F64 == ARRAY_TYPES - 1, "types are numbered i8 to f64");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "arrays are kept as files hold them");

struct type_row {
    const char *name;
    unsigned bytes;
    bool is_float, is_signed;
};

static const struct type_row types[ARRAY_TYPES] = {
    [WC_I8] = {"i8", 1, false, true},    [WC_U8] = {"u8", 1, false, false},
    [WC_I16] = {"i16", 2, false, true},  [WC_U16] = {"u16", 2, false, false},
    [WC_I32] = {"i32", 4, false, true},  [WC_U32] = {"u32", 4, false, false},
    [WC_I64] = {"i64", 8, false, true},  [WC_U64] = {"u64", 8, false, false},
    [WC_F16] = {"f16", 2, true, true},   [WC_F32] = {"f32", 4, true, true},
    [WC_F64] = {"f64", 8, true, true},
};

unsigned type_bytes(enum wc_type type)
{
    return types[type].bytes;
}

const char *type_name(enum wc_type type)
{
    return types[type].name;
}

bool type_is_float(enum wc_type type)
{
    return types[type].is_float;
}

bool type_is_signed(enum wc_type type)
{
    return types[type].is_signed;
}

bool type_from_name(const char *name, enum wc_type *type)
{
    for (unsigned i = 0; i < ARRAY_TYPES; i++) {
        if (!strcmp(name, types[i].name)) {
            *type = (enum wc_type)i;
            return true;
        }
    }
    return false;
}

uint64_t array_byte_count(const struct array *array)
{
    return array->count * type_bytes(array->type);
}

enum wc_status array_count(struct error *err, const char *what, enum wc_type type, unsigned rank,
                           const uint64_t *shape, uint64_t *count)
{
    char text[ARRAY_SHAPE_TEXT];
    uint64_t bytes = type_bytes(type);
    if (rank > ARRAY_RANK_MAX)
        return fail(err, WC_BAD_INPUT, "%s has %u dimensions; the maximum is %d", what, rank,
                    ARRAY_RANK_MAX);
    for (unsigned i = 0; i < rank; i++)
        if (__builtin_mul_overflow(bytes, shape[i], &bytes) || bytes > ARRAY_BYTES_MAX)
            return fail(err, WC_BAD_INPUT, "%s of shape %s exceeds the maximum of %llu bytes", what,
                        shape_text(rank, shape, text), (unsigned long long)ARRAY_BYTES_MAX);
    *count = bytes / type_bytes(type);
    return WC_OK;
}

enum wc_status array_new(struct error *err, const char *what, enum wc_type type, unsigned rank,
                         const uint64_t *shape, struct array *array)
{
    memset(array, 0, sizeof *array);
    enum wc_status status = array_count(err, what, type, rank, shape, &array->count);
    if (status != WC_OK)
        return status;
    array->type = type;
    array->rank = rank;
    if (rank)
        memcpy(array->shape, shape, rank * sizeof *shape);
    return allocate_checked(err, what, array_byte_count(array), &array->bytes);
}

void array_free(struct array *array)
{
    free(array->bytes);
    memset(array, 0, sizeof *array);
}

const char *shape_text(unsigned rank, const uint64_t *shape, char text[ARRAY_SHAPE_TEXT])
{
    size_t used = (size_t)snprintf(text, ARRAY_SHAPE_TEXT, "[");
    for (unsigned i = 0; i < rank && i < ARRAY_RANK_MAX; i++)
        used += (size_t)snprintf(text + used, ARRAY_SHAPE_TEXT - used, "%s%llu", i ? ", " : "",
                                 (unsigned long long)shape[i]);
    snprintf(text + used, ARRAY_SHAPE_TEXT - used, "]");
    return text;
}

static uint64_t element_bits(const struct array *array, uint64_t index)
{
    uint64_t bits = 0;
    unsigned bytes = type_bytes(array->type);
    memcpy(&bits, (const unsigned char *)array->bytes + index * bytes, bytes);
    return bits;
}

const char *array_value_text(const struct array *array, uint64_t index,
                             char text[ARRAY_VALUE_TEXT])
{
    number_text(element_bits(array, index), array->type, text, ARRAY_VALUE_TEXT);
    return text;
}

double array_value(const struct array *array, uint64_t index)
{
    switch (array->type) {
    case WC_I8: return ((const int8_t *)array->bytes)[index];
    case WC_U8: return ((const uint8_t *)array->bytes)[index];
    case WC_I16: return ((const int16_t *)array->bytes)[index];
    case WC_U16: return ((const uint16_t *)array->bytes)[index];
    case WC_I32: return ((const int32_t *)array->bytes)[index];
    case WC_U32: return ((const uint32_t *)array->bytes)[index];
    case WC_I64: return (double)((const int64_t *)array->bytes)[index];
    case WC_U64: return (double)((const uint64_t *)array->bytes)[index];
    case WC_F16: return half_to_double(((const uint16_t *)array->bytes)[index]);
    case WC_F32: return (double)((const float *)array->bytes)[index];
    case WC_F64: break;
    }
    return ((const double *)array->bytes)[index];
}

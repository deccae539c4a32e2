/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_npy.c - any bytes as a .npy file, and as decimal text of every type. What is read as .npy
 * must survive being written and read again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "load/npy.h"
#include "load/values.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(const struct array *array)
{
    struct error err = {0};
    struct array again;
    char *bytes = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&bytes, &length);
    npy_write(file, array);
    fclose(file);
    if (npy_parse(&err, "again.npy", bytes, length, &again) != WC_OK || again.type != array->type ||
        again.rank != array->rank || memcmp(again.bytes, array->bytes, array_byte_count(array)))
        abort();
    array_free(&again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct array array;
    enum wc_status status = npy_parse(&err, "fuzz.npy", data, size, &array);
    if (status != err.status || (status != WC_OK && status != WC_BAD_INPUT))
        abort();
    if (status == WC_OK)
        check_round_trip(&array);
    array_free(&array);
    error_clear(&err);
    for (unsigned type = 0; type < ARRAY_TYPES; type++) {
        values_parse(&err, "fuzz.csv", (const char *)data, size, (enum wc_type)type, &array);
        array_free(&array);
        error_clear(&err);
    }
    return 0;
}

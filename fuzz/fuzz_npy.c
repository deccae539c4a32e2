/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_npy.c - any bytes as a .npy file, as decimal text of every type, and as files of arrays with
 * every ending. What is read as .npy must survive being written and read again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
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

/* The first byte declares a type, which the file has or has not. */
static enum wc_status load_file(const char *name, const uint8_t *data, size_t size, bool declares)
{
    struct error err = {0};
    struct array array;
    const struct array_declared declared = {
        .has_type = declares, .type = (enum wc_type)(size ? data[0] % ARRAY_TYPES : 0)};
    enum wc_status status = array_load(&err, folder_write(name, data, size), &declared, &array);
    if (status != err.status || (status != WC_OK && status != WC_BAD_INPUT))
        finding("%s: status %d, %s", name, status, err.message);
    array_free(&array);
    error_clear(&err);
    return status;
}

static void load_files(const uint8_t *data, size_t size, enum wc_status as_npy)
{
    static const char *const names[] = {"a.npy", "a.bin", "a.csv", "a.txt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        load_file(names[i], data, size, true);
    if (load_file("a.npy", data, size, false) != as_npy)
        finding("the same .npy in memory and in a file: one is refused");
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
    load_files(data, size, status);
    for (unsigned type = 0; type < ARRAY_TYPES; type++) {
        values_parse(&err, "fuzz.csv", (const char *)data, size, (enum wc_type)type, &array);
        array_free(&array);
        error_clear(&err);
    }
    return 0;
}

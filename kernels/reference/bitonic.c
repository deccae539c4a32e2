/* SPDX-License-Identifier: Apache-2.0 */
/* bitonic.c - host reference of bitonic: sorted rows, however they were sorted. */
#include "reference.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

void reference_bitonic(struct run *run)
{
    size_t rows = number(run, "rows");
    size_t length = number(run, "length");
    uint32_t *keys = input_u32(run, "in");

    for (size_t row = 0; row < rows; row++)
        qsort(keys + row * length, length, sizeof *keys, compare);
    write_u32(run, "out", keys, rows * length);
}

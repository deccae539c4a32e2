/* SPDX-License-Identifier: Apache-2.0 */
/* psort.c - host reference of psort: the library's sort. */
#include "reference.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int32_t left = *(const int32_t *)a;
    int32_t right = *(const int32_t *)b;

    return (left > right) - (left < right);
}

void reference_psort(struct run *run)
{
    int n = number(run, "n");
    int32_t *values = input_i32(run, "in");

    qsort(values, n, sizeof values[0], compare);
    write_i32(run, "out", values, n);
}

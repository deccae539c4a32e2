/* SPDX-License-Identifier: Apache-2.0 */
/* psort.c - host reference of psort: the library's sort. */
#include "reference.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    float left = *(const float *)a;
    float right = *(const float *)b;

    return (left > right) - (left < right);
}

void reference_psort(struct run *run)
{
    int n = number(run, "n");
    float *values = input_f32(run, "in");

    qsort(values, n, sizeof values[0], compare);
    write_f32(run, "out", values, n);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* histogram.c - host reference of histogram. */
#include "reference.h"

void reference_histogram(struct run *run)
{
    int n = number(run, "n");
    int bins = number(run, "bins");
    const uint32_t *values = input_u32(run, "values");
    uint32_t *histogram = new_u32(run, bins);

    for (int i = 0; i < n; i++)
        histogram[values[i]]++;
    write_u32(run, "histogram", histogram, bins);
}

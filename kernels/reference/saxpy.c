/* SPDX-License-Identifier: Apache-2.0 */
/* saxpy.c - host reference of saxpy. */
#include "reference.h"

void reference_saxpy(struct run *run)
{
    int n = number(run, "n");
    float alpha = number_f32(run, "alpha");
    const float *x = input_f32(run, "x");
    float *y = input_f32(run, "y");

    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
    write_f32(run, "y", y, n);
}

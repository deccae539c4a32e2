/* SPDX-License-Identifier: Apache-2.0 */
/* reduction.c - host reference of reduction, in double precision. */
#include "reference.h"

void reference_reduction(struct run *run)
{
    int n = number(run, "n");
    const float *in = input_f32(run, "in");
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += in[i];
    write_f32(run, "sum", &(float){(float)sum}, 1);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* vecadd.c - host reference of vecadd. */
#include "reference.h"

void reference_vecadd(struct run *run)
{
    int n = number(run, "n");
    const float *a = input_f32(run, "a");
    const float *b = input_f32(run, "b");
    float *c = new_f32(run, n);

    for (int i = 0; i < n; i++)
        c[i] = a[i] + b[i];
    write_f32(run, "c", c, n);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* sgemm.c - host reference of sgemm and sgemm-tiled: both add products in the order of k. */
#include "reference.h"

void reference_sgemm(struct run *run)
{
    int m = number(run, "m");
    int n = number(run, "n");
    int k = number(run, "k");
    const float *a = input_f32(run, "a");
    const float *b = input_f32(run, "b");
    float *c = new_f32(run, (size_t)m * n);

    for (int row = 0; row < m; row++)
        for (int i = 0; i < k; i++)
            for (int column = 0; column < n; column++)
                c[row * n + column] += a[row * k + i] * b[i * n + column];
    write_f32(run, "c", c, (size_t)m * n);
}

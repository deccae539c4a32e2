/* SPDX-License-Identifier: Apache-2.0 */
/* lud.c - host reference of lud: makes the matrix, and decomposes it column by column. */
#include "reference.h"

#define MATRIX_SEED 161

void reference_lud(struct run *run)
{
    int n = number(run, "n");
    float *a = new_f32(run, (size_t)n * n);
    uint64_t state = MATRIX_SEED;

    for (int i = 0; i < n * n; i++)
        a[i] = (float)(splitmix64(&state) >> 40) * 0x1p-23f - 1.0f;
    for (int i = 0; i < n; i++)
        a[i * n + i] += (float)n; /* so that it dominates its row */
    write_f32(run, "input", a, (size_t)n * n);

    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    write_f32(run, "matrix", a, (size_t)n * n);
}

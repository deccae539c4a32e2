/* SPDX-License-Identifier: Apache-2.0 */
/* haar.c - host reference of haar. */
#include "reference.h"

static const float half_root = 0.70710678f;

static void transform(float *mean, float *out, int length)
{
    for (int pairs = length / 2; pairs > 0; pairs /= 2)
        for (int i = 0; i < pairs; i++) {
            float a = mean[2 * i];
            float b = mean[2 * i + 1];

            out[pairs + i] = (a - b) * half_root;
            mean[i] = (a + b) * half_root;
        }
    out[0] = mean[0];
}

void reference_haar(struct run *run)
{
    int rows = number(run, "rows");
    int length = number(run, "length");
    float *in = input_f32(run, "in");
    float *out = new_f32(run, (size_t)rows * length);

    for (int row = 0; row < rows; row++)
        transform(in + row * length, out + row * length, length);
    write_f32(run, "out", out, (size_t)rows * length);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* maths.c - host reference of maths: the host's library in double precision, rounded to float. */
#include "reference.h"

#include <math.h>

static void elementary(struct run *run, const float *in, int n)
{
    float *out = new_f32(run, (size_t)n * 7);

    for (int i = 0; i < n; i++) {
        double x = in[i];
        double magnitude = fabs(x);

        out[i] = (float)exp(x);
        out[n + i] = (float)exp2(x);
        out[2 * n + i] = (float)log(magnitude);
        out[3 * n + i] = (float)log2(magnitude);
        out[4 * n + i] = (float)pow(magnitude, x * 0.5);
        out[5 * n + i] = (float)sqrt(magnitude);
        out[6 * n + i] = (float)(1.0 / sqrt(magnitude));
    }
    write_f32(run, "out_elementary", out, (size_t)n * 7);
}

static void trigonometric(struct run *run, const float *in, int n)
{
    float *out = new_f32(run, (size_t)n * 3);

    for (int i = 0; i < n; i++) {
        float x = i % 2 ? in[i] * 1e9f : in[i];

        out[i] = (float)sin(x);
        out[n + i] = (float)cos(x);
        out[2 * n + i] = (float)tan(x);
    }
    write_f32(run, "out_trigonometric", out, (size_t)n * 3);
}

static void rounding(struct run *run, const float *in, int n)
{
    float *out = new_f32(run, (size_t)n * 7);

    for (int i = 0; i < n; i++) {
        float x = i % 2 ? in[i] * 65536.0f : rintf(in[i]) * 0.5f;

        out[i] = floorf(x);
        out[n + i] = ceilf(x);
        out[2 * n + i] = truncf(x);
        out[3 * n + i] = roundf(x);
        out[4 * n + i] = rintf(x);
        out[5 * n + i] = fmodf(x, in[(i + 1) % n]);
        out[6 * n + i] = fmaf(x, x, -in[i]);
    }
    write_f32(run, "out_rounding", out, (size_t)n * 7);
}

void reference_maths(struct run *run)
{
    int n = number(run, "n");
    const float *in = input_f32(run, "in");

    elementary(run, in, n);
    trigonometric(run, in, n);
    rounding(run, in, n);
}

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

static uint32_t distance(int64_t a, int64_t b)
{
    return (uint32_t)(a > b ? a - b : b - a);
}

static uint32_t rotated(uint32_t x, uint32_t count)
{
    return count == 0 ? x : x << count | x >> (32 - count);
}

static void integers(struct run *run, int n)
{
    const int32_t *in = input_i32(run, "integer_in");
    uint32_t *out = new_u32(run, (size_t)n * 10);

    for (int i = 0; i < n; i++) {
        int64_t a = in[2 * i];
        int64_t b = in[2 * i + 1];
        uint64_t unsigned_a = (uint32_t)a;
        uint64_t unsigned_b = (uint32_t)b;
        int64_t upper = b & 0xFFFFF;

        out[i] = (uint32_t)((uint64_t)(a * b) >> 32);
        out[n + i] = (uint32_t)(unsigned_a * unsigned_b >> 32);
        out[2 * n + i] = distance(a, 0);
        out[3 * n + i] = distance(a, b);
        out[4 * n + i] = distance((int64_t)unsigned_a, (int64_t)unsigned_b);
        out[5 * n + i] = rotated((uint32_t)a, (uint32_t)b % 32);
        out[6 * n + i] = (uint32_t)(a < -1000000 ? -1000000 : a > upper ? upper : a);
        out[7 * n + i] = (uint32_t)((a >> 8) * (b >> 20) + a);
        out[8 * n + i] = (uint32_t)(a > b ? b : a);
        out[9 * n + i] = (uint32_t)(unsigned_a < unsigned_b ? a : b) ^ (uint32_t)(a > b ? a : b);
    }
    write_u32(run, "out_integers", out, (size_t)n * 10);
}

static void vectors(struct run *run, int n)
{
    const float *in = input_f32(run, "vector_in");
    float *out = new_f32(run, (size_t)n * 20);

    for (int i = 0; i < n; i++) {
        const float *a = in + 4 * i;
        const float *b = in + 4 * ((i + 1) % n);
        float *last = out + 16 * n + 4 * i;

        for (int e = 0; e < 4; e++) {
            out[4 * i + e] = fmaf(a[e], b[e], a[e]);
            out[4 * (n + i) + e] = fminf(fmaxf(a[e], -8.0f), fabsf(b[e]));
            out[4 * (2 * n + i) + e] = a[e] + (b[e] - a[e]) * 0.25f;
            out[4 * (3 * n + i) + e] = fminf(a[e], b[e]) + floorf(fmaxf(a[e], b[e]));
        }
        last[0] = (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
        last[1] = sqrtf((a[0] * a[0] + a[1] * a[1]) + (a[2] * a[2] + a[3] * a[3]));
        last[2] = a[0] * b[2] + a[1] * b[3];
        last[3] = sqrtf(a[2] * a[2] + a[3] * a[3]);
    }
    write_f32(run, "out_vectors", out, (size_t)n * 20);
}

void reference_maths(struct run *run)
{
    int n = number(run, "n");
    const float *in = input_f32(run, "in");

    elementary(run, in, n);
    trigonometric(run, in, n);
    rounding(run, in, n);
    integers(run, n);
    vectors(run, n);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mriq.c - host reference of mriq-phimag and mriq-q. */
#include "reference.h"

#include <math.h>

void reference_mriq_phimag(struct run *run)
{
    int n = number(run, "n");
    const float *real = input_f32(run, "real");
    const float *imaginary = input_f32(run, "imaginary");
    float *magnitude = new_f32(run, n);

    for (int i = 0; i < n; i++)
        magnitude[i] = real[i] * real[i] + imaginary[i] * imaginary[i];
    write_f32(run, "magnitude", magnitude, n);
}

/* Sine and cosine of some turns, to 1e-9: power series of half the angle. Half a billion of them
 * are needed, so the loop around it must become vector code. */
static inline void turn(double turns, double *sine, double *cosine)
{
    const double round = 0x1.8p52;
    const double half = M_PI * (turns - ((turns + round) - round)), square = half * half;
    double s = 1, c = 1;

    for (int n = 14; n > 0; n -= 2) {
        s = 1 - square * (1.0 / (n * (n + 1))) * s;
        c = 1 - square * (1.0 / (n * (n - 1))) * c;
    }
    s *= half;
    *sine = 2 * s * c;
    *cosine = 1 - 2 * s * s;
}

enum { VOXELS = 128 }; /* at a time */

static void add_sample(const float *s, const float *x, const float *y, const float *z,
                       double *real, double *imaginary)
{
    for (int i = 0; i < VOXELS; i++) {
        double sine, cosine;

        turn((double)s[0] * x[i] + (double)s[1] * y[i] + (double)s[2] * z[i], &sine, &cosine);
        real[i] += s[3] * cosine;
        imaginary[i] += s[3] * sine;
    }
}

void reference_mriq_q(struct run *run)
{
    int voxels = number(run, "voxels");
    int samples = number(run, "samples");
    const float *from[] = {input_f32(run, "x"), input_f32(run, "y"), input_f32(run, "z")};
    const float *k = input_f32(run, "samples");
    float *real = new_f32(run, voxels);
    float *imaginary = new_f32(run, voxels);

    for (int first = 0; first < voxels; first += VOXELS) {
        int count = voxels - first < VOXELS ? voxels - first : VOXELS;
        float at[3][VOXELS] = {{0}};
        double sum[2][VOXELS] = {{0}};

        for (int axis = 0; axis < 3; axis++)
            for (int i = 0; i < count; i++)
                at[axis][i] = from[axis][first + i];
        for (const float *s = k; s < k + 4 * samples; s += 4)
            add_sample(s, at[0], at[1], at[2], sum[0], sum[1]);
        for (int i = 0; i < count; i++) {
            real[first + i] = (float)sum[0][i];
            imaginary[first + i] = (float)sum[1][i];
        }
    }
    write_f32(run, "real", real, voxels);
    write_f32(run, "imaginary", imaginary, voxels);
}

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

void reference_mriq_q(struct run *run)
{
    int voxels = number(run, "voxels");
    int samples = number(run, "samples");
    const float *x = input_f32(run, "x");
    const float *y = input_f32(run, "y");
    const float *z = input_f32(run, "z");
    const float *k = input_f32(run, "samples");
    float *real = new_f32(run, voxels);
    float *imaginary = new_f32(run, voxels);

    for (int i = 0; i < voxels; i++) {
        double sum[2] = {0};

        for (const float *s = k; s < k + 4 * samples; s += 4) {
            double phase = 2 * M_PI * ((double)s[0] * x[i] + (double)s[1] * y[i] +
                                       (double)s[2] * z[i]);

            sum[0] += s[3] * cos(phase);
            sum[1] += s[3] * sin(phase);
        }
        real[i] = (float)sum[0];
        imaginary[i] = (float)sum[1];
    }
    write_f32(run, "real", real, voxels);
    write_f32(run, "imaginary", imaginary, voxels);
}

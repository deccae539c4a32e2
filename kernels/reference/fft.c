/* SPDX-License-Identifier: Apache-2.0 */
/* fft.c - host reference of fft: the definition of the transform. */
#include "reference.h"

#include <math.h>

#define POINTS 256

void reference_fft(struct run *run)
{
    int batch = number(run, "batch");
    const float *in = input_f32(run, "data_0");
    float *out = new_f32(run, (size_t)batch * 2 * POINTS);
    double root[POINTS][2];

    for (int i = 0; i < POINTS; i++) {
        root[i][0] = cos(-2 * M_PI * i / POINTS);
        root[i][1] = sin(-2 * M_PI * i / POINTS);
    }
    for (int line = 0; line < batch; line++)
        for (int k = 0; k < POINTS; k++) {
            const float *x = in + (size_t)line * 2 * POINTS;
            double sum[2] = {0};

            for (int i = 0; i < POINTS; i++) {
                const double *w = root[i * k % POINTS];

                sum[0] += x[2 * i] * w[0] - x[2 * i + 1] * w[1];
                sum[1] += x[2 * i] * w[1] + x[2 * i + 1] * w[0];
            }
            out[(size_t)line * 2 * POINTS + 2 * k] = (float)sum[0];
            out[(size_t)line * 2 * POINTS + 2 * k + 1] = (float)sum[1];
        }
    write_f32(run, "data_0", out, (size_t)batch * 2 * POINTS);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* montecarlo.c - host reference of montecarlo, in double precision. The constants as in its
 * job.py. */
#include "reference.h"

#include <math.h>

void reference_montecarlo(struct run *run)
{
    int options = number(run, "options");
    int samples = number(run, "samples");
    const float *price = input_f32(run, "price");
    const float *strike = input_f32(run, "strike");
    const float *sample = input_f32(run, "sample");
    float *mean = new_f32(run, options);
    float *square = new_f32(run, options);

    for (int option = 0; option < options; option++) {
        double sum = 0;
        double squared = 0;

        for (int i = 0; i < samples; i++) {
            double gain = fmax(price[option] * exp(0.0625 + 0.25 * sample[i]) - strike[option], 0);

            sum += gain;
            squared += gain * gain;
        }
        mean[option] = (float)(sum / samples);
        square[option] = (float)(squared / samples);
    }
    write_f32(run, "mean", mean, options);
    write_f32(run, "square", square, options);
}

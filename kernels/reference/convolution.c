/* SPDX-License-Identifier: Apache-2.0 */
/* convolution.c - host reference of convolution: the same pass twice, along one direction each. */
#include "reference.h"

enum { RADIUS = 8 };

/* Pixels of a line are `step` apart. */
static void filter_line(const float *in, float *out, const float *filter, int length, int step)
{
    for (int i = 0; i < length; i++) {
        float sum = 0.0f;

        for (int j = -RADIUS; j <= RADIUS; j++) {
            int at = i + j;
            float pixel = at >= 0 && at < length ? in[at * step] : 0.0f;

            sum += filter[j + RADIUS] * pixel;
        }
        out[i * step] = sum;
    }
}

void reference_convolution(struct run *run)
{
    int width = number(run, "width");
    int height = number(run, "height");
    const float *filter = input_f32(run, "filter");
    const float *in = input_f32(run, "in");
    float *middle = new_f32(run, (size_t)width * height);
    float *out = new_f32(run, (size_t)width * height);

    for (int row = 0; row < height; row++)
        filter_line(in + row * width, middle + row * width, filter, width, 1);
    for (int column = 0; column < width; column++)
        filter_line(middle + column, out + column, filter, height, width);
    write_f32(run, "out", out, (size_t)width * height);
}

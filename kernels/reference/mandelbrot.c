/* SPDX-License-Identifier: Apache-2.0 */
/* mandelbrot.c - host reference of mandelbrot. The corner as in its job.py. */
#include "reference.h"

static int iterate(float cx, float cy, int limit)
{
    float x = 0.0f;
    float y = 0.0f;

    for (int count = 0; count < limit; count++) {
        if (x * x + y * y > 4.0f)
            return count;
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
    }
    return limit;
}

void reference_mandelbrot(struct run *run)
{
    int width = number(run, "width");
    int height = number(run, "height");
    int limit = number(run, "limit");
    float step = number_f32(run, "step");
    int32_t *iterations = new_i32(run, (size_t)width * height);

    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)
            iterations[row * width + column] =
                iterate(-2.25f + step * (float)column, 1.125f - step * (float)row, limit);
    write_i32(run, "iterations", iterations, (size_t)width * height);
}

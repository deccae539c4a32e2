/* SPDX-License-Identifier: Apache-2.0 */
/* transpose.c - host reference of transpose. */
#include "reference.h"

void reference_transpose(struct run *run)
{
    int width = number(run, "width");
    int height = number(run, "height");
    const float *in = input_f32(run, "in");
    float *out = new_f32(run, (size_t)width * height);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[x * height + y] = in[y * width + x];
    write_f32(run, "out", out, (size_t)width * height);
}

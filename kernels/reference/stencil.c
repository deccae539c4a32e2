/* SPDX-License-Identifier: Apache-2.0 */
/* stencil.c - host reference of stencil and stencil-sp. */
#include "reference.h"

void reference_stencil(struct run *run)
{
    int width = number(run, "width");
    int height = number(run, "height");
    int depth = number(run, "depth");
    int plane = width * height;
    const float *from = input_f32(run, "from");
    float *to = new_f32(run, (size_t)plane * depth);

    for (int z = 1; z < depth - 1; z++)
        for (int y = 1; y < height - 1; y++)
            for (int x = 1; x < width - 1; x++) {
                int i = z * plane + y * width + x;
                float sum = from[i - 1] + from[i + 1] + from[i - width] + from[i + width] +
                            from[i - plane] + from[i + plane];

                to[i] = sum * 0.02777778f - from[i] * 0.16666667f;
            }
    write_f32(run, "to", to, (size_t)plane * depth);
}

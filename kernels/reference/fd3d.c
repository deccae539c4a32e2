/* SPDX-License-Identifier: Apache-2.0 */
/* fd3d.c - host reference of fd3d: every cell from the volume itself. */
#include "reference.h"

enum { RADIUS = 4 };

void reference_fd3d(struct run *run)
{
    int width = number(run, "columns") + 2 * RADIUS;
    int height = number(run, "rows") + 2 * RADIUS;
    int layers = number(run, "layers");
    int layer = width * height;
    const float *factor = input_f32(run, "factor");
    const float *in = input_f32(run, "in");
    float *out = new_f32(run, (size_t)layer * layers);

    for (int z = RADIUS; z < layers - RADIUS; z++)
        for (int y = RADIUS; y < height - RADIUS; y++)
            for (int x = RADIUS; x < width - RADIUS; x++) {
                const float *at = in + z * layer + y * width + x;
                float sum = factor[0] * at[0];

                for (int i = 1; i <= RADIUS; i++)
                    sum += factor[i] * (at[-i * layer] + at[i * layer] + at[-i] + at[i] +
                                        at[-i * width] + at[i * width]);
                out[z * layer + y * width + x] = sum;
            }
    write_f32(run, "out", out, (size_t)layer * layers);
}

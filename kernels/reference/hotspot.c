/* SPDX-License-Identifier: Apache-2.0 */
/* hotspot.c - host reference of hotspot. Constants as in its job.py. */
#include "reference.h"

#include <stdio.h>

void reference_hotspot(struct run *run)
{
    int width = number(run, "width");
    int height = number(run, "height");
    int steps = number(run, "steps");
    const float *power = input_f32(run, "power");
    float *from = input_f32(run, "temperature_0");
    float *to = new_f32(run, (size_t)width * height);
    char name[32];

    for (int step = 0; step < steps; step++) {
        for (int y = 0; y < height; y++) {
            const float *row = from + y * width;
            const float *north = y > 0 ? row - width : row;
            const float *south = y < height - 1 ? row + width : row;

            for (int x = 0; x < width; x++) {
                float west = row[x > 0 ? x - 1 : x];
                float east = row[x < width - 1 ? x + 1 : x];
                float flow = power[y * width + x] + (east + west - 2.0f * row[x]) * 0.3f +
                             (north[x] + south[x] - 2.0f * row[x]) * 0.4f +
                             (80.0f - row[x]) * 0.01f;

                to[y * width + x] = row[x] + 0.25f * flow;
            }
        }
        float *swap = from;
        from = to;
        to = swap;
    }
    snprintf(name, sizeof name, "temperature_%d", steps % 2);
    write_f32(run, name, from, (size_t)width * height);
}

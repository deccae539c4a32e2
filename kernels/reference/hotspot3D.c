/* SPDX-License-Identifier: Apache-2.0 */
/* hotspot3D.c - host reference of hotspot3D. Constants as in its job.py. */
#include "reference.h"

#include <stdio.h>

struct stack {
    int width, height, layers;
    float *temperature;
};

/* The cell at (x, y, z), or the nearest one inside. */
static float cell(const struct stack *s, int x, int y, int z)
{
    x = x < 0 ? 0 : x >= s->width ? s->width - 1 : x;
    y = y < 0 ? 0 : y >= s->height ? s->height - 1 : y;
    z = z < 0 ? 0 : z >= s->layers ? s->layers - 1 : z;
    return s->temperature[(z * s->height + y) * s->width + x];
}

static float next_temperature(const struct stack *s, int x, int y, int z, float power)
{
    float here = cell(s, x, y, z);
    float around = cell(s, x - 1, y, z) + cell(s, x + 1, y, z) + cell(s, x, y - 1, z) +
                   cell(s, x, y + 1, z) - 4.0f * here;
    float flow = power + 0.5f * around +
                 0.25f * (cell(s, x, y, z + 1) + cell(s, x, y, z - 1) - 2.0f * here);

    return here + 0.1f * (flow + 80.0f - here);
}

void reference_hotspot3D(struct run *run)
{
    struct stack s = {number(run, "width"), number(run, "height"), number(run, "layers"),
                      input_f32(run, "temperature_0")};
    size_t cells = (size_t)s.width * s.height * s.layers;
    int steps = number(run, "steps");
    const float *power = input_f32(run, "power");
    float *next = new_f32(run, cells);
    char name[32];

    for (int step = 0; step < steps; step++) {
        size_t i = 0;

        for (int z = 0; z < s.layers; z++)
            for (int y = 0; y < s.height; y++)
                for (int x = 0; x < s.width; x++, i++)
                    next[i] = next_temperature(&s, x, y, z, power[i]);
        float *swap = s.temperature;
        s.temperature = next;
        next = swap;
    }
    snprintf(name, sizeof name, "temperature_%d", steps % 2);
    write_f32(run, name, s.temperature, cells);
}

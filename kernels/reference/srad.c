/* SPDX-License-Identifier: Apache-2.0 */
/* srad.c - host reference of srad. Constants as in its job.py. */
#include "reference.h"

#include <stdio.h>

struct image {
    int width, height;
    float *pixel;
};

struct neighbours {
    float here, north, south, west, east; /* the pixel, and the differences to it */
};

static struct neighbours look_around(const struct image *image, int x, int y)
{
    const float *here = image->pixel + y * image->width + x;
    struct neighbours n = {.here = *here};

    n.north = (y > 0 ? here[-image->width] : *here) - *here;
    n.south = (y < image->height - 1 ? here[image->width] : *here) - *here;
    n.west = (x > 0 ? here[-1] : *here) - *here;
    n.east = (x < image->width - 1 ? here[1] : *here) - *here;
    return n;
}

static float coefficient(struct neighbours n, float q0_squared)
{
    float gradient = (n.north * n.north + n.south * n.south + n.west * n.west + n.east * n.east) /
                     (n.here * n.here);
    float laplacian = (n.north + n.south + n.west + n.east) / n.here;
    float spread = 1.0f + 0.25f * laplacian;
    float q_squared = (0.5f * gradient - 0.0625f * laplacian * laplacian) / (spread * spread);
    float c = 1.0f / (1.0f + (q_squared - q0_squared) / (q0_squared * (1.0f + q0_squared)));

    if (c > 1.0f)
        return 1.0f;
    return c < 0.0f ? 0.0f : c;
}

static void step(const struct image *from, float *flow, float *to, float q0_squared)
{
    int width = from->width;
    int height = from->height;

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            flow[y * width + x] = coefficient(look_around(from, x, y), q0_squared);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            struct neighbours n = look_around(from, x, y);
            const float *here = flow + y * width + x;
            float south = y < height - 1 ? here[width] : *here;
            float east = x < width - 1 ? here[1] : *here;
            float sum = *here * n.north + south * n.south + *here * n.west + east * n.east;

            to[y * width + x] = n.here + 0.25f * 0.5f * sum;
        }
}

void reference_srad(struct run *run)
{
    struct image image = {number(run, "width"), number(run, "height"), input_f32(run, "image_0")};
    size_t pixels = (size_t)image.width * image.height;
    int steps = number(run, "steps");
    float *flow = new_f32(run, pixels);
    float *next = new_f32(run, pixels);
    double q0_squared = 0.05;
    char name[32];

    for (int i = 0; i < steps; i++) {
        float *swap = image.pixel;

        step(&image, flow, next, (float)q0_squared);
        image.pixel = next;
        next = swap;
        q0_squared *= 0.9;
    }
    snprintf(name, sizeof name, "image_%d", steps % 2);
    write_f32(run, name, image.pixel, pixels);
}

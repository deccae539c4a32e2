/* SPDX-License-Identifier: Apache-2.0 */
/* nbody.c - host reference of nbody. Constants as in its job.py. */
#include "reference.h"

#include <math.h>
#include <stdio.h>

struct body {
    float x, y, z, mass;
};

static struct body acceleration(const struct body *bodies, int n, struct body self)
{
    struct body sum = {0};

    for (int j = 0; j < n; j++) {
        float dx = bodies[j].x - self.x;
        float dy = bodies[j].y - self.y;
        float dz = bodies[j].z - self.z;
        float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        float pull = bodies[j].mass * inverse * inverse * inverse;

        sum.x += pull * dx;
        sum.y += pull * dy;
        sum.z += pull * dz;
    }
    return sum;
}

static void step(const struct body *from, struct body *to, struct body *velocity, int n)
{
    for (int i = 0; i < n; i++) {
        struct body a = acceleration(from, n, from[i]);

        velocity[i].x += 0.001f * a.x;
        velocity[i].y += 0.001f * a.y;
        velocity[i].z += 0.001f * a.z;
        to[i] = from[i];
        to[i].x += 0.001f * velocity[i].x;
        to[i].y += 0.001f * velocity[i].y;
        to[i].z += 0.001f * velocity[i].z;
    }
}

void reference_nbody(struct run *run)
{
    int n = number(run, "n");
    int steps = number(run, "steps");
    struct body *from = (struct body *)input_f32(run, "bodies_0");
    struct body *to = (struct body *)new_f32(run, (size_t)n * 4);
    struct body *velocity = (struct body *)new_f32(run, (size_t)n * 4);
    char name[32];

    for (int i = 0; i < steps; i++) {
        struct body *swap = from;

        step(from, to, velocity, n);
        from = to;
        to = swap;
    }
    snprintf(name, sizeof name, "bodies_%d", steps % 2);
    write_f32(run, name, &from->x, (size_t)n * 4);
    write_f32(run, "velocity", &velocity->x, (size_t)n * 4);
}

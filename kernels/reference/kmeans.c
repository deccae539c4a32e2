/* SPDX-License-Identifier: Apache-2.0 */
/* kmeans.c - host reference of kmeans. */
#include "reference.h"

struct clustering {
    int points, clusters, features;
    const float *point;  /* points x features */
    float *centre;       /* clusters x features */
    int32_t *membership; /* of each point */
};

static float squared_distance(const float *a, const float *b, int features)
{
    float sum = 0.0f;

    for (int f = 0; f < features; f++)
        sum += (a[f] - b[f]) * (a[f] - b[f]);
    return sum;
}

static void assign(struct clustering *c)
{
    for (int p = 0; p < c->points; p++) {
        const float *point = c->point + p * c->features;
        float least = squared_distance(point, c->centre, c->features);

        c->membership[p] = 0;
        for (int k = 1; k < c->clusters; k++) {
            float distance = squared_distance(point, c->centre + k * c->features, c->features);

            if (distance < least) {
                least = distance;
                c->membership[p] = k;
            }
        }
    }
}

static void move(struct run *run, struct clustering *c)
{
    float *sum = new_f32(run, c->clusters * c->features);
    int32_t *members = new_i32(run, c->clusters);

    for (int p = 0; p < c->points; p++) {
        members[c->membership[p]]++;
        for (int f = 0; f < c->features; f++)
            sum[c->membership[p] * c->features + f] += c->point[p * c->features + f];
    }
    for (int k = 0; k < c->clusters; k++)
        for (int f = 0; f < c->features && members[k] > 0; f++)
            c->centre[k * c->features + f] = sum[k * c->features + f] / (float)members[k];
}

void reference_kmeans(struct run *run)
{
    struct clustering c = {
        .points = number(run, "points"),
        .clusters = number(run, "clusters"),
        .features = number(run, "features"),
        .point = input_f32(run, "points"),
        .centre = input_f32(run, "centres"),
    };
    c.membership = new_i32(run, c.points);

    for (int i = number(run, "iterations"); i > 0; i--) {
        assign(&c);
        move(run, &c);
    }
    write_i32(run, "membership", c.membership, c.points);
    write_f32(run, "centres", c.centre, c.clusters * c.features);
}

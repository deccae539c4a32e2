/* SPDX-License-Identifier: Apache-2.0 */
/* kmeans.c - host reference of kmeans. */
#include "reference.h"

struct clustering {
    int points, clusters, features;
    const float *point;  /* features x points */
    float *centre;       /* clusters x features */
    int32_t *membership; /* of each point */
};

static float squared_distance(const struct clustering *c, int p, int k)
{
    float sum = 0.0f;

    for (int f = 0; f < c->features; f++) {
        float difference = c->point[f * c->points + p] - c->centre[k * c->features + f];

        sum += difference * difference;
    }
    return sum;
}

static void assign(struct clustering *c)
{
    for (int p = 0; p < c->points; p++) {
        float least = squared_distance(c, p, 0);

        c->membership[p] = 0;
        for (int k = 1; k < c->clusters; k++) {
            float distance = squared_distance(c, p, k);

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
            sum[c->membership[p] * c->features + f] += c->point[f * c->points + p];
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
        if (number(run, "moves"))
            move(run, &c);
    }
    write_i32(run, "membership", c.membership, c.points);
    write_f32(run, "centres", c.centre, c.clusters * c.features);
}

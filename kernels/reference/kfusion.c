/* SPDX-License-Identifier: Apache-2.0 */
/* kfusion.c - host references of the kernels of KinectFusion (kfusion-*). */
#include "reference.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

struct map {
    int width, height;
    const float *pixel;
};

static float at(const struct map *map, int x, int y)
{
    return map->pixel[y * map->width + x];
}

void reference_kfusion_mm2meters(struct run *run)
{
    int width = number(run, "width");
    int height = number(run, "height");
    const uint32_t *in = input_u32(run, "millimetres");
    float *out = new_f32(run, (size_t)width * height);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[y * width + x] = (float)in[2 * y * 2 * width + 2 * x] * 0.001f;
    write_f32(run, "metres", out, (size_t)width * height);
}

/* The mean of two by two pixels, without those of another depth than the first. */
static float robust_mean(const struct map *map, int x, int y)
{
    float first = at(map, x, y);
    float sum = 0.0f;
    int count = 0;

    for (int v = y; v < y + 2; v++)
        for (int u = x; u < x + 2; u++)
            if (fabsf(at(map, u, v) - first) < 0.3f) {
                sum += at(map, u, v);
                count++;
            }
    return sum / (float)count;
}

void reference_kfusion_half_sample(struct run *run)
{
    int width = number(run, "width");
    int height = number(run, "height");
    struct map depth = {2 * width, 2 * height, input_f32(run, "depth")};
    float *out = new_f32(run, (size_t)width * height);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[y * width + x] = robust_mean(&depth, 2 * x, 2 * y);
    write_f32(run, "half", out, (size_t)width * height);
}

void reference_kfusion_depth2vertex(struct run *run)
{
    int width = number(run, "width");
    int height = number(run, "height");
    int count = width * height;
    const float *depth = input_f32(run, "depth");
    const float *camera = input_f32(run, "camera");
    float *vertex = new_f32(run, (size_t)3 * count);

    for (int i = 0; i < 3 * count; i++) {
        const float *row = camera + i / count * 3;
        int pixel = i % count;

        vertex[i] = depth[pixel] * (row[0] * (float)(pixel % width) +
                                    row[1] * (float)(pixel / width) + row[2]);
    }
    write_f32(run, "vertex", vertex, (size_t)3 * count);
}

struct vector {
    double x, y, z;
};

/* The vertex at (x, y), or the nearest one inside the map. */
static struct vector vertex_at(const struct map *map, int x, int y)
{
    int plane = map->width * map->height;
    int u = x < 0 ? 0 : x < map->width ? x : map->width - 1;
    int v = y < 0 ? 0 : y < map->height ? y : map->height - 1;
    const float *place = map->pixel + v * map->width + u;

    return (struct vector){place[0], place[plane], place[2 * plane]};
}

static struct vector minus(struct vector a, struct vector b)
{
    return (struct vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static struct vector cross(struct vector a, struct vector b)
{
    return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static struct vector normal_at(const struct map *map, int x, int y)
{
    struct vector left = vertex_at(map, x - 1, y), right = vertex_at(map, x + 1, y);
    struct vector up = vertex_at(map, x, y - 1), down = vertex_at(map, x, y + 1);

    if (left.z <= 0 || right.z <= 0 || up.z <= 0 || down.z <= 0)
        return (struct vector){2, 0, 0};
    struct vector n = cross(minus(down, up), minus(right, left));
    double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);

    return (struct vector){n.x / length, n.y / length, n.z / length};
}

void reference_kfusion_vertex2normal(struct run *run)
{
    struct map map = {number(run, "width"), number(run, "height"), input_f32(run, "vertex")};
    int plane = map.width * map.height;
    float *out = new_f32(run, (size_t)3 * plane);

    for (int i = 0; i < plane; i++) {
        struct vector n = normal_at(&map, i % map.width, i / map.width);

        out[i] = (float)n.x;
        out[plane + i] = (float)n.y;
        out[2 * plane + i] = (float)n.z;
    }
    write_f32(run, "normal", out, (size_t)3 * plane);
}

static bool measured(const struct map *map, int x, int y)
{
    return x >= 0 && x < map->width && y >= 0 && y < map->height && at(map, x, y) > 0.0f;
}

static float filtered(const struct map *map, const float *spatial, int x, int y)
{
    double sum = 0, weights = 0;

    for (int i = 0; i < 25; i++) {
        int u = x + i % 5 - 2, v = y + i / 5 - 2;

        if (!measured(map, u, v))
            continue;
        double difference = (double)at(map, u, v) - at(map, x, y);
        double weight = spatial[i] * exp(-50 * difference * difference);

        weights += weight;
        sum += weight * at(map, u, v);
    }
    return (float)(sum / weights);
}

void reference_kfusion_bilateral(struct run *run)
{
    struct map depth = {number(run, "width"), number(run, "height"), input_f32(run, "depth")};
    const float *spatial = input_f32(run, "spatial");
    int count = depth.width * depth.height;
    float *out = new_f32(run, count);

    for (int i = 0; i < count; i++) {
        int x = i % depth.width, y = i / depth.width;

        out[i] = measured(&depth, x, y) ? filtered(&depth, spatial, x, y) : 0.0f;
    }
    write_f32(run, "out", out, count);
}

/* Tracking: in single precision, in the order of the kernel, because rounding decides the pixel. */

struct point {
    float x, y, z;
};

struct track_maps {
    int width, height;
    const float *vertex, *normal, *model_vertex, *model_normal, *pose, *camera;
};

static struct point point_of(const struct track_maps *maps, const float *map, int i)
{
    int plane = maps->width * maps->height;

    return (struct point){map[i], map[plane + i], map[2 * plane + i]};
}

static float dot(struct point a, struct point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct point rotate(const float *matrix, struct point p)
{
    return (struct point){dot(p, (struct point){matrix[0], matrix[1], matrix[2]}),
                          dot(p, (struct point){matrix[4], matrix[5], matrix[6]}),
                          dot(p, (struct point){matrix[8], matrix[9], matrix[10]})};
}

static struct point move(const float *matrix, struct point p)
{
    struct point turned = rotate(matrix, p);

    return (struct point){turned.x + matrix[3], turned.y + matrix[7], turned.z + matrix[11]};
}

/* The pixel of the model that a point falls on, or -1. */
static int find_pixel(const struct track_maps *maps, struct point p)
{
    struct point seen = move(maps->camera, p);
    float inverse = 1.0f / seen.z;
    float x = seen.x * inverse + 0.5f, y = seen.y * inverse + 0.5f;

    if (x < 0.0f || y < 0.0f || (int)x >= maps->width || (int)y >= maps->height)
        return -1;
    return (int)y * maps->width + (int)x;
}

static float track(const struct track_maps *maps, int i, float row[7])
{
    struct point normal = point_of(maps, maps->normal, i);

    if (normal.x > 1.0f)
        return -1.0f;
    struct point p = move(maps->pose, point_of(maps, maps->vertex, i));
    int pixel = find_pixel(maps, p);

    if (pixel < 0)
        return -2.0f;
    struct point n = point_of(maps, maps->model_normal, pixel);

    if (n.x > 1.0f)
        return -3.0f;
    struct point v = point_of(maps, maps->model_vertex, pixel);
    struct point difference = {v.x - p.x, v.y - p.y, v.z - p.z};

    if (dot(difference, difference) > 0.36f)
        return -4.0f;
    if (dot(rotate(maps->pose, normal), n) < 0.3f)
        return -5.0f;
    const float found[] = {dot(n, difference), n.x, n.y, n.z, p.y * n.z - p.z * n.y,
                           p.z * n.x - p.x * n.z, p.x * n.y - p.y * n.x};

    memcpy(row, found, sizeof found);
    return 1.0f;
}

static const float pose[12] = {0.999f, -0.02f, 0.03f, 0.01f,  0.02f, 0.998f,
                               -0.04f, -0.02f, -0.03f, 0.04f, 0.997f, 0.015f};

void reference_kfusion_track(struct run *run)
{
    int width = number(run, "width"), height = number(run, "height"), plane = width * height;
    float *out = new_f32(run, (size_t)8 * plane);
    const float camera[12] = {0.5f * (float)width,  0.0f, 0.0f, 0.0f, 0.0f, 0.5f * (float)height,
                              0.0f,                 0.0f, 0.0f, 0.0f, 1.0f, 0.0f};
    struct track_maps maps = {
        .width = width, .height = height, .vertex = input_f32(run, "vertex"),
        .normal = input_f32(run, "normal"), .model_vertex = input_f32(run, "model_vertex"),
        .model_normal = input_f32(run, "model_normal"), .pose = pose, .camera = camera};

    for (int i = 0; i < plane; i++) {
        float row[7] = {0};

        out[i] = track(&maps, i, row);
        for (int k = 0; k < 7; k++)
            out[(k + 1) * plane + i] = row[k];
    }
    write_f32(run, "pose", pose, 12);
    write_f32(run, "camera", camera, 12);
    write_f32(run, "out", out, (size_t)8 * plane);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* convolution - a separable filter of 17 x 17 over a picture: its rows, then its columns, through
 * local memory. A work-item computes RESULTS pixels; outside of the picture is zero.
 */

#define RADIUS  8
#define RESULTS 4

/* A group has a strip of RESULTS * size pixels of each of its rows, and RADIUS more on both
 * sides. */
__kernel void rows(__global const float *in, __global float *out, __global const float *filter,
                   int width, __local float *strip)
{
    int size = get_local_size(0);
    int first = get_group_id(0) * size * RESULTS - RADIUS;
    int row = get_global_id(1);
    int length = size * RESULTS + 2 * RADIUS;
    __local float *mine = strip + get_local_id(1) * length;

    for (int i = get_local_id(0); i < length; i += size) {
        int column = first + i;

        mine[i] = column >= 0 && column < width ? in[row * width + column] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < RESULTS; k++) {
        int at = k * size + get_local_id(0);
        float sum = 0.0f;

        for (int j = 0; j <= 2 * RADIUS; j++)
            sum += filter[j] * mine[at + j];
        if (first + RADIUS + at < width)
            out[row * width + first + RADIUS + at] = sum;
    }
}

/* The same down the columns: neighbours in a group have neighbouring columns. */
__kernel void columns(__global const float *in, __global float *out, __global const float *filter,
                      int width, int height, __local float *strip)
{
    int across = get_local_size(0);
    int size = get_local_size(1);
    int first = get_group_id(1) * size * RESULTS - RADIUS;
    int column = get_global_id(0);
    int length = size * RESULTS + 2 * RADIUS;
    __local float *mine = strip + get_local_id(0);

    for (int i = get_local_id(1); i < length; i += size) {
        int row = first + i;

        mine[i * across] = row >= 0 && row < height ? in[row * width + column] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < RESULTS; k++) {
        int at = k * size + get_local_id(1);
        float sum = 0.0f;

        for (int j = 0; j <= 2 * RADIUS; j++)
            sum += filter[j] * mine[(at + j) * across];
        if (first + RADIUS + at < height)
            out[(first + RADIUS + at) * width + column] = sum;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* fd3d - finite differences in three dimensions: a star of radius 4 over a volume.
 *
 * A group has a column of the volume and goes down its layers. The layer itself, with its margins,
 * is in local memory; the layers above and below are in registers. Only cells with all their
 * neighbours are computed.
 */

#define RADIUS 4

__kernel void fd3d(__global const float *in, __global float *out, __global const float *factor,
                   int width, int height, int layers, __local float *tile)
{
    int x = get_global_id(0) + RADIUS;
    int y = get_global_id(1) + RADIUS;
    int across = get_local_size(0) + 2 * RADIUS;
    int local_x = get_local_id(0) + RADIUS;
    int local_y = get_local_id(1) + RADIUS;
    int me = local_y * across + local_x;
    int layer = width * height;
    int at = y * width + x;
    float line[2 * RADIUS + 1];

    for (int i = 0; i < 2 * RADIUS; i++)
        line[i + 1] = in[at + i * layer];
    for (int z = RADIUS; z < layers - RADIUS; z++) {
        for (int i = 0; i < 2 * RADIUS; i++)
            line[i] = line[i + 1];
        line[2 * RADIUS] = in[at + (z + RADIUS) * layer];
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[me] = line[RADIUS];
        if (get_local_id(0) < RADIUS) {
            tile[me - RADIUS] = in[at + z * layer - RADIUS];
            tile[me + get_local_size(0)] = in[at + z * layer + get_local_size(0)];
        }
        if (get_local_id(1) < RADIUS) {
            tile[me - RADIUS * across] = in[at + z * layer - RADIUS * width];
            tile[me + get_local_size(1) * across] = in[at + z * layer + get_local_size(1) * width];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        float sum = factor[0] * line[RADIUS];
        for (int i = 1; i <= RADIUS; i++)
            sum += factor[i] * (line[RADIUS - i] + line[RADIUS + i] + tile[me - i] + tile[me + i] +
                                tile[me - i * across] + tile[me + i * across]);
        out[at + z * layer] = sum;
    }
}

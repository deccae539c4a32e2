/* SPDX-License-Identifier: Apache-2.0 */
/* hotspot - temperature of a chip on a grid: heat from the units, exchange with the four neighbours
 * and with the surroundings. One launch a time step, from one buffer into the other. At the edges
 * the cell itself stands for the missing neighbour.
 */

__kernel void hotspot(__global const float *power, __global const float *from, __global float *to,
                      int width, int height, float per_capacity, float per_rx, float per_ry,
                      float per_rz, float ambient)
{
    int x = get_global_id(0);
    int y = get_global_id(1);

    if (x >= width || y >= height)
        return;

    int i = y * width + x;
    float here = from[i];
    float west = x > 0 ? from[i - 1] : here;
    float east = x < width - 1 ? from[i + 1] : here;
    float north = y > 0 ? from[i - width] : here;
    float south = y < height - 1 ? from[i + width] : here;
    float flow = power[i] + (east + west - 2.0f * here) * per_rx +
                 (north + south - 2.0f * here) * per_ry + (ambient - here) * per_rz;

    to[i] = here + per_capacity * flow;
}

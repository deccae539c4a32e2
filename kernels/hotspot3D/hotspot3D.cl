/* SPDX-License-Identifier: Apache-2.0 */
/* hotspot3D - temperature of a stack of chips: the seven-point stencil of hotspot in three
 * dimensions. A work-item goes up one column of the stack and keeps the cells above and below it in
 * registers. One launch a time step.
 */

__kernel void hotspot3D(__global const float *power, __global const float *from, __global float *to,
                        int width, int height, int layers, float step, float side, float across,
                        float ambient)
{
    int x = get_global_id(0);
    int y = get_global_id(1);

    if (x >= width || y >= height)
        return;

    int layer = width * height;
    int i = y * width + x;
    int west = x > 0 ? -1 : 0;
    int east = x < width - 1 ? 1 : 0;
    int north = y > 0 ? -width : 0;
    int south = y < height - 1 ? width : 0;
    float below = from[i];
    float here = below;

    for (int z = 0; z < layers; z++) {
        float above = z < layers - 1 ? from[i + layer] : here;
        float around = from[i + west] + from[i + east] + from[i + north] + from[i + south] -
                       4.0f * here;
        float flow = power[i] + side * around + across * (above + below - 2.0f * here);

        to[i] = here + step * (flow + ambient - here);
        below = here;
        here = above;
        i += layer;
    }
}

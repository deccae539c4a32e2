/* SPDX-License-Identifier: Apache-2.0 */
/* srad - speckle reducing anisotropic diffusion (Yu and Acton, 2002) on an image, two launches a
 * step.
 *
 * `coefficient` computes from each pixel's gradient how much may flow there; `diffuse` lets it
 * flow. The speckle scale q0 falls from step to step; the host passes its square. At the edges the
 * pixel itself stands for the missing neighbour.
 */

__kernel void coefficient(__global const float *image, __global float *flow, int width, int height,
                          float q0_squared)
{
    int x = get_global_id(0);
    int y = get_global_id(1);

    if (x >= width || y >= height)
        return;

    int i = y * width + x;
    float here = image[i];
    float north = image[y > 0 ? i - width : i] - here;
    float south = image[y < height - 1 ? i + width : i] - here;
    float west = image[x > 0 ? i - 1 : i] - here;
    float east = image[x < width - 1 ? i + 1 : i] - here;
    float gradient = (north * north + south * south + west * west + east * east) / (here * here);
    float laplacian = (north + south + west + east) / here;
    float spread = 1.0f + 0.25f * laplacian;
    float q_squared = (0.5f * gradient - 0.0625f * laplacian * laplacian) / (spread * spread);
    float c = 1.0f / (1.0f + (q_squared - q0_squared) / (q0_squared * (1.0f + q0_squared)));

    flow[i] = c < 0.0f ? 0.0f : c > 1.0f ? 1.0f : c;
}

__kernel void diffuse(__global const float *image, __global const float *flow, __global float *out,
                      int width, int height, float lambda)
{
    int x = get_global_id(0);
    int y = get_global_id(1);

    if (x >= width || y >= height)
        return;

    int i = y * width + x;
    int south = y < height - 1 ? i + width : i;
    int east = x < width - 1 ? i + 1 : i;
    float here = image[i];
    float divergence = flow[i] * (image[y > 0 ? i - width : i] - here) +
                       flow[south] * (image[south] - here) +
                       flow[i] * (image[x > 0 ? i - 1 : i] - here) +
                       flow[east] * (image[east] - here);

    out[i] = here + 0.25f * lambda * divergence;
}

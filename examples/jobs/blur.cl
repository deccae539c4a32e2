/* SPDX-License-Identifier: Apache-2.0 */
/* blur.cl - each pixel becomes the mean of the 3 x 3 pixels around it that lie in the image. */
__kernel void blur(__global const float *in, __global float *out, int width, int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);

    if (x >= width || y >= height)
        return;

    float sum = 0.0f;
    int count = 0;
    for (int v = max(y - 1, 0); v <= min(y + 1, height - 1); v++) {
        for (int u = max(x - 1, 0); u <= min(x + 1, width - 1); u++) {
            sum += in[v * width + u];
            count++;
        }
    }
    out[y * width + x] = sum / count;
}

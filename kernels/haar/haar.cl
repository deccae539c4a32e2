/* SPDX-License-Identifier: Apache-2.0 */
/* haar - Haar's wavelet transform of rows of samples, a group a row, in local memory. Each level
 * has half as many work-items as the one before it.
 */

#define HALF_ROOT 0.70710678f

__kernel void haar(__global const float *in, __global float *out, __local float *mean)
{
    int i = get_local_id(0);
    int length = 2 * get_local_size(0);
    int first = get_group_id(0) * length;

    mean[i] = in[first + i];
    mean[i + length / 2] = in[first + i + length / 2];
    for (int pairs = length / 2; pairs > 0; pairs /= 2) {
        float a = 0.0f;
        float b = 0.0f;

        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < pairs) {
            a = mean[2 * i];
            b = mean[2 * i + 1];
            out[first + pairs + i] = (a - b) * HALF_ROOT;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < pairs)
            mean[i] = (a + b) * HALF_ROOT;
    }
    if (i == 0)
        out[first] = mean[0];
}

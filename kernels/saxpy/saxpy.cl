/* SPDX-License-Identifier: Apache-2.0 */
/* saxpy - y = alpha x + y in place. */

__kernel void saxpy(__global const float *x, __global float *y, float alpha, int n)
{
    int i = get_global_id(0);

    if (i < n)
        y[i] = alpha * x[i] + y[i];
}

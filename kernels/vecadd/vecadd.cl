/* SPDX-License-Identifier: Apache-2.0 */
/* vecadd - c = a + b, one work-item an element: the smallest kernel that does something. */

__kernel void vecadd(__global const float *a, __global const float *b, __global float *c, int n)
{
    int i = get_global_id(0);

    if (i < n)
        c[i] = a[i] + b[i];
}

/* SPDX-License-Identifier: Apache-2.0 */
/* sgemm - C = A B, row-major (m x k) (k x n), one work-item an element of C, no tiling. */

__kernel void sgemm(__global const float *a, __global const float *b, __global float *c, int m,
                    int n, int k)
{
    int column = get_global_id(0);
    int row = get_global_id(1);

    if (row >= m || column >= n)
        return;

    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}

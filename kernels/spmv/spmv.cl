/* SPDX-License-Identifier: Apache-2.0 */
/* spmv - y = A x with a sparse A in compressed rows; one work-item a row. Rows have very different
 * lengths, so the loop's end differs from lane to lane.
 */

__kernel void spmv(__global const int *offsets, __global const int *columns,
                   __global const float *values, __global const float *x, __global float *y,
                   int rows)
{
    int row = get_global_id(0);

    if (row >= rows)
        return;

    float sum = 0.0f;
#pragma warpclock loop_bound(63) /* the elements of a row */
    for (int i = offsets[row]; i < offsets[row + 1]; i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}

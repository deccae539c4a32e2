/* SPDX-License-Identifier: Apache-2.0 */
/* lud - LU decomposition in place, without pivoting, by square tiles.
 *
 * Step t of n/tile: `diagonal` decomposes tile (t, t); `perimeter` solves the tiles to its right
 * (U) and below it (L); `internal` subtracts their products from all tiles behind. Every element
 * sees its subtractions in the order of the scalar algorithm, so the result is the same to the last
 * bit.
 */

/* One group of `tile` work-items. */
__kernel void diagonal(__global float *matrix, int n, int first, __local float *block)
{
    int tile = get_local_size(0);
    int x = get_local_id(0);
    __global float *corner = matrix + first * n + first;

    for (int y = 0; y < tile; y++)
        block[y * tile + x] = corner[y * n + x];
    for (int k = 0; k < tile - 1; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x > k) { /* row x */
            block[x * tile + k] /= block[k * tile + k];
            for (int j = k + 1; j < tile; j++)
                block[x * tile + j] -= block[x * tile + k] * block[k * tile + j];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = 0; y < tile; y++)
        corner[y * n + x] = block[y * tile + x];
}

/* 2*tile work-items a group; of group g the first half does tile g+1 to the right, the second half
 * tile g+1 below. */
__kernel void perimeter(__global float *matrix, int n, int first, __local float *block)
{
    int tile = get_local_size(0) / 2;
    int part = get_local_id(0) / tile;
    int x = get_local_id(0) % tile;
    int behind = first + (get_group_id(0) + 1) * tile;

    for (int y = part; y < tile; y += 2)
        block[y * tile + x] = matrix[(first + y) * n + first + x];
    barrier(CLK_LOCAL_MEM_FENCE);

    if (part == 0) { /* column x of U */
        __global float *column = matrix + first * n + behind + x;

        for (int k = 0; k < tile; k++)
            for (int i = k + 1; i < tile; i++)
                column[i * n] -= block[i * tile + k] * column[k * n];
    } else { /* row x of L */
        __global float *row = matrix + (behind + x) * n + first;

        for (int k = 0; k < tile; k++) {
            row[k] /= block[k * tile + k];
            for (int j = k + 1; j < tile; j++)
                row[j] -= row[k] * block[k * tile + j];
        }
    }
}

/* tile x tile work-items a group. */
__kernel void internal(__global float *matrix, int n, int first, __local float *left,
                       __local float *upper)
{
    int tile = get_local_size(0);
    int x = get_local_id(0);
    int y = get_local_id(1);
    int column = first + (get_group_id(0) + 1) * tile + x;
    int row = first + (get_group_id(1) + 1) * tile + y;

    left[y * tile + x] = matrix[row * n + first + x];
    upper[y * tile + x] = matrix[(first + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);

    float value = matrix[row * n + column];
    for (int k = 0; k < tile; k++)
        value -= left[y * tile + k] * upper[k * tile + x];
    matrix[row * n + column] = value;
}

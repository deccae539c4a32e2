/* SPDX-License-Identifier: Apache-2.0 */
/* matmul - product of two n x n matrices of integers, as the PasTiS paper's validation has it
 * (section V, PAS-80): one block of n x n threads copies both matrices into shared memory, then
 * each thread sums one element and stores it straight to global memory.
 *
 * Tiles are row-major and not padded, and the loop stays rolled: one step is two 32-bit loads.
 */
__kernel void matmul(__global const int *a, __global const int *b, __global int *c, int n,
                     __local int *tile_a, __local int *tile_b)
{
    int x = get_local_id(0), y = get_local_id(1);
    int sum = 0;

    tile_a[y * n + x] = a[y * n + x];
    tile_b[y * n + x] = b[y * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (int k = 0; k < n; k++)
        sum += tile_a[y * n + k] * tile_b[k * n + x];
    c[y * n + x] = sum;
}

/* The same with b's tile stored by columns, `pitch` words a column: with 32 x 32 threads and a
 * pitch of 32 all lanes of a warp meet in one bank, with 33 in none (PAS-83). */
__kernel void matmul_columns(__global const int *a, __global const int *b, __global int *c, int n,
                             int pitch, __local int *tile_a, __local int *tile_b)
{
    int x = get_local_id(0), y = get_local_id(1);
    int sum = 0;

    tile_a[y * n + x] = a[y * n + x];
    tile_b[x * pitch + y] = b[y * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (int k = 0; k < n; k++)
        sum += tile_a[y * n + k] * tile_b[x * pitch + k];
    c[y * n + x] = sum;
}

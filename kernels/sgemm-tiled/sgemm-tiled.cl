/* SPDX-License-Identifier: Apache-2.0 */
/* sgemm-tiled - C = A B, row-major (m x k) (k x n), staged through square tiles in local memory.
 *
 * A group computes one tile of C: its work-items load a tile of A and of B together, meet,
 * multiply, meet again. Outside the matrices the tiles are filled with zeros, so any m, n, k works.
 * Two sizes of tile: 16 (256 work-items) is the natural one, 4 (16 work-items) fits the smallest
 * cores.
 */

static void multiply_tiles(__global const float *a, __global const float *b, __global float *c,
                           int m, int n, int k, int tile, __local float *tile_a,
                           __local float *tile_b)
{
    int x = get_local_id(0);
    int y = get_local_id(1);
    int column = get_group_id(0) * tile + x;
    int row = get_group_id(1) * tile + y;
    float sum = 0.0f;

    for (int first = 0; first < k; first += tile) {
        tile_a[y * tile + x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tile_b[y * tile + x] = first + y < k && column < n ? b[(first + y) * n + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < tile; i++)
            sum += tile_a[y * tile + i] * tile_b[i * tile + x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void sgemm_tiled_16(__global const float *a, __global const float *b, __global float *c, int m,
                    int n, int k)
{
    __local float tile_a[16 * 16];
    __local float tile_b[16 * 16];

    multiply_tiles(a, b, c, m, n, k, 16, tile_a, tile_b);
}

__kernel __attribute__((reqd_work_group_size(4, 4, 1)))
void sgemm_tiled_4(__global const float *a, __global const float *b, __global float *c, int m,
                   int n, int k)
{
    __local float tile_a[4 * 4];
    __local float tile_b[4 * 4];

    multiply_tiles(a, b, c, m, n, k, 4, tile_a, tile_b);
}

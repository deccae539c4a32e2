/* SPDX-License-Identifier: Apache-2.0 */
/* nw - Needleman and Wunsch: scores of the best alignment of two sequences.
 *
 * score is (n+1) x (n+1). `borders` fills its first row and column; then each launch of `nw`
 * computes the square tiles of one diagonal, a group one tile, from the upper left to the lower
 * right, with one work-item a column.
 */

__kernel void borders(__global int *score, int n, int penalty)
{
    int i = get_global_id(0);

    if (i <= n) {
        score[i] = -i * penalty;
        score[i * (n + 1)] = -i * penalty;
    }
}

static int max3(int a, int b, int c)
{
    return max(max(a, b), c);
}

__kernel void nw(__global int *score, __global const int *first, __global const int *second,
                 __global const int *similarity, int n, int penalty, int diagonal, int first_tile,
                 __local int *tile)
{
    int size = get_local_size(0);
    int pitch = size + 1;
    int x = get_local_id(0);
    int tile_x = first_tile + get_group_id(0);
    int tile_y = diagonal - tile_x;
    int stride = n + 1;
    __global int *corner = score + tile_y * size * stride + tile_x * size;

    /* The tile's upper and left neighbours; position (0, 0) is the corner between them. */
    tile[x + 1] = corner[x + 1];
    tile[(x + 1) * pitch] = corner[(x + 1) * stride];
    if (x == 0)
        tile[0] = corner[0];
    barrier(CLK_LOCAL_MEM_FENCE);

    int letter = second[tile_x * size + x];
    for (int step = 0; step < 2 * size - 1; step++) {
        int y = step - x;

        if (y >= 0 && y < size) {
            int at = (y + 1) * pitch + x + 1;
            int match = similarity[first[tile_y * size + y] * 4 + letter];

            tile[at] = max3(tile[at - pitch - 1] + match, tile[at - 1] - penalty,
                            tile[at - pitch] - penalty);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int y = 1; y <= size; y++)
        corner[y * stride + x + 1] = tile[y * pitch + x + 1];
}

/* SPDX-License-Identifier: Apache-2.0 */
/* transpose - out = transposed in (height x width), by square tiles in local memory: both the reads
 * and the writes of global memory run along rows. A tile's rows are one word longer than the tile,
 * so that a column of it lies in different banks.
 */

__kernel void transpose(__global const float *in, __global float *out, int width, int height,
                        __local float *tile)
{
    int side = get_local_size(0);
    int x = get_local_id(0);
    int y = get_local_id(1);
    int from_column = get_group_id(0) * side + x;
    int from_row = get_group_id(1) * side + y;
    int to_column = get_group_id(1) * side + x;
    int to_row = get_group_id(0) * side + y;

    if (from_column < width && from_row < height)
        tile[y * (side + 1) + x] = in[from_row * width + from_column];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (to_column < height && to_row < width)
        out[to_row * height + to_column] = tile[x * (side + 1) + y];
}

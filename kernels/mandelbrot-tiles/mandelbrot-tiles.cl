/* SPDX-License-Identifier: Apache-2.0 */
/* mandelbrot-tiles - mandelbrot by groups that go from tile to tile: its first work-item takes the
 * next tile for all of them, so each tile ends with a barrier.
 */

static int iterate(float cx, float cy, int limit)
{
    float x = 0.0f;
    float y = 0.0f;
    int count = 0;

    while (count < limit && x * x + y * y <= 4.0f) {
        float next = x * x - y * y + cx;

        y = 2.0f * x * y + cy;
        x = next;
        count++;
    }
    return count;
}

__kernel void mandelbrot_tiles(__global int *iterations, int width, int height, float left,
                               float top, float step, int limit, int across, int tiles,
                               __local int *tile)
{
    int first = get_local_id(0) == 0 && get_local_id(1) == 0;

    if (first)
        *tile = get_group_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    while (*tile < tiles) {
        int column = *tile % across * (int)get_local_size(0) + get_local_id(0);
        int row = *tile / across * (int)get_local_size(1) + get_local_id(1);

        if (column < width && row < height)
            iterations[row * width + column] =
                iterate(left + step * (float)column, top - step * (float)row, limit);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first)
            *tile += get_num_groups(0);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

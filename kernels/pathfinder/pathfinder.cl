/* SPDX-License-Identifier: Apache-2.0 */
/* pathfinder - cheapest way down a grid of costs, one row a step, to one of the three cells below.
 *
 * A launch does `rows` rows. Each group keeps its part of the row in local memory, and with it
 * `rows` cells more on both sides: those go wrong from the outside inwards, one cell a row, and are
 * dropped at the end. So a group of s work-items yields s - 2*rows results.
 */

__kernel void pathfinder(__global const int *costs, __global const int *from, __global int *to,
                         int columns, int first_row, int rows, __local int *line)
{
    int size = get_local_size(0);
    int x = get_local_id(0);
    int column = (int)get_group_id(0) * (size - 2 * rows) - rows + x;
    int inside = column >= 0 && column < columns;

    line[x] = inside ? from[column] : INT_MAX;
    for (int row = 0; row < rows; row++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int best = line[x];

        if (x > 0)
            best = min(best, line[x - 1]);
        if (x < size - 1)
            best = min(best, line[x + 1]);
        if (inside)
            best += costs[(first_row + row) * columns + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        line[x] = inside ? best : INT_MAX;
    }
    if (inside && x >= rows && x < size - rows)
        to[column] = line[x];
}

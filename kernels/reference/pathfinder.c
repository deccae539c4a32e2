/* SPDX-License-Identifier: Apache-2.0 */
/* pathfinder.c - host reference of pathfinder: row by row. */
#include "reference.h"

#include <stdio.h>

static int32_t best_of_three(const int32_t *line, int columns, int x)
{
    int32_t best = line[x];

    if (x > 0 && line[x - 1] < best)
        best = line[x - 1];
    if (x < columns - 1 && line[x + 1] < best)
        best = line[x + 1];
    return best;
}

void reference_pathfinder(struct run *run)
{
    int columns = number(run, "columns");
    int rows = number(run, "rows");
    const int32_t *costs = input_i32(run, "costs");
    int32_t *line = input_i32(run, "line_0");
    int32_t *next = new_i32(run, columns);
    char name[32];

    for (int row = 0; row < rows; row++) {
        int32_t *swap = line;

        for (int x = 0; x < columns; x++)
            next[x] = best_of_three(line, columns, x) + costs[row * columns + x];
        line = next;
        next = swap;
    }
    snprintf(name, sizeof name, "line_%d", rows / number(run, "rows_a_launch") % 2);
    write_i32(run, name, line, columns);
}

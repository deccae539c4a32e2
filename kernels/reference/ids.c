/* SPDX-License-Identifier: Apache-2.0 */
/* ids.c - host reference of ids: from group to group, and in each from work-item to work-item. */
#include "reference.h"

struct extent {
    uint32_t x, y, z;
};

static uint32_t pack(struct extent e)
{
    return e.x | e.y << 8 | e.z << 16;
}

static void write_group(uint32_t *out, struct extent grid, struct extent block, struct extent group)
{
    struct extent local;

    for (local.z = 0; local.z < block.z; local.z++)
        for (local.y = 0; local.y < block.y; local.y++)
            for (local.x = 0; local.x < block.x; local.x++) {
                size_t row = (group.z * block.z + local.z) * (size_t)(grid.y * block.y) +
                             group.y * block.y + local.y;
                uint32_t *place = out + 4 * (row * grid.x * block.x + group.x * block.x + local.x);

                place[0] = pack(local) | 3u << 24;
                place[1] = pack(group);
                place[2] = pack(block);
                place[3] = pack(grid);
            }
}

void reference_ids(struct run *run)
{
    struct extent grid = {number(run, "grid_x"), number(run, "grid_y"), number(run, "grid_z")};
    struct extent block = {number(run, "x"), number(run, "y"), number(run, "z")};
    size_t words = (size_t)4 * grid.x * grid.y * grid.z * block.x * block.y * block.z;
    uint32_t *out = new_u32(run, words);
    struct extent group;

    for (group.z = 0; group.z < grid.z; group.z++)
        for (group.y = 0; group.y < grid.y; group.y++)
            for (group.x = 0; group.x < grid.x; group.x++)
                write_group(out, grid, block, group);
    write_u32(run, "out", out, words);
}

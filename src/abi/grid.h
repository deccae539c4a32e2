/* SPDX-License-Identifier: Apache-2.0 */
/* grid.h - positions in a grid of groups, and in a group of threads, by number. */
#ifndef WARPCLOCK_ABI_GRID_H
#define WARPCLOCK_ABI_GRID_H

#include <stdint.h>

struct grid_place {
    uint32_t at[3];
};

/* x counts fastest. */
static inline struct grid_place grid_place(const uint32_t *size, uint64_t number)
{
    return (struct grid_place){{(uint32_t)(number % size[0]),
                                (uint32_t)(number / size[0] % size[1]),
                                (uint32_t)(number / size[0] / size[1])}};
}

/* Positions of the threads of warp `warp` in its group: x, y and z for each of `lanes` lanes. Lanes
 * after the last thread continue the count. */
static inline void grid_threads(const uint32_t *block, uint32_t warp, uint32_t lanes, uint32_t *x,
                                uint32_t *y, uint32_t *z)
{
    for (uint32_t lane = 0; lane < lanes; lane++) {
        struct grid_place place = grid_place(block, (uint64_t)warp * lanes + lane);
        x[lane] = place.at[0];
        y[lane] = place.at[1];
        z[lane] = place.at[2];
    }
}

static inline uint64_t grid_count(const uint32_t *size)
{
    return (uint64_t)size[0] * size[1] * size[2];
}

#endif

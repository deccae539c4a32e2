/* SPDX-License-Identifier: Apache-2.0 */
/* grid.h - places in a grid of groups, and in a group of threads, by their number. */
#ifndef WARPCLOCK_MACHINE_COMMON_GRID_H
#define WARPCLOCK_MACHINE_COMMON_GRID_H

#include <stdint.h>

struct grid_place {
    uint32_t at[3];
};

/* x counts first. */
static inline struct grid_place grid_place(const uint32_t *size, uint64_t number)
{
    return (struct grid_place){{(uint32_t)(number % size[0]),
                                (uint32_t)(number / size[0] % size[1]),
                                (uint32_t)(number / size[0] / size[1])}};
}

static inline uint64_t grid_count(const uint32_t *size)
{
    return (uint64_t)size[0] * size[1] * size[2];
}

#endif

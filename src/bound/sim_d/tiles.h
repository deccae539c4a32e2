/* SPDX-License-Identifier: Apache-2.0 */
/* tiles.h - all tiles that a request can have, after clipping (SIMD-28, SIMD-38), and the longest.
 *
 * Where a tile starts is known for every work-group as far as its offsets are (scalars.h); an
 * unknown offset can be anything, so every clipping is possible. */
#ifndef WARPCLOCK_BOUND_SIM_D_TILES_H
#define WARPCLOCK_BOUND_SIM_D_TILES_H

#include "bound/sim_d/scalars.h"
#include "bound/sim_d/shapes.h"

struct sim_d_buffer;

/* One direction of a tile: where it starts, its length, what clips it. */
struct sim_d_tile_side {
    uint32_t first, groups, step; /* positions of the work-groups: first * step, ... */
    bool absolute;         /* it starts at its offset, not at that of the work-group */
    uint8_t base;          /* SIM_D_VALUE_OFFSET_X or _Y: the work-group's offset on this side */
    uint32_t length;
    uint32_t scale;        /* words per unit of the offset */
    uint32_t extent;       /* of the NDRange, which ends lengths; 0: it does not */
    uint32_t limit;        /* of the buffer, which clips; 0: it does not */
    struct sim_d_value offset;
};

/* Words and lines that a request can have after clipping, over all work-groups. */
struct sim_d_tiles {
    bool *known; /* [lines][words] */
    uint32_t words, lines; /* max */
    uint32_t period;
};

/* `out` becomes the longest of what it is and this one. A request that is clipped to nothing takes
 * less time than one word. */
void sim_d_take_shape(struct request_costs *costs, struct request_shape shape,
                      struct sim_d_block_request *out);

/* All tiles at their places. False: these are not known, or too many; nothing is taken. */
bool sim_d_take_places(struct request_costs *costs, const struct sim_d_buffer *buffer,
                       const struct sim_d_tile_side *x, const struct sim_d_tile_side *y, bool write,
                       struct sim_d_block_request *out);

/* All words and lines that are left after clipping, for tiles at any place. */
void sim_d_tiles_add(struct arena *arena, struct sim_d_tiles *tiles, uint32_t period,
                     const struct sim_d_tile_side *x, const struct sim_d_tile_side *y,
                     struct sim_d_block_request *out);
void sim_d_tiles_forget(struct sim_d_tiles *tiles);
/* Shapes that must be compared: some cover others. */
uint32_t sim_d_tiles_count(const struct sim_d_tiles *tiles);
void sim_d_tiles_take(struct request_costs *costs, const struct sim_d_tiles *tiles, bool write,
                      struct sim_d_block_request *out);

#endif

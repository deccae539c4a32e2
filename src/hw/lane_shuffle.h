/* SPDX-License-Identifier: Apache-2.0 */
/* lane_shuffle.h - which lane a thread of a warp runs in.
 *
 * Threads of the same number often do the same in all warps; SWI needs them in different lanes, so
 * that instructions of two warps fit next to each other. The mapping is static and costs nothing:
 * a thread keeps its number and only its lane changes (SWI-14 to SWI-18). Masks of different warps
 * are compared lane by lane (SWI-4). */
#ifndef WARPCLOCK_HW_LANE_SHUFFLE_H
#define WARPCLOCK_HW_LANE_SHUFFLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum lane_shuffle {
    LANE_IDENTITY,
    LANE_MIRROR_ODD,  /* odd warps are mirrored */
    LANE_MIRROR_HALF, /* the upper half of the warps is mirrored */
    LANE_XOR,         /* tid xor wid */
    LANE_XOR_REV,     /* tid xor the reversed bits of wid */
    LANE_SHUFFLES
};

const char *lane_shuffle_name(enum lane_shuffle shuffle);
/* False: no function has that name. */
bool lane_shuffle_find(const char *name, enum lane_shuffle *out);

/* the paper's formulas to the letter mirror to n - tid, which is taken modulo n, mirror warps
 * above m/2 only, and may reverse log2(m) bits. */
enum lane_reading { LANE_AS_MEANT, LANE_TO_THE_LETTER };

/* lane = ((tid xor flip) + turn) mod lanes: every function above. */
struct lane_map {
    uint32_t lanes, flip, turn;
};

/* Of warp slot `warp` of `warps`. `lanes` is a power of two, at most 64; in the literal reading
 * `warps` is one too. */
struct lane_map lane_map_make(enum lane_shuffle shuffle, enum lane_reading reading,
                              uint32_t lanes, uint32_t warps, uint32_t warp);

static inline uint32_t lane_map_lane(const struct lane_map *map, uint32_t tid)
{
    return ((tid ^ map->flip) + map->turn) & (map->lanes - 1);
}

static inline uint32_t lane_map_thread(const struct lane_map *map, uint32_t lane)
{
    return ((lane - map->turn) & (map->lanes - 1)) ^ map->flip;
}

/* The lanes of these threads, and the threads in these lanes. */
uint64_t lane_map_lanes(const struct lane_map *map, uint64_t threads);
uint64_t lane_map_threads(const struct lane_map *map, uint64_t lanes);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* lane_shuffle.c - the five functions of the paper's table 1. */
#include "hw/lane_shuffle.h"

#include <string.h>

static uint32_t reversed(uint32_t value, uint32_t values)
{
    uint32_t out = 0;
    for (uint32_t bit = 1; bit < values; bit <<= 1, value >>= 1)
        out = out << 1 | (value & 1);
    return out;
}

/* What a function needs to know. */
struct asked {
    uint32_t lanes, warps, warp;
    bool literal;
};

static void mirror(const struct asked *asked, struct lane_map *map)
{
    map->flip = asked->lanes - 1;
    map->turn = asked->literal;
}

static void identity(const struct asked *asked, struct lane_map *map)
{
    (void)asked;
    (void)map;
}

static void mirror_odd(const struct asked *asked, struct lane_map *map)
{
    if (asked->warp & 1)
        mirror(asked, map);
}

static void mirror_half(const struct asked *asked, struct lane_map *map)
{
    if (asked->literal ? 2 * asked->warp > asked->warps : 2 * asked->warp >= asked->warps)
        mirror(asked, map);
}

static void by_xor(const struct asked *asked, struct lane_map *map)
{
    map->flip = asked->warp % asked->lanes;
}

static void by_xor_reversed(const struct asked *asked, struct lane_map *map)
{
    map->flip = reversed(asked->warp % asked->lanes, asked->literal ? asked->warps : asked->lanes);
}

static const struct {
    const char *name;
    void (*make)(const struct asked *asked, struct lane_map *map);
} shuffles[LANE_SHUFFLES] = {
    [LANE_IDENTITY] = {"identity", identity},
    [LANE_MIRROR_ODD] = {"mirror-odd", mirror_odd},
    [LANE_MIRROR_HALF] = {"mirror-half", mirror_half},
    [LANE_XOR] = {"xor", by_xor},
    [LANE_XOR_REV] = {"xor-rev", by_xor_reversed},
};

const char *lane_shuffle_name(enum lane_shuffle shuffle)
{
    return shuffles[shuffle].name;
}

bool lane_shuffle_find(const char *name, enum lane_shuffle *out)
{
    for (uint32_t i = 0; i < LANE_SHUFFLES; i++) {
        *out = (enum lane_shuffle)i;
        if (strcmp(shuffles[i].name, name) == 0)
            return true;
    }
    return false;
}

struct lane_map lane_map_make(enum lane_shuffle shuffle, enum lane_reading reading,
                              uint32_t lanes, uint32_t warps, uint32_t warp)
{
    const struct asked asked = {lanes, warps, warp, reading == LANE_TO_THE_LETTER};
    struct lane_map map = {.lanes = lanes};
    shuffles[shuffle].make(&asked, &map);
    map.flip &= lanes - 1;
    return map;
}

/* Bit i goes to i xor flip: blocks of 1, 2, 4 ... bits change places. */
static uint64_t flipped(uint64_t mask, uint32_t flip)
{
    static const uint64_t low[] = {0x5555555555555555u, 0x3333333333333333u, 0x0f0f0f0f0f0f0f0fu,
                                   0x00ff00ff00ff00ffu, 0x0000ffff0000ffffu, 0x00000000ffffffffu};
    for (uint32_t i = 0; flip; i++, flip >>= 1) {
        if (flip & 1)
            mask = (mask & low[i]) << (1u << i) | (mask >> (1u << i) & low[i]);
    }
    return mask;
}

static uint64_t turned(uint64_t mask, uint32_t by, uint32_t lanes)
{
    uint64_t all = lanes == 64 ? ~0ull : (1ull << lanes) - 1;
    return by ? (mask << by | mask >> (lanes - by)) & all : mask;
}

uint64_t lane_map_lanes(const struct lane_map *map, uint64_t threads)
{
    return turned(flipped(threads, map->flip), map->turn, map->lanes);
}

uint64_t lane_map_threads(const struct lane_map *map, uint64_t lanes)
{
    uint32_t back = map->turn ? map->lanes - map->turn : 0;
    return flipped(turned(lanes, back, map->lanes), map->flip);
}

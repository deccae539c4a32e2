/* SPDX-License-Identifier: Apache-2.0 */
/* words.c - words by the shape of their addresses. */
#include "memory/words.h"

#include <string.h>

LANEWISE void words_copy(const struct warp *warp, const uint8_t *base, uint32_t *row)
{
    const size_t lanes = lane_count(warp->stride);
    const uint32_t *words = (const uint32_t *)(const void *)base;
    LANE_LOOP
    for (size_t lane = 0; lane < lanes; lane++) {
        uint32_t on = warp->active[lane];
        row[lane] = (words[lane] & on) | (row[lane] & ~on);
    }
}

LANEWISE void words_broadcast(const struct warp *warp, const uint8_t *base, uint32_t *row)
{
    uint32_t word;
    const size_t lanes = lane_count(warp->stride);
    memcpy(&word, base, sizeof word);
    for (size_t lane = 0; lane < lanes; lane++) {
        uint32_t on = warp->active[lane];
        row[lane] = (word & on) | (row[lane] & ~on);
    }
}

/* ---- one lane after the other: hosts' instructions that gather are slower ---- */

void words_gather(const struct warp *warp, const uint8_t *base, uint64_t min,
                  const uint64_t *address, uint32_t *row)
{
    const size_t lanes = lane_count(warp->stride);
    if (warp->mask == lanes_all(warp->stride)) {
#pragma GCC unroll 16
        for (size_t lane = 0; lane < lanes; lane++)
            memcpy(&row[lane], base + (address[lane] - min), sizeof *row);
        return;
    }
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(rest);
        memcpy(&row[lane], base + (address[lane] - min), sizeof *row);
    }
}

void words_scatter(const struct warp *warp, uint8_t *base, uint64_t min, const uint64_t *address,
                   const uint32_t *row)
{
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(rest);
        memcpy(base + (address[lane] - min), &row[lane], sizeof *row);
    }
}

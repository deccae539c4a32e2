/* SPDX-License-Identifier: Apache-2.0 */
/* request_pattern.c - from a tile to the order of its banks. */
#include "bound/sim_d/request_pattern.h"

#include <string.h>

#include "base/arena.h"
#include "machine/sim_d/sequencer.h"

enum { BURST_SHIFT = 6, PAIR_SHIFT = 8 /* bursts of a pair of rows */ };

static void append(struct request_pattern *pattern, struct arena *arena, struct pattern_run run)
{
    if (pattern->runs == pattern->space) {
        pattern->run =
            arena_grow(arena, pattern->run, pattern->space, sizeof *pattern->run);
        pattern->space = pattern->space ? 2 * pattern->space : 1;
    }
    pattern->run[pattern->runs++] = run;
}

/* Whether the burst is the next one of the last run. */
static bool continues(const struct request_pattern *pattern, uint32_t pair, uint32_t bank)
{
    if (pattern->runs == 0)
        return false;
    const struct pattern_run *run = &pattern->run[pattern->runs - 1];
    return run->pair == pair && ((run->bursts + (run->bursts >> 1)) & 1) == bank;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

void request_pattern_make(struct request_pattern *pattern, struct arena *arena,
                          const struct sim_d_tile *tile)
{
    struct stride_sequencer sequencer;
    struct sim_d_access access;
    uint32_t first = tile->address >> (BURST_SHIFT + PAIR_SHIFT);
    pattern->runs = 0;
    stride_bursts(&sequencer, tile);
    while (stride_next(&sequencer, &access)) {
        uint32_t burst = access.address >> BURST_SHIFT, pair = (burst >> PAIR_SHIFT) - first;
        if (continues(pattern, pair, burst & 1))
            pattern->run[pattern->runs - 1].bursts += 2;
        else
            append(pattern, arena, (struct pattern_run){pair, 2 + (burst & 1)});
    }
    pattern->hash = pattern->runs;
    for (uint32_t i = 0; i < pattern->runs; i++)
        pattern->hash =
            mix(pattern->hash, (uint64_t)pattern->run[i].pair << 32 | pattern->run[i].bursts);
}

bool request_pattern_equal(const struct request_pattern *a, const struct request_pattern *b)
{
    return a->hash == b->hash && a->runs == b->runs &&
           (a->runs == 0 || memcmp(a->run, b->run, a->runs * sizeof *a->run) == 0);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* tiles.c - clipping, shapes and places of tiles. */
#include "bound/sim_d/tiles.h"

#include <string.h>

#include "isa/sim_d/sim_d.h"

enum { PLACES_MAX = 1 << 16, BURST = 16 };

void sim_d_take_shape(struct request_costs *costs, struct request_shape shape,
                      struct sim_d_block_request *out)
{
    if (!shape.words || !shape.count) {
        out->may_be_empty = true;
        shape.words = shape.period = shape.count = 1;
    }
    const struct request_cost cost = request_cost(costs, &shape);
    if (cost.cc > out->cycles || !out->shape.words) {
        out->cycles = cost.cc;
        out->delay = cost.dc;
        out->shape = shape;
    }
}

/* ---- clipping ---- */

/* Lengths that are left, no two the same. */
struct lengths {
    uint32_t *list;
    uint32_t count;
    bool *known; /* by length */
};

static void add_length(struct lengths *lengths, int64_t length)
{
    if (!lengths->known[length]) {
        lengths->known[length] = true;
        lengths->list[lengths->count++] = (uint32_t)length;
    }
}

static int64_t clipped(const struct sim_d_tile_side *side, int64_t start, int64_t length)
{
    if (start < 0) {
        length += start;
        start = 0;
    }
    if (side->limit && length > side->limit - start)
        length = side->limit - start;
    return length < 0 ? 0 : length;
}

static int64_t length_at(const struct sim_d_tile_side *side, int64_t position)
{
    int64_t left = (int64_t)side->extent - position;
    return side->extent && left < side->length ? (left < 0 ? 0 : left) : side->length;
}

/* Where the tile of a work-group starts, but for the range of its offset. */
static int64_t origin_of(const struct sim_d_tile_side *side, int64_t position)
{
    return (side->absolute ? 0 : position) + position * side->offset.scale;
}

/* The last start from this one on with which nothing is clipped; else the same. */
static int64_t later_start(const struct sim_d_tile_side *side, int64_t at, int64_t length)
{
    const int64_t last = ((int64_t)side->limit - length) / side->scale;
    return at >= 0 && length <= side->limit && at < last ? last : at;
}

/* Of one work-group. All offsets far in front of the buffer clip everything, as the first of them
 * does; all far behind it, too. */
static void add_group(const struct sim_d_tile_side *side, int64_t position, struct lengths *lengths)
{
    const int64_t length = length_at(side, position);
    const int64_t start = origin_of(side, position);
    const int64_t inside = side->limit / side->scale + 1;
    int64_t min = start + side->offset.min, max = start + side->offset.max;
    if (min < -(int64_t)side->length - 1)
        min = -(int64_t)side->length - 1;
    if (max < min)
        max = min;
    if (max > inside)
        max = min > inside ? min : inside;
    for (int64_t at = min; at <= max; at++) {
        add_length(lengths, clipped(side, at * side->scale, length));
        if (at >= 0 && !side->limit)
            return;
        at = later_start(side, at, length);
    }
}

static bool is_known(const struct sim_d_tile_side *side)
{
    return side->offset.kind == SIM_D_VALUE_RANGE || side->offset.kind == side->base;
}

static struct lengths find_lengths(struct arena *arena, const struct sim_d_tile_side *side)
{
    struct lengths lengths = {.list = arena_array(arena, side->length + 1u, sizeof(uint32_t)),
                              .known = arena_array(arena, side->length + 1u, sizeof(bool))};
    for (uint32_t i = 0; is_known(side) && i < side->groups; i++)
        add_group(side, ((int64_t)side->first + i) * side->step, &lengths);
    for (uint32_t length = is_known(side) ? 0 : side->length; length > 0; length--)
        add_length(&lengths, length);
    return lengths;
}

/* ---- shapes ---- */

static void start_tiles(struct arena *arena, struct sim_d_tiles *tiles, uint32_t period,
                        uint32_t words, uint32_t lines)
{
    const size_t count = (words + 1u) * (size_t)(lines + 1u);
    *tiles = (struct sim_d_tiles){.words = words, .lines = lines, .period = period,
                                  .known = arena_array(arena, count, sizeof(bool))};
}

static bool *shape_at(const struct sim_d_tiles *tiles, uint32_t lines, uint32_t words)
{
    return &tiles->known[lines * (tiles->words + 1u) + words];
}

void sim_d_tiles_add(struct arena *arena, struct sim_d_tiles *tiles, uint32_t period,
                     const struct sim_d_tile_side *x, const struct sim_d_tile_side *y,
                     struct sim_d_block_request *out)
{
    const struct lengths words = find_lengths(arena, x), lines = find_lengths(arena, y);
    out->may_be_empty |= !is_known(x) || !is_known(y);
    if (!tiles->known)
        start_tiles(arena, tiles, period, x->length, y->length);
    for (uint32_t i = 0; i < words.count; i++) {
        for (uint32_t k = 0; k < lines.count; k++)
            *shape_at(tiles, lines.list[k], words.list[i]) = true;
    }
}

void sim_d_tiles_forget(struct sim_d_tiles *tiles)
{
    if (tiles->known)
        memset(tiles->known, 0, (tiles->words + 1u) * (size_t)(tiles->lines + 1u));
}

/* If all lines start at the same word of a burst, only their number of bursts counts, and the
 * longest length with that number covers the others. */
static bool is_covered(const struct sim_d_tiles *tiles, uint32_t lines, uint32_t words)
{
    if (tiles->lines > 1 && tiles->period % BURST)
        return false;
    for (uint32_t longer = words; words && longer % BURST && longer < tiles->words;) {
        if (*shape_at(tiles, lines, ++longer))
            return true;
    }
    return false;
}

static bool is_needed(const struct sim_d_tiles *tiles, uint32_t lines, uint32_t words)
{
    return *shape_at(tiles, lines, words) && !is_covered(tiles, lines, words);
}

uint32_t sim_d_tiles_count(const struct sim_d_tiles *tiles)
{
    uint32_t count = 0;
    for (uint32_t lines = 0; tiles->known && lines <= tiles->lines; lines++) {
        for (uint32_t words = 0; words <= tiles->words; words++)
            count += is_needed(tiles, lines, words);
    }
    return count;
}

void sim_d_tiles_take(struct request_costs *costs, const struct sim_d_tiles *tiles, bool write,
                      struct sim_d_block_request *out)
{
    for (uint32_t lines = 0; tiles->known && lines <= tiles->lines; lines++) {
        for (uint32_t words = 0; words <= tiles->words; words++) {
            if (is_needed(tiles, lines, words))
                sim_d_take_shape(costs, (struct request_shape){
                    .kind = COST_TILE, .words = words, .count = lines, .period = tiles->period,
                    .write = write}, out);
        }
    }
}

/* ---- places ---- */

/* One side of a tile after clipping. */
struct extent {
    int64_t start, length;
};

static struct extent extent_at(const struct sim_d_tile_side *side, int64_t position, int64_t offset)
{
    const int64_t start = (origin_of(side, position) + offset) * side->scale;
    return (struct extent){start < 0 ? 0 : start,
                           clipped(side, start, length_at(side, position))};
}

static uint64_t place_count(const struct sim_d_tile_side *side)
{
    return (uint64_t)side->groups * (uint64_t)((int64_t)side->offset.max - side->offset.min + 1);
}

/* What the places of a request have in common. */
struct placing {
    struct request_costs *costs;
    const struct sim_d_buffer *buffer;
    bool write;
    struct sim_d_block_request *out;
};

static void take_place(const struct placing *placing, const struct extent *x,
                       const struct extent *y)
{
    const struct sim_d_buffer *buffer = placing->buffer;
    const uint32_t index = (uint32_t)(y->start * buffer->dim_x + x->start);
    sim_d_take_shape(placing->costs, (struct request_shape){
        .kind = COST_TILE, .period = buffer->dim_x, .words = (uint32_t)x->length,
        .count = (uint32_t)y->length, .address_known = x->length && y->length,
        .address = buffer->address + 4 * index, .write = placing->write}, placing->out);
}

/* All tiles that start in one line. */
static void take_line(const struct placing *placing, const struct sim_d_tile_side *x,
                      const struct extent *y)
{
    for (uint32_t i = x->first; i < x->first + x->groups; i++) {
        for (int64_t offset = x->offset.min; offset <= x->offset.max; offset++) {
            const struct extent at = extent_at(x, (int64_t)i * x->step, offset);
            take_place(placing, &at, y);
        }
    }
}

bool sim_d_take_places(struct request_costs *costs, const struct sim_d_buffer *buffer,
                       const struct sim_d_tile_side *x, const struct sim_d_tile_side *y, bool write,
                       struct sim_d_block_request *out)
{
    const struct placing placing = {costs, buffer, write, out};
    if (!is_known(x) || !is_known(y) || place_count(x) > PLACES_MAX ||
        place_count(x) * place_count(y) > PLACES_MAX)
        return false;
    for (uint32_t i = y->first; i < y->first + y->groups; i++) {
        for (int64_t offset = y->offset.min; offset <= y->offset.max; offset++) {
            const struct extent at = extent_at(y, (int64_t)i * y->step, offset);
            take_line(&placing, x, &at);
        }
    }
    return true;
}

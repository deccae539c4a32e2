/* SPDX-License-Identifier: Apache-2.0 */
/* transfer.c - moves the words of a request between memory and registers or scratchpad.
 *
 * Lanes that are off neither take nor give words; scalar registers and scratchpads have no mask. */
#include <string.h>

#include "isa/sim_d/sim_d.h"
#include "memory/memory.h"

/* Consecutive words of one memory: an allocation, or a scratchpad. */
struct window {
    struct memory *memory; /* NULL: a scratchpad */
    uint64_t base, size;
    uint8_t *bytes;
    bool forgiving;
    bool failed;
    uint64_t failed_at;
};

static struct window open_window(const struct sim_d_group *group, enum sim_d_space space,
                                 struct memory *memory, bool forgiving)
{
    if (space == SIM_D_SPACE_PAD)
        return (struct window){.size = group->scratchpad_bytes, .bytes = group->scratchpad,
                               .forgiving = forgiving};
    return (struct window){.memory = memory, .forgiving = forgiving};
}

/* A word, or NULL if there is none at that address. */
static uint8_t *word_at(struct window *window, uint64_t address)
{
    if (address - window->base < window->size)
        return window->bytes + (address - window->base);
    struct allocation *found =
        window->memory ? memory_find(window->memory, address, sizeof(uint32_t)) : NULL;
    if (found) {
        window->base = found->base;
        window->size = found->size & ~UINT64_C(3);
        window->bytes = found->bytes;
        return found->bytes + (address - found->base);
    }
    if (!window->failed && !window->forgiving)
        window->failed_at = address;
    window->failed |= !window->forgiving;
    return NULL;
}

static void move_word(struct window *window, uint64_t address, bool store, uint32_t *at)
{
    uint8_t *word = word_at(window, address);
    if (store && word)
        memcpy(word, at, sizeof *at);
    else if (!store && word)
        memcpy(at, word, sizeof *at);
    else if (!store)
        *at = 0;
}

static bool is_enabled(const struct sim_d_group *group, uint32_t lane)
{
    return group->warp[lane / SIM_D_WARP_LANES]->mask >> lane % SIM_D_WARP_LANES & 1;
}

static uint32_t *lane_word(const struct sim_d_group *group, uint32_t row, uint32_t lane)
{
    return &warp_row(group->warp[lane / SIM_D_WARP_LANES], row)[lane % SIM_D_WARP_LANES];
}

/* ---- by position in the tile ---- */

static void move_vector(struct sim_d_group *group, const struct sim_d_descriptor *access,
                        struct window *window, uint32_t line, uint32_t word)
{
    uint32_t position = access->to + line * access->to_period + word;
    uint32_t lane = position / access->vector;
    if (lane < SIM_D_ITEMS && is_enabled(group, lane))
        move_word(window, sim_d_word_address(access, line, word), access->store,
                  lane_word(group, access->reg + position % access->vector, lane));
}

static void move_scalar(struct sim_d_group *group, const struct sim_d_descriptor *access,
                        struct window *window, uint32_t line, uint32_t word)
{
    move_word(window, sim_d_word_address(access, line, word), access->store,
              &group->scalar[(access->reg + word) % SIM_D_SCALARS]);
}

static void move_pad(struct sim_d_group *group, const struct sim_d_descriptor *access,
                     struct window *window, uint32_t line, uint32_t word)
{
    uint64_t at = 4 * ((uint64_t)access->to + (uint64_t)line * access->to_period + word);
    if (at + 4 <= group->scratchpad_bytes)
        move_word(window, sim_d_word_address(access, line, word), access->store,
                  (uint32_t *)(void *)(group->scratchpad + at));
}

typedef void move_fn(struct sim_d_group *group, const struct sim_d_descriptor *access,
                     struct window *window, uint32_t line, uint32_t word);

static inline __attribute__((always_inline)) void
move_tile(struct sim_d_group *group, const struct sim_d_descriptor *access, struct window *window,
          move_fn *move)
{
    for (uint32_t line = 0; line < access->count; line++) {
        for (uint32_t word = 0; word < access->words; word++)
            move(group, access, window, line, word);
    }
}

/* ---- by index ---- */

bool sim_d_tile_has(const struct sim_d_descriptor *access, uint32_t index)
{
    uint32_t from_start = index - access->index;
    if (index < access->index || !access->count)
        return false;
    uint32_t line = access->period ? from_start / access->period : 0;
    if (line >= access->count)
        line = access->count - 1;
    return from_start - line * access->period < access->words;
}

/* Of several lanes with one index the lowest is stored (A18), so it comes last. */
static void move_cam(struct sim_d_group *group, const struct sim_d_descriptor *access,
                     struct window *window)
{
    const uint64_t buffer = access->address - UINT64_C(4) * access->index;
    for (uint32_t lane = SIM_D_ITEMS; lane-- > 0;) {
        uint32_t index = *lane_word(group, SIM_D_NAME_VC + SIM_D_MEM_IDX, lane) & SIM_D_INDEX_MASK;
        if (is_enabled(group, lane) && sim_d_tile_has(access, index))
            move_word(window, buffer + 4 * (uint64_t)index, access->store,
                      lane_word(group, SIM_D_NAME_VC + SIM_D_MEM_DATA, lane));
    }
}

static void move_each(struct sim_d_group *group, const struct sim_d_descriptor *access,
                      struct window *window)
{
    for (uint32_t lane = 0; lane < SIM_D_ITEMS; lane++) {
        uint32_t index = *lane_word(group, SIM_D_NAME_VC + SIM_D_MEM_IDX, lane) & SIM_D_INDEX_MASK;
        if (is_enabled(group, lane))
            move_word(window, access->address + 4 * (uint64_t)index, access->store,
                      lane_word(group, access->reg, lane));
    }
}

bool sim_d_transfer(struct sim_d_group *group, const struct sim_d_descriptor *access,
                    struct memory *memory, bool forgiving, uint64_t *address)
{
    struct window window =
        open_window(group, (enum sim_d_space)access->space, memory, forgiving);
    switch ((enum sim_d_end)access->end) {
    case SIM_D_END_VECTOR: move_tile(group, access, &window, move_vector); break;
    case SIM_D_END_SCALAR: move_tile(group, access, &window, move_scalar); break;
    case SIM_D_END_PAD: move_tile(group, access, &window, move_pad); break;
    case SIM_D_END_CAM: move_cam(group, access, &window); break;
    case SIM_D_END_INDEX: move_each(group, access, &window); break;
    }
    *address = window.failed_at;
    return !window.failed;
}

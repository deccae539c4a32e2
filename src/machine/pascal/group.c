/* SPDX-License-Identifier: Apache-2.0 */
/* group.c - blocks of the grid come into an SM and leave it.
 *
 * A block lives in one SM from its start to the end of its last warp and takes warps, registers,
 * shared memory and threads there (PAS-76). Its warps get the lowest free warp slots of the SM;
 * slot s belongs to processing block s mod 4, so that up to four warps run one a processing block
 * (PAS-77). */
#include "machine/pascal/model.h"

#include <string.h>

#include "machine/common/grid.h"

static uint32_t min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

uint32_t pascal_block_room(const struct pascal *pascal, const struct pascal_sm *sm)
{
    const struct pascal_footprint *need = &pascal->footprint;
    uint32_t room = min((uint32_t)__builtin_popcountll(sm->free_blocks),
                          (uint32_t)__builtin_popcountll(sm->free_warps) / need->warps);
    room = min(room, sm->free_threads / (need->warps * SASS_LANES));
    room = need->registers ? min(room, sm->free_registers / need->registers) : room;
    return need->shared ? min(room, sm->free_shared / need->shared) : room;
}

void pascal_sm_reset(struct pascal *pascal, uint32_t sm)
{
    const struct pascal_numbers *n = &pascal->numbers;
    struct pascal_sm *s = &pascal->sms[sm];
    s->free_warps = lanes_all(n->warps);
    s->free_blocks = lanes_all(n->blocks);
    s->free_registers = n->registers;
    s->free_shared = n->shared_bytes;
    s->free_threads = n->threads;
}

static void take(struct pascal *pascal, struct pascal_sm *sm, struct pascal_block *block)
{
    const struct pascal_footprint *need = &pascal->footprint;
    sm->free_registers -= need->registers;
    sm->free_shared -= need->shared;
    sm->free_threads -= need->warps * SASS_LANES;
    sm->free_blocks &= sm->free_blocks - 1;
    for (uint32_t i = 0; i < need->warps; i++) {
        block->slots |= sm->free_warps & -sm->free_warps;
        block->warp[i] = &sm->warps[__builtin_ctzll(sm->free_warps)];
        sm->free_warps &= sm->free_warps - 1;
    }
}

/* Registers, predicates, shared and local memory start as zero: hardware promises nothing, and two
 * runs must not differ. */
static void start_warp(struct pascal *pascal, struct pascal_block *block, uint32_t number)
{
    struct pascal_warp *w = block->warp[number];
    uint32_t threads = pascal->footprint.threads - number * SASS_LANES;
    uint64_t mask = lanes_all(min(threads, SASS_LANES));
    size_t local = (size_t)SASS_LANES * pascal->sass.local_bytes;
    w->block = block;
    w->number = number;
    w->waits = w->ended = false;
    w->warp.pc = pascal->entry;
    warp_set_mask(&w->warp, mask);
    memset(w->warp.reg, 0, (size_t)pascal->rows * SASS_LANES * sizeof *w->warp.reg);
    tokens_reset(&w->tokens, pascal->entry, mask);
    memory_port_reset(&w->port, pascal->memory);
    w->state.launch = &pascal->sass;
    w->state.block = &block->sass;
    memcpy(w->state.thread, pascal->thread[number], sizeof w->state.thread);
    if (local)
        memset(w->state.local, 0, local);
    sass_state_reset(&w->state);
}

struct pascal_block *pascal_block_start(struct pascal *pascal, uint32_t sm)
{
    struct pascal_sm *s = &pascal->sms[sm];
    uint32_t slot = (uint32_t)__builtin_ctzll(s->free_blocks);
    struct pascal_block *block = &s->blocks[slot];
    struct grid_place place = grid_place(pascal->launch->grid, pascal->next_block++);
    *block = (struct pascal_block){.warps = pascal->footprint.warps,
                                   .live = pascal->footprint.warps,
                                   .sass.shared = s->shared +
                                                  (size_t)slot * pascal->numbers.block_shared};
    memcpy(block->sass.index, place.at, sizeof block->sass.index);
    memset(block->sass.shared, 0, pascal->sass.shared_bytes);
    take(pascal, s, block);
    for (uint32_t i = 0; i < block->warps; i++)
        start_warp(pascal, block, i);
    pascal->outcome->statistics.count[STAT_WARPS_STARTED] += block->warps;
    return block;
}

void pascal_block_end(struct pascal *pascal, struct pascal_block *block)
{
    const struct pascal_footprint *had = &pascal->footprint;
    struct pascal_sm *sm = &pascal->sms[block->warp[0]->state.sm];
    sm->free_registers += had->registers;
    sm->free_shared += had->shared;
    sm->free_threads += had->warps * SASS_LANES;
    sm->free_blocks |= 1ull << (block - sm->blocks);
    sm->free_warps |= block->slots;
}

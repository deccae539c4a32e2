/* SPDX-License-Identifier: Apache-2.0 */
/* group.c - blocks of the grid start in an SM and leave it.
 *
 * A block is resident in one SM from its start to the end of its last warp and occupies warps,
 * registers, shared memory and threads there (PAS-76). Its warps get the lowest free warp slots of
 * the SM; slot s belongs to processing block s mod 4, so up to four warps run on one processing
 * block each (PAS-77). */
#include "machine/common/taint.h"
#include "machine/pascal/model.h"

#include <string.h>

static uint32_t min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

uint32_t pascal_cores(const struct run_state *run)
{
    return ((const struct pascal *)run)->numbers.sms;
}

/* Blocks that fit into what an SM has left. */
static uint32_t room(const struct pascal_sm *sm, const struct pascal_footprint *need)
{
    uint32_t room = min((uint32_t)__builtin_popcountll(sm->free_blocks),
                        (uint32_t)__builtin_popcountll(sm->free_warps) / need->warps);
    room = min(room, sm->free_threads / (need->warps * SASS_LANES));
    room = need->registers ? min(room, sm->free_registers / need->registers) : room;
    return need->shared ? min(room, sm->free_shared / need->shared) : room;
}

uint32_t pascal_room(const struct run_state *run, uint32_t id)
{
    const struct pascal *pascal = (const struct pascal *)run;
    return room(&pascal->sms[id], &pascal->footprint);
}

static void empty(const struct pascal_numbers *n, struct pascal_sm *sm)
{
    sm->free_warps = lanes_all(n->warps);
    sm->free_blocks = lanes_all(n->blocks);
    sm->free_registers = n->registers;
    sm->free_shared = n->shared_bytes;
    sm->free_threads = n->threads;
}

void pascal_sm_reset(struct pascal *pascal, uint32_t sm)
{
    empty(&pascal->numbers, &pascal->sms[sm]);
}

uint32_t pascal_blocks_max(const struct pascal_numbers *n, const struct pascal_footprint *need)
{
    struct pascal_sm sm;
    empty(n, &sm);
    return room(&sm, need);
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
        block->group.warp[i] = &sm->warps[__builtin_ctzll(sm->free_warps)].resident;
        sm->free_warps &= sm->free_warps - 1;
    }
}

/* Registers, predicates, shared and local memory start as zero: hardware promises nothing, and two
 * runs must not differ. */
static void start_warp(struct pascal *pascal, struct pascal_block *block, uint32_t number)
{
    struct resident *r = block->group.warp[number];
    struct pascal_warp *w = pascal_warp_of(r);
    uint32_t threads = pascal->footprint.threads - number * SASS_LANES;
    uint64_t mask = lanes_all(min(threads, SASS_LANES));
    size_t local = (size_t)SASS_LANES * pascal->sass.local_bytes;
    r->group = &block->group;
    r->number = number;
    r->waits = r->ended = false;
    r->warp.pc = pascal->entry;
    warp_set_mask(&r->warp, mask);
    memset(r->warp.reg, 0, (size_t)pascal->rows * SASS_LANES * sizeof *r->warp.reg);
    pascal->reconverge->reset(&w->tokens, pascal->entry, mask);
    memory_port_reset(&r->port, pascal->run.memory);
    w->state.launch = &pascal->sass;
    w->state.block = &block->sass;
    for (unsigned k = 0; k < 3; k++)
        w->state.thread[k] = pascal->thread[number][k];
    if (local)
        memset(w->state.local, 0, local);
    sass_state_reset(&w->state);
    taint_unset(&pascal->run, r);
    if (w->state.local_labels)
        memset(w->state.local_labels, 0, local);
}

struct group *pascal_start_group(struct run_state *run, uint32_t sm, const uint32_t index[3])
{
    struct pascal *pascal = (struct pascal *)run;
    struct pascal_sm *s = &pascal->sms[sm];
    uint32_t slot = (uint32_t)__builtin_ctzll(s->free_blocks);
    struct pascal_block *block = &s->blocks[slot];
    *block = (struct pascal_block){
        .group = {.core = sm, .warps = pascal->footprint.warps, .live = pascal->footprint.warps,
                  .index = {index[0], index[1], index[2]}},
        .sass.shared = s->shared + slot * group_memory_stride(pascal->numbers.block_shared)};
    memcpy(block->sass.index, index, sizeof block->sass.index);
    memset(block->sass.shared, 0, pascal->sass.shared_bytes);
    if (pascal->shared_labels) {
        const struct pascal_numbers *n = &pascal->numbers;
        block->sass.shared_labels =
            pascal->shared_labels + ((size_t)sm * n->blocks + slot) * n->block_shared;
        memset(block->sass.shared_labels, 0, pascal->sass.shared_bytes);
    }
    take(pascal, s, block);
    for (uint32_t i = 0; i < block->group.warps; i++)
        start_warp(pascal, block, i);
    return &block->group;
}

void pascal_end_group(struct run_state *run, struct group *group)
{
    struct pascal *pascal = (struct pascal *)run;
    struct pascal_block *block = (struct pascal_block *)group;
    const struct pascal_footprint *had = &pascal->footprint;
    struct pascal_sm *sm = &pascal->sms[group->core];
    sm->free_registers += had->registers;
    sm->free_shared += had->shared;
    sm->free_threads += had->warps * SASS_LANES;
    sm->free_blocks |= 1ull << (block - sm->blocks);
    sm->free_warps |= block->slots;
}

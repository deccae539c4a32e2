/* SPDX-License-Identifier: Apache-2.0 */
/* contexts.c - the order of splits, starts and ends of warps, and questions. */
#include "hw/contexts.h"

#include "hw/contexts_place.h"

/* ---- order ---- */

/* A permutation of the 32-bit numbers, another one for every seed. */
static uint32_t scramble(uint32_t x, uint32_t seed)
{
    x ^= seed;
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

uint64_t contexts_key(const struct contexts *contexts, bool waits, uint32_t depth, uint32_t pc)
{
    uint32_t priority = contexts->priority ? contexts->priority[pc] : pc;
    if (contexts->numbers.random)
        priority = scramble(priority, contexts->numbers.random);
    return split_key(waits, depth, priority);
}

void contexts_set_place(const struct contexts *contexts, struct split *split, uint32_t pc)
{
    split->pc = pc;
    split->key = contexts_key(contexts, split->waits, split->depth, pc);
}

/* ---- building ---- */

uint32_t contexts_node_count(const struct contexts_numbers *numbers)
{
    uint32_t all = numbers->warps * CONTEXTS_LANES_MAX;
    return numbers->model == CONTEXTS_EXACT ? all : numbers->cct.nodes + all;
}

static void make_ideal(struct contexts_numbers *numbers)
{
    numbers->cct = (struct cct_numbers){.nodes = contexts_node_count(numbers), .instant = true};
    numbers->cold_max = 0;
    numbers->literal = false;
}

void contexts_build(struct contexts *contexts, const struct contexts_numbers *numbers,
                    struct contexts_warp *warps, struct cct_node *nodes)
{
    *contexts = (struct contexts){.numbers = *numbers, .warps = warps};
    struct contexts_numbers *n = &contexts->numbers;
    n->cct.spilled = n->warps * CONTEXTS_LANES_MAX;
    if (n->model == CONTEXTS_EXACT)
        make_ideal(n);
    if (n->hot == 1)
        n->literal = false;
    if (!n->cold_max)
        n->cold_max = CONTEXTS_LANES_MAX;
    cct_build(&contexts->cct, &n->cct, nodes);
    contexts_reset(contexts, NULL);
}

static void empty(struct contexts_warp *warp)
{
    *warp = (struct contexts_warp){.list = CCT_NONE, .change = TRANSITION_SAME};
}

void contexts_reset(struct contexts *contexts, const uint32_t *priority)
{
    struct contexts kept = *contexts;
    *contexts = (struct contexts){.numbers = kept.numbers, .warps = kept.warps, .cct = kept.cct,
                                  .priority = priority};
    contexts->cct.numbers = &contexts->numbers.cct;
    cct_reset(&contexts->cct);
    for (uint32_t i = 0; i < kept.numbers.warps; i++)
        empty(&contexts->warps[i]);
}

void contexts_start(struct contexts *contexts, uint32_t warp, uint32_t pc, uint64_t mask)
{
    struct contexts_warp *w = &contexts->warps[warp];
    empty(w);
    w->hot[0].mask = mask;
    contexts_set_place(contexts, &w->hot[0], pc);
}

void contexts_end(struct contexts *contexts, uint32_t warp)
{
    struct contexts_warp *w = &contexts->warps[warp];
    while (w->list != CCT_NONE)
        cct_take(&contexts->cct, &w->list, 0);
    empty(w);
    contexts->unsettled &= ~(1ull << warp);
}

/* ---- questions ---- */

uint64_t contexts_waiting(const struct contexts *contexts, uint32_t warp)
{
    const struct contexts_warp *w = &contexts->warps[warp];
    uint64_t waiting = 0;
    for (uint32_t i = 0; i < CONTEXTS_HOT_MAX; i++)
        waiting |= w->hot[i].waits ? w->hot[i].mask : 0;
    for (uint32_t node = w->list; node != CCT_NONE; node = contexts->cct.nodes[node].next) {
        const struct split *split = &contexts->cct.nodes[node].split;
        waiting |= split->waits ? split->mask : 0;
    }
    return waiting;
}

bool contexts_in_order(const struct contexts *contexts, uint32_t warp)
{
    const struct contexts_warp *w = &contexts->warps[warp];
    uint64_t key = w->hot[contexts->numbers.hot - 1].key;
    bool sorted = contexts->numbers.hot < 2 || !w->hot[1].mask || w->hot[0].key < w->hot[1].key;
    for (uint32_t node = w->list; node != CCT_NONE; node = contexts->cct.nodes[node].next) {
        sorted = sorted && key < contexts->cct.nodes[node].split.key;
        key = contexts->cct.nodes[node].split.key;
    }
    return sorted;
}

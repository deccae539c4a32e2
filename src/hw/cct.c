/* SPDX-License-Identifier: Apache-2.0 */
/* cct.c - lists of cold contexts and the state machine that sorts them. */
#include "hw/cct.h"

void cct_build(struct cct *cct, const struct cct_numbers *numbers, struct cct_node *nodes)
{
    *cct = (struct cct){.numbers = numbers, .nodes = nodes};
    cct_reset(cct);
}

/* Links nodes first .. end-1; returns the first of them. */
static uint32_t link_all(struct cct_node *nodes, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        nodes[i].next = i + 1 < end ? i + 1 : CCT_NONE;
    return first < end ? first : CCT_NONE;
}

void cct_reset(struct cct *cct)
{
    const struct cct_numbers *n = cct->numbers;
    *cct = (struct cct){.numbers = n, .nodes = cct->nodes};
    cct->free = link_all(cct->nodes, 0, n->nodes);
    cct->free_spill = link_all(cct->nodes, n->nodes, n->nodes + n->spilled);
}

static uint32_t pop(struct cct *cct, uint32_t *list)
{
    uint32_t node = *list;
    *list = cct->nodes[node].next;
    return node;
}

/* A node of the table, or of memory; CCT_NONE. */
static uint32_t allocate(struct cct *cct, bool spill)
{
    if (cct->free != CCT_NONE) {
        cct->used++;
        return pop(cct, &cct->free);
    }
    if (!spill || cct->free_spill == CCT_NONE)
        return CCT_NONE;
    cct->spilled++;
    cct->spills++;
    return pop(cct, &cct->free_spill);
}

static enum cct_outcome put(struct cct *cct, uint32_t *link, const struct split *split, bool spill)
{
    uint32_t node = allocate(cct, spill);
    if (node == CCT_NONE)
        return CCT_FULL;
    cct->nodes[node] = (struct cct_node){.split = *split, .next = *link};
    *link = node;
    return CCT_ADDED;
}

/* assumed: the node is in its place when the walk begins, and only the sorter is busy until the
 * end; the paper does not say when a context under insertion can be popped. */
static void occupy_sorter(struct cct *cct, uint32_t walked, cycle_t now)
{
    const struct cct_numbers *n = cct->numbers;
    cct->walked += walked;
    if (!n->instant)
        cct->sorter_free = now + earlier(later(walked + 1, n->sort_min), n->sort_max);
}

static bool merge(struct split *into, const struct split *split)
{
    if (into->key != split->key)
        return false;
    into->mask |= split->mask;
    into->ready = later(into->ready, split->ready);
    return true;
}

static enum cct_outcome insert_sorted(struct cct *cct, uint32_t *list, const struct split *split,
                                      bool spill, cycle_t now)
{
    uint32_t walked = 0;
    while (*list != CCT_NONE && cct->nodes[*list].split.key < split->key) {
        list = &cct->nodes[*list].next;
        walked++;
    }
    bool merged = *list != CCT_NONE && merge(&cct->nodes[*list].split, split);
    enum cct_outcome outcome = merged ? CCT_MERGED : put(cct, list, split, spill);
    if (outcome != CCT_FULL)
        occupy_sorter(cct, walked, now);
    return outcome;
}

enum cct_outcome cct_insert(struct cct *cct, uint32_t *list, const struct split *split, bool spill,
                            cycle_t now)
{
    bool degraded = now < cct->sorter_free;
    enum cct_outcome outcome = degraded ? put(cct, list, split, spill)
                                        : insert_sorted(cct, list, split, spill, now);
    cct->inserts += outcome != CCT_FULL;
    cct->degraded_inserts += degraded && outcome != CCT_FULL;
    return outcome;
}

struct split cct_take(struct cct *cct, uint32_t *link, cycle_t now)
{
    uint32_t node = *link;
    bool spilled = node >= cct->numbers->nodes;
    uint32_t *free = spilled ? &cct->free_spill : &cct->free;
    struct split split = cct->nodes[node].split;
    *link = cct->nodes[node].next;
    cct->nodes[node].next = *free;
    *free = node;
    *(spilled ? &cct->spilled : &cct->used) -= 1;
    if (spilled)
        split.ready = later(split.ready, now + cct->numbers->spill);
    return split;
}

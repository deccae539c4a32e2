/* SPDX-License-Identifier: Apache-2.0 */
/* structure.c - putting structured programs together, their costs and numbers. */
#include "flow/structure.h"

struct structure *structure_new(struct arena *arena, enum structure_kind kind, uint32_t block)
{
    struct structure *out = arena_alloc(arena, sizeof *out);
    bool own_cost = kind != STRUCTURE_LOOP && block != STRUCTURE_NO_BLOCK;
    *out = (struct structure){
        .kind = kind,
        .block = {block, own_cost ? STRUCTURE_NO_COST : 0},
        .serial = {STRUCTURE_NO_BLOCK, 0},
        .bound = STRUCTURE_NO_BOUND,
    };
    return out;
}

struct structure **structure_append(struct structure **end, struct structure *added)
{
    *end = added;
    return &added->next;
}

static void set_cost(struct structure_block *block, const int64_t *cost, uint32_t blocks)
{
    if (block->number < blocks)
        block->cost = cost[block->number];
}

/* What is nested too deep stays without costs: structure_number() refuses it. */
static void set_costs(struct structure *list, uint32_t depth, const int64_t *cost, uint32_t blocks)
{
    for (; list && depth <= STRUCTURE_DEPTH_MAX; list = list->next) {
        if (list->kind != STRUCTURE_LOOP)
            set_cost(&list->block, cost, blocks);
        set_cost(&list->serial, cost, blocks);
        for (int s = 0; s < SIDES; s++)
            set_costs(list->side[s], depth + 1, cost, blocks);
    }
}

void structure_set_costs(struct structure *list, const int64_t *cost, uint32_t blocks)
{
    set_costs(list, 0, cost, blocks);
}

static enum wc_status check_block(struct error *err, const struct structure_block *block)
{
    if (block->cost >= 0)
        return WC_OK;
    return fail(err, WC_BAD_INPUT, "block %u has no worst-case cost", block->number);
}

static enum wc_status check(struct error *err, const struct structure *structure, uint32_t depth)
{
    if (depth > STRUCTURE_DEPTH_MAX)
        return fail(err, WC_BAD_INPUT, "branches and loops at block %u are nested more than %d "
                    "deep", structure->block.number, STRUCTURE_DEPTH_MAX);
    if (structure->kind == STRUCTURE_LOOP && structure->bound <= STRUCTURE_NO_BOUND)
        return fail(err, WC_BAD_INPUT, "the loop at block %u has no bound",
                    structure->block.number);
    enum wc_status status = check_block(err, &structure->block);
    return status == WC_OK ? check_block(err, &structure->serial) : status;
}

/* The branch is numbered before its sides: the order in which code is laid out. */
static enum wc_status number(struct error *err, struct structure *list, uint32_t depth,
                             struct structure_count *count)
{
    enum wc_status status = WC_OK;
    for (; list && status == WC_OK; list = list->next) {
        status = check(err, list, depth);
        list->number = count->structures++;
        count->loops += list->kind == STRUCTURE_LOOP;
        if (list->kind == STRUCTURE_DIVERGENT)
            list->branch = count->branches++;
        for (int s = 0; s < SIDES && status == WC_OK; s++)
            status = number(err, list->side[s], depth + 1, count);
    }
    return status;
}

enum wc_status structure_number(struct error *err, struct structure *program,
                                struct structure_count *count)
{
    *count = (struct structure_count){0};
    if (!program)
        return fail(err, WC_BAD_INPUT, "the program has no blocks");
    return number(err, program, 0, count);
}

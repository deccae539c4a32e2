/* SPDX-License-Identifier: Apache-2.0 */
/* programs.c - programs of the tests, and oracles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/reserve.h"
#include "programs.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

int bench_begin(void **state)
{
    *state = memory_take(sizeof(struct bench));
    return 0;
}

int bench_end(void **state)
{
    struct bench *bench = *state;
    ilp_solver_close(&bench->solver);
    error_clear(&bench->error);
    arena_free(&bench->arena);
    free(bench);
    return 0;
}

struct structure *block(struct bench *bench, uint32_t number, int64_t cost)
{
    struct structure *out = structure_new(&bench->arena, STRUCTURE_BLOCK, number);
    out->block.cost = cost;
    return out;
}

struct structure *divergent(struct bench *bench, uint32_t number, int64_t cost, uint32_t serial,
                            int64_t serial_cost, struct structure *then, struct structure *other)
{
    struct structure *out = structure_new(&bench->arena, STRUCTURE_DIVERGENT, number);
    out->block.cost = cost;
    if (serial)
        out->serial = (struct structure_block){serial, serial_cost};
    out->side[SIDE_THEN] = then;
    out->side[SIDE_ELSE] = other;
    out->marked = out->allowed = true;
    return out;
}

struct structure *uniform(struct bench *bench, uint32_t number, int64_t cost,
                          struct structure *then, struct structure *other)
{
    struct structure *out = structure_new(&bench->arena, STRUCTURE_UNIFORM, number);
    out->block.cost = cost;
    out->side[SIDE_THEN] = then;
    out->side[SIDE_ELSE] = other;
    return out;
}

struct structure *loop(struct bench *bench, uint32_t number, int64_t bound,
                       struct structure *body)
{
    struct structure *out = structure_new(&bench->arena, STRUCTURE_LOOP, number);
    out->bound = bound;
    out->side[SIDE_BODY] = body;
    return out;
}

struct structure *in_order(struct structure *first, ...)
{
    struct structure *list = NULL, **end = &list;
    va_list more;
    va_start(more, first);
    for (struct structure *next = first; next; next = va_arg(more, struct structure *))
        end = structure_append(end, next);
    va_end(more);
    return list;
}

struct structure *figure_2(struct bench *b)
{
    struct structure *inner = divergent(b, 2, 2, 0, 0, block(b, 3, 3), block(b, 4, 3));
    struct structure *then = in_order(inner, block(b, 5, 2), NULL);
    return in_order(divergent(b, 1, 1, 0, 0, then, block(b, 6, 2)),
                    divergent(b, 7, 1, 0, 0, block(b, 8, 2), block(b, 9, 2)), block(b, 10, 2),
                    NULL);
}

struct structure *figure_8(struct bench *b)
{
    static const int64_t e[] = {0, 9, 2, 3, 1, 5, 2, 2, 6, 1, 4, 2, 1, 2, 2, 1, 3, 2, 11};
    struct structure *two = divergent(b, 2, e[2], 4, e[4], block(b, 3, e[3]), block(b, 5, e[5]));
    struct structure *seven = divergent(b, 7, e[7], 9, e[9], block(b, 8, e[8]),
                                        block(b, 10, e[10]));
    struct structure *thirteen = divergent(b, 13, e[13], 15, e[15], block(b, 14, e[14]),
                                           block(b, 16, e[16]));
    struct structure *then = in_order(two, block(b, 6, e[6]), seven, block(b, 11, e[11]), NULL);
    struct structure *other = in_order(thirteen, block(b, 17, e[17]), NULL);
    return in_order(divergent(b, 1, e[1], 12, e[12], then, other), block(b, 18, e[18]), NULL);
}

/* ---- random programs ---- */

static uint64_t below(struct bench *bench, uint64_t n)
{
    return dice_roll(&bench->dice) % n;
}

static struct structure *random_list(struct bench *bench, const struct random_shape *shape,
                                     int depth, int parts_min);

static struct structure *random_branch(struct bench *bench, const struct random_shape *shape,
                                       int depth, bool diverges, int64_t cost)
{
    struct structure *side[SIDES];
    for (int s = 0; s < SIDES; s++)
        side[s] = random_list(bench, shape, depth - 1, 0);
    if (!diverges)
        return uniform(bench, 1, cost, side[0], side[1]);
    int64_t serial = (int64_t)below(bench, 3);
    struct structure *out = divergent(bench, 1, cost, (uint32_t)serial, serial, side[0], side[1]);
    out->allowed = below(bench, 10) != 0;
    out->marked = below(bench, 10) < 7;
    return out;
}

static struct structure *random_part(struct bench *bench, const struct random_shape *shape,
                                     int depth)
{
    int64_t cost = (int64_t)below(bench, (uint64_t)shape->cost_max + 1);
    uint64_t kind = depth ? below(bench, 10) : 0;
    if (kind < 3)
        return block(bench, 1, cost);
    if (kind == 3 && shape->loops)
        return loop(bench, 1, 1 + (int64_t)below(bench, 4),
                    random_list(bench, shape, depth - 1, 0));
    return random_branch(bench, shape, depth, kind > 4, cost);
}

static struct structure *random_list(struct bench *bench, const struct random_shape *shape,
                                     int depth, int parts_min)
{
    struct structure *list = NULL, **end = &list;
    int parts = parts_min + (int)below(bench, (uint64_t)shape->parts);
    for (int i = 0; i < parts; i++)
        end = structure_append(end, random_part(bench, shape, depth));
    return list;
}

struct structure *random_program(struct bench *bench, const struct random_shape *shape)
{
    return random_list(bench, shape, shape->depth, 1);
}

/* ---- graphs ---- */

void make_graph(struct bench *bench, struct structure *program)
{
    assert_int_equal(split_graph_make(&bench->error, &bench->arena, program, &bench->graph), WC_OK);
}

uint32_t node_of_block(const struct split_graph *graph, uint32_t number)
{
    for (uint32_t n = 0; n < graph->nodes; n++) {
        if (graph->node[n].block == number)
            return n;
    }
    return NO_NODE;
}

uint32_t branch_of_block(const struct split_graph *graph, uint32_t number)
{
    return graph->node[node_of_block(graph, number)].branch;
}

bool *branches_of_blocks(struct bench *bench, const uint32_t *blocks)
{
    bool *out = arena_array(&bench->arena, bench->graph.branches, sizeof *out);
    for (; *blocks; blocks++)
        out[branch_of_block(&bench->graph, *blocks)] = true;
    return out;
}

/* ---- ways through the graph ---- */

static bool edge_usable(const struct split_graph *graph, uint32_t n, int slot, const bool *removed)
{
    const struct split_node *node = &graph->node[n];
    return node->next[slot] != NO_NODE && node->next[slot] > n &&
           !(slot == 0 && removed && removed[n]);
}

int64_t longest_way(struct bench *bench, const bool *removed, const bool *split, int64_t surcharge)
{
    const struct split_graph *graph = &bench->graph;
    int64_t *to = arena_array(&bench->arena, graph->nodes + 1u, sizeof *to);
    for (uint32_t n = 1; n <= graph->nodes; n++)
        to[n] = INT64_MIN;
    for (uint32_t n = 0; n < graph->nodes; n++) {
        const struct split_node *node = &graph->node[n];
        bool more = split && node->kind == NODE_DIVERGENT && split[node->branch];
        for (int slot = 0; slot < 2; slot++) {
            if (to[n] == INT64_MIN || !edge_usable(graph, n, slot, removed))
                continue;
            int64_t way = to[n] + node->weight + (more ? surcharge * node->trips : 0);
            int64_t *best = &to[node->next[slot]];
            *best = way > *best ? way : *best;
        }
    }
    return to[graph->nodes];
}

enum { WAY_MAX = 256 };

struct walk {
    const struct split_graph *graph;
    const bool *removed;
    void (*found)(void *user, const struct path *path);
    void *user;
    uint32_t block[WAY_MAX], ways;
};

static void walk_on(struct walk *walk, uint32_t n, uint32_t blocks, int64_t weight)
{
    if (n == walk->graph->nodes) {
        walk->ways++;
        walk->found(walk->user, &(struct path){walk->block, blocks, weight});
        return;
    }
    const struct split_node *node = &walk->graph->node[n];
    assert_true(blocks < WAY_MAX);
    if (node->block != STRUCTURE_NO_BLOCK)
        walk->block[blocks++] = node->block;
    for (int slot = 0; slot < 2; slot++) {
        if (edge_usable(walk->graph, n, slot, walk->removed))
            walk_on(walk, node->next[slot], blocks, weight + node->weight);
    }
}

uint32_t every_way(const struct split_graph *graph, const bool *removed,
                   void (*found)(void *user, const struct path *path), void *user)
{
    struct walk walk = {.graph = graph, .removed = removed, .found = found, .user = user};
    walk_on(&walk, 0, 0, 0);
    return walk.ways;
}

/* ---- loops ---- */

static struct structure **unroll_into(struct bench *bench, const struct structure *list,
                                      struct structure **end)
{
    for (; list; list = list->next) {
        if (list->kind == STRUCTURE_LOOP) {
            for (int64_t i = 0; i < list->bound; i++)
                end = unroll_into(bench, list->side[SIDE_BODY], end);
            continue;
        }
        struct structure *copy = arena_alloc(&bench->arena, sizeof *copy);
        *copy = *list;
        copy->next = NULL;
        for (int s = 0; s < SIDES; s++)
            copy->side[s] = unrolled(bench, list->side[s]);
        end = structure_append(end, copy);
    }
    return end;
}

struct structure *unrolled(struct bench *bench, const struct structure *list)
{
    struct structure *out = NULL;
    unroll_into(bench, list, &out);
    return out;
}

/* ---- runs ---- */

enum { MOMENTS_MAX = 4096 };

struct moment {
    int64_t at;
    int change; /* of the contexts live */
};

struct run {
    struct bench *bench;
    const bool *split;
    int64_t split_cost;
    struct moment moment[MOMENTS_MAX];
    uint32_t moments;
};

static void note(struct run *run, int64_t at, int change)
{
    assert_true(run->moments < MOMENTS_MAX);
    run->moment[run->moments++] = (struct moment){at, change};
}

/* Half of them take as long as they may. */
static int64_t within(struct run *run, int64_t cost)
{
    uint64_t any = below(run->bench, 2 * (uint64_t)cost + 2);
    return (int64_t)any < cost ? (int64_t)any : cost;
}

static int64_t run_list(struct run *run, const struct structure *list, int64_t now);

/* Parent and child each pass the BSB, the one after its side, the other before. */
static int64_t run_split(struct run *run, const struct structure *part, int64_t now)
{
    int64_t split = within(run, run->split_cost), merge = run->split_cost - split;
    note(run, now, +1);
    now += split;
    int64_t parent = run_list(run, part->side[SIDE_THEN], now) + within(run, part->serial.cost);
    int64_t child = run_list(run, part->side[SIDE_ELSE], now + within(run, part->serial.cost));
    now = (parent > child ? parent : child) + within(run, merge);
    note(run, now, -1);
    return now;
}

static int64_t run_serial(struct run *run, const struct structure *part, int64_t now)
{
    if (below(run->bench, 4))
        now = run_list(run, part->side[SIDE_THEN], now);
    now += within(run, part->serial.cost);
    return below(run->bench, 4) ? run_list(run, part->side[SIDE_ELSE], now) : now;
}

static int64_t run_part(struct run *run, const struct structure *part, int64_t now)
{
    now += within(run, part->block.cost);
    switch (part->kind) {
    case STRUCTURE_BLOCK: return now;
    case STRUCTURE_UNIFORM: return run_list(run, part->side[below(run->bench, 2)], now);
    case STRUCTURE_LOOP:
        for (int64_t i = 0; i < part->bound; i++)
            now = run_list(run, part->side[SIDE_BODY], now);
        return now;
    case STRUCTURE_DIVERGENT: break;
    }
    return run->split[part->branch] ? run_split(run, part, now) : run_serial(run, part, now);
}

static int64_t run_list(struct run *run, const struct structure *list, int64_t now)
{
    for (; list; list = list->next)
        now = run_part(run, list, now);
    return now;
}

/* Contexts that are freed in a cycle can be taken in the same one. */
static int earlier(const void *a, const void *b)
{
    const struct moment *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->change - y->change;
}

struct wavefront_run run_wavefront(struct bench *bench, const struct structure *program,
                                   const bool *split, int64_t split_cost)
{
    struct run *run = memory_take(sizeof *run);
    *run = (struct run){.bench = bench, .split = split, .split_cost = split_cost};
    struct wavefront_run out = {.time = run_list(run, program, 0)};
    qsort(run->moment, run->moments, sizeof *run->moment, earlier);
    int live = 0;
    for (uint32_t i = 0; i < run->moments; i++) {
        live += run->moment[i].change;
        out.contexts = live > (int)out.contexts ? (uint32_t)live : out.contexts;
    }
    assert_int_equal(live, 0);
    free(run);
    return out;
}

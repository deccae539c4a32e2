/* SPDX-License-Identifier: Apache-2.0 */
/* places.c - loops of all functions, and regions between a branch and its meeting place. */
#include "bound/fermi/places.h"

#include <string.h>

#include "flow/cfg.h"

bool fermi_places_inside(const struct fermi_places *p, uint32_t index, uint32_t loop)
{
    uint32_t inner = p->loop[index];
    while (inner != NO_NODE && inner != loop)
        inner = p->loops[inner].parent;
    return inner == loop;
}

/* ---- loops ---- */

static uint32_t exit_of(const struct cfg *cfg, uint32_t loop)
{
    uint32_t found = cfg->blocks[cfg->loops.loop[loop].header].first;
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        for (uint32_t e = cfg->graph.succ_first[b];
             loop_contains(&cfg->loops, loop, b) && e < cfg->graph.succ_first[b + 1]; e++) {
            if (!loop_contains(&cfg->loops, loop, cfg->graph.succ[e]))
                found = cfg->blocks[b].end - 1;
        }
    }
    return found;
}

static void read_loops(struct fermi_places *p, struct arena *arena, const struct cfg *cfg)
{
    const uint32_t first = p->loop_count;
    for (uint32_t i = 0; i < cfg->loops.count; i++) {
        const struct loop *loop = &cfg->loops.loop[i];
        const uint32_t header = cfg->blocks[loop->header].first;
        p->loops = arena_grow(arena, p->loops, p->loop_count, sizeof *p->loops);
        p->heads[header] = p->loop_count;
        p->loops[p->loop_count++] = (struct fermi_loop){
            .header = header, .exit = exit_of(cfg, i),
            .parent = loop->parent == NO_NODE ? NO_NODE : first + loop->parent};
    }
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        const uint32_t loop = cfg->loops.of[b];
        for (uint32_t k = cfg->blocks[b].first; k < cfg->blocks[b].end; k++)
            p->loop[k] = loop == NO_NODE ? NO_NODE : first + loop;
    }
    if (cfg->loops.irreducible_count)
        p->irreducible = cfg->blocks[cfg->loops.irreducible[0].to].first;
}

/* ---- regions ---- */

/* What decides whether a machine holds lanes at a meeting place. */
struct region {
    const struct fermi_places *places;
    const struct cfg *cfg;
    bool *seen;      /* by block */
    uint32_t *queue;
};

static uint64_t key(const struct fermi *fermi, uint32_t index)
{
    return contexts_key(&fermi->contexts, false, 0, index);
}

/* Lanes in this block come before the meeting place, and hold a secondary split there. */
static bool block_waits(const struct fermi *fermi, const struct cfg_block *block, uint32_t meet)
{
    const struct constraint constraint = fermi_constraint(fermi);
    const bool two = fermi->clock->numbers.contexts.hot > 1;
    const uint32_t div = two ? constraint.divergence[meet] : 0;
    for (uint32_t i = block->first; i < block->end; i++) {
        if (key(fermi, i) >= key(fermi, meet))
            return false;
        if (two && (div == CONSTRAINT_NONE ||
                    !constraint_holds(CONSTRAINT_OPEN, key(fermi, i), key(fermi, div),
                                      key(fermi, meet))))
            return false;
    }
    return true;
}

/* All blocks on ways from a branch to its meeting place. */
static bool region_waits(const struct region *r, uint32_t from, uint32_t meet)
{
    const struct cfg *cfg = r->cfg;
    uint32_t count = 0;
    memset(r->seen, 0, cfg->block_count * sizeof *r->seen);
    r->queue[count++] = from;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t b = r->queue[i];
        for (uint32_t e = cfg->graph.succ_first[b]; e < cfg->graph.succ_first[b + 1]; e++) {
            const uint32_t to = cfg->graph.succ[e];
            if (to >= cfg->block_count || r->seen[to] || cfg->blocks[to].first == meet)
                continue;
            r->seen[to] = true;
            r->queue[count++] = to;
            if (!block_waits(r->places->fermi, &cfg->blocks[to], meet))
                return false;
        }
    }
    return true;
}

/* A stack always holds. By frontiers, one hot split is the lowest of all; two need the constraint.
 * Without a meeting place in its function, lanes meet after the call, since deeper calls come
 * first; a secondary split does not wait there. */
static bool branch_holds(const struct region *r, uint32_t block)
{
    const struct fermi *fermi = r->places->fermi;
    const struct fermi_clock_numbers *n = &fermi->clock->numbers;
    const int32_t meet = fermi->reconvergence.meet[r->cfg->blocks[block].end - 1];
    if (!fermi->numbers.frontier)
        return true;
    if (n->contexts.hot > 1 && (!n->constraints || n->contexts.literal))
        return false;
    if (meet < 0)
        return n->contexts.hot == 1;
    return region_waits(r, block, (uint32_t)meet);
}

static void read_function(struct fermi_places *p, struct arena *arena,
                          const struct function *function)
{
    struct arena own = {0};
    const struct program *program = p->fermi->run.launch->program;
    struct cfg cfg = cfg_make(&own, program, function);
    if (cfg.block_count) {
        const struct region region = {
            .places = p, .cfg = &cfg,
            .seen = arena_array(&own, cfg.block_count, sizeof *region.seen),
            .queue = arena_array(&own, cfg.block_count + 1, sizeof *region.queue)};
        read_loops(p, arena, &cfg);
        for (uint32_t b = 0; b < cfg.block_count; b++) {
            if (cfg_last(&cfg, b)->flow == FLOW_BRANCH)
                p->holds[cfg.blocks[b].end - 1] = branch_holds(&region, b);
        }
    }
    arena_free(&own);
}

static uint32_t *nowhere(struct arena *arena, uint32_t count)
{
    uint32_t *array = arena_array(arena, (size_t)count + 1, sizeof *array);
    for (uint32_t i = 0; i <= count; i++)
        array[i] = NO_NODE;
    return array;
}

void fermi_places_make(struct fermi_places *p, struct arena *arena, const struct fermi *fermi)
{
    const struct program *program = fermi->run.launch->program;
    *p = (struct fermi_places){.fermi = fermi, .irreducible = NO_NODE,
                               .loop = nowhere(arena, program->count),
                               .heads = nowhere(arena, program->count),
                               .holds = arena_array(arena, program->count + 1, sizeof *p->holds)};
    for (uint32_t i = 0; i < program->function_count; i++)
        read_function(p, arena, &program->functions[i]);
}

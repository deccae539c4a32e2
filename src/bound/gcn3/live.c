/* SPDX-License-Identifier: Apache-2.0 */
/* live.c - scalars that a block or one after it may read before they are written.
 *
 * Only to have fewer cases (cases.h): what is known of other scalars is forgotten, which is never
 * wrong. */
#include "bound/gcn3/program.h"

static void set(struct gcn3_live *live, const struct register_use *use, bool is_live)
{
    for (uint32_t k = 0; k < use->count && use->first + k < GCN3_SCALARS; k++) {
        const uint32_t name = use->first + k;
        const uint64_t bit = 1ull << name % 64;
        live->bits[name / 64] = is_live ? live->bits[name / 64] | bit
                                        : live->bits[name / 64] & ~bit;
    }
}

static void step_back(struct gcn3_live *live, const struct dependence *list)
{
    for (uint32_t i = 0; i < list->writes; i++) {
        if (list->write[i].role == WRITE_WHOLE)
            set(live, &list->write[i], false);
    }
    for (uint32_t i = 0; i < list->reads; i++)
        set(live, &list->read[i], true);
}

/* From what is live after the block; tells whether more is live before it than was known. */
static bool pass_block(struct gcn3_program *p, uint32_t block)
{
    const struct cfg *cfg = &p->cfg;
    const struct register_use exec = {.first = GCN3_EXEC, .count = 2};
    struct gcn3_live live = {{0}}, *before = &p->live[block];
    for (uint32_t e = cfg->graph.succ_first[block]; e < cfg->graph.succ_first[block + 1]; e++) {
        if (cfg->graph.succ[e] >= cfg->block_count)
            continue;
        live.bits[0] |= p->live[cfg->graph.succ[e]].bits[0];
        live.bits[1] |= p->live[cfg->graph.succ[e]].bits[1];
    }
    for (uint32_t i = cfg->blocks[block].end; i-- > cfg->blocks[block].first;)
        step_back(&live, &p->info[i].list);
    set(&live, &exec, true);
    const bool more = (live.bits[0] & ~before->bits[0]) | (live.bits[1] & ~before->bits[1]);
    before->bits[0] |= live.bits[0];
    before->bits[1] |= live.bits[1];
    return more;
}

void gcn3_find_live(struct arena *arena, struct gcn3_program *p)
{
    bool more = true;
    p->live = arena_array(arena, p->cfg.block_count + 1, sizeof *p->live);
    while (more) {
        more = false;
        for (uint32_t at = p->cfg.order.count; at-- > 0;)
            more |= pass_block(p, p->cfg.order.node[at]);
    }
}

bool gcn3_is_live(const struct gcn3_live *live, uint32_t scalar)
{
    return live->bits[scalar / 64] >> scalar % 64 & 1;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* cfg_json.c - control-flow graphs as JSON.
 *
 * An array with one object per function: function, kernel, blocks [{address, last, instructions,
 * successors, exits, loop, divergent, reachable, source}], loops [{header, depth, parent}],
 * irreducible [[from, to]]. Blocks and loops are numbered by their index; missing values are
 * null. */
#include "flow/cfg.h"

#include "base/json.h"
#include "load/image.h"

static json_t *index_or_null(uint32_t index)
{
    return index == NO_NODE ? json_null() : json_integer(index);
}

static json_t *source(const struct cfg *cfg, uint64_t pc)
{
    struct source_line line;
    if (!image_source_line(cfg->program->image, pc, &line))
        return json_null();
    return json_pack("{s:o, s:I}", "file", json_outside_string(line.file), "line",
                     (json_int_t)line.line);
}

static json_t *block_json(const struct cfg *cfg, uint32_t b)
{
    const struct cfg_block *block = &cfg->blocks[b];
    uint64_t pc = cfg->program->insns[block->first].pc;
    json_t *successors = json_array();
    for (uint32_t e = cfg->graph.succ_first[b]; e < cfg->graph.succ_first[b + 1]; e++)
        json_append(&successors, json_integer(cfg->graph.succ[e]));
    return json_pack("{s:I, s:I, s:I, s:o, s:b, s:o, s:b, s:b, s:o}", "address", (json_int_t)pc,
                     "last", (json_int_t)cfg_last(cfg, b)->pc, "instructions",
                     (json_int_t)(block->end - block->first), "successors", successors, "exits",
                     cfg_last(cfg, b)->flow == FLOW_EXIT, "loop",
                     index_or_null(cfg->loops.of[b]), "divergent", block->is_divergent,
                     "reachable", block->is_reachable, "source", source(cfg, pc));
}

static json_t *function_json(const struct cfg *cfg)
{
    json_t *blocks = json_array(), *loops = json_array(), *irreducible = json_array();
    for (uint32_t b = 0; b < cfg->block_count; b++)
        json_append(&blocks, block_json(cfg, b));
    for (uint32_t i = 0; i < cfg->loops.count; i++) {
        const struct loop *loop = &cfg->loops.loop[i];
        json_append(&loops, json_pack("{s:I, s:I, s:o}", "header",
                                     (json_int_t)loop->header, "depth",
                                     (json_int_t)loop->depth, "parent",
                                     index_or_null(loop->parent)));
    }
    for (uint32_t i = 0; i < cfg->loops.irreducible_count; i++)
        json_append(&irreducible,
                    json_pack("[I, I]", (json_int_t)cfg->loops.irreducible[i].from,
                              (json_int_t)cfg->loops.irreducible[i].to));
    return json_pack("{s:o, s:b, s:o, s:o, s:o}", "function",
                     json_outside_string(cfg->function->name), "kernel", cfg->function->is_kernel,
                     "blocks", blocks, "loops", loops, "irreducible", irreducible);
}

void cfg_write_json(const struct cfg *cfgs, uint32_t count, struct text *out)
{
    json_t *root = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_append(&root, function_json(&cfgs[i]));
    json_text_add(root, out);
}

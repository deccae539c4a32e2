/* SPDX-License-Identifier: Apache-2.0 */
/* cfg_json.c - control-flow graphs as JSON.
 *
 * An array with one object per function: function, kernel, blocks [{address, last, instructions,
 * successors, exits, loop, divergent, reachable, source}], loops [{header, depth, parent}],
 * irreducible [[from, to]], layout {branches, below, offenders [{block, meet}]}. Blocks and loops
 * are numbered by their index; missing values are null. A block is written as it is made: the
 * document is much larger than the graph (HOUSE-55). */
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

json_t *cfg_block_json(const struct cfg *cfg, uint32_t b)
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

json_t *cfg_loop_json(const struct loop *loop)
{
    return json_pack("{s:I, s:I, s:o}", "header", (json_int_t)loop->header, "depth",
                     (json_int_t)loop->depth, "parent", index_or_null(loop->parent));
}

static void add_loops(const struct loops *loops, struct json_stream *json)
{
    json_stream_begin(json, "loops", '[');
    for (uint32_t i = 0; i < loops->count; i++)
        json_stream_add(json, NULL, cfg_loop_json(&loops->loop[i]));
    json_stream_end(json, ']');
    json_stream_begin(json, "irreducible", '[');
    for (uint32_t i = 0; i < loops->irreducible_count; i++)
        json_stream_add(json, NULL,
                        json_pack("[I, I]", (json_int_t)loops->irreducible[i].from,
                                  (json_int_t)loops->irreducible[i].to));
    json_stream_end(json, ']');
}

static json_t *layout_json(const struct cfg *cfg)
{
    const struct cfg_layout layout = cfg_layout(cfg);
    json_t *offenders = json_array();
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        if (cfg_is_offender(cfg, b))
            json_append(&offenders, json_pack("{s:I, s:I}", "block", (json_int_t)b, "meet",
                                              (json_int_t)cfg_meet(cfg, b)));
    }
    return json_pack("{s:I, s:I, s:o}", "branches", (json_int_t)layout.branches, "below",
                     (json_int_t)layout.below, "offenders", offenders);
}

void cfg_write_json(const struct cfg *cfg, struct json_stream *json)
{
    json_stream_begin(json, NULL, '{');
    json_stream_add(json, "function", json_outside_string(cfg->function->name));
    json_stream_add(json, "kernel", json_boolean(cfg->function->is_kernel));
    json_stream_begin(json, "blocks", '[');
    for (uint32_t b = 0; b < cfg->block_count; b++)
        json_stream_add(json, NULL, cfg_block_json(cfg, b));
    json_stream_end(json, ']');
    add_loops(&cfg->loops, json);
    json_stream_add(json, "layout", layout_json(cfg));
    json_stream_end(json, '}');
}

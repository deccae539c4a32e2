/* SPDX-License-Identifier: Apache-2.0 */
/* cfg_dot.c - a control-flow graph for Graphviz: one cluster per function, divergent branches red,
 * back edges dashed. */
#include "flow/cfg.h"

#include <inttypes.h>

#include "load/image.h"

/* Text inside double quotes; names come from the binary and may contain anything. */
static void add_quoted(struct text *out, const char *string)
{
    for (; *string; string++) {
        if (*string == '"' || *string == '\\')
            text_add(out, "\\");
        text_add(out, "%c", (unsigned char)*string < ' ' ? '?' : *string);
    }
}

static void add_node(const struct cfg *cfg, uint32_t number, uint32_t b, struct text *out)
{
    const struct cfg_block *block = &cfg->blocks[b];
    const struct insn *first = &cfg->program->insns[block->first];
    struct source_line line;
    text_add(out, "        f%" PRIu32 "b%" PRIu32 " [label=\"B%" PRIu32 "  0x%08" PRIx64
             "\\n%" PRIu32 " instruction%s", number, b, b, first->pc, block->end - block->first,
             block->end - block->first == 1 ? "" : "s");
    if (image_source_line(cfg->program->image, first->pc, &line)) {
        text_add(out, "\\n");
        add_quoted(out, line.file);
        text_add(out, ":%" PRIu32, line.line);
    }
    if (cfg->loops.of[b] != NO_NODE && cfg->loops.loop[cfg->loops.of[b]].header == b)
        text_add(out, "\\nloop L%" PRIu32 ", depth %" PRIu32, cfg->loops.of[b],
                 cfg->loops.loop[cfg->loops.of[b]].depth);
    text_add(out, "\"%s%s];\n",
             block->is_divergent ? ", color=red, style=filled, fillcolor=mistyrose" : "",
             block->is_reachable ? "" : ", color=gray, fontcolor=gray");
}

static void add_edges(const struct cfg *cfg, uint32_t number, uint32_t b, struct text *out)
{
    const struct graph *graph = &cfg->graph;
    for (uint32_t e = graph->succ_first[b]; e < graph->succ_first[b + 1]; e++) {
        uint32_t to = graph->succ[e];
        bool back = dominates(&cfg->tree, to, b);
        const char *look = back                          ? " [style=dashed]"
                           : cfg->blocks[b].is_divergent ? " [color=red]" : "";
        text_add(out, "        f%" PRIu32 "b%" PRIu32 " -> f%" PRIu32 "b%" PRIu32 "%s;\n", number,
                 b, number, to, look);
    }
    if (cfg_may_exit(cfg, b))
        text_add(out, "        f%" PRIu32 "b%" PRIu32 "x [label=exit, shape=oval];\n"
                 "        f%" PRIu32 "b%" PRIu32 " -> f%" PRIu32 "b%" PRIu32 "x%s;\n",
                 number, b, number, b, number, b,
                 cfg->blocks[b].is_divergent ? " [color=red]" : "");
}

void cfg_write_dot(const struct cfg *cfg, uint32_t number, struct text *out)
{
    text_add(out, "    subgraph cluster_%" PRIu32 " {\n        label=\"", number);
    add_quoted(out, cfg->function->name);
    text_add(out, "\";\n");
    for (uint32_t b = 0; b < cfg->block_count; b++)
        add_node(cfg, number, b, out);
    for (uint32_t b = 0; b < cfg->block_count; b++)
        add_edges(cfg, number, b, out);
    text_add(out, "    }\n");
}

/* SPDX-License-Identifier: Apache-2.0 */
/* cfg_text.c - a control-flow graph as text: one line per block, one line per loop, and the
 * branches whose lanes do not meet at a higher address. */
#include "flow/cfg.h"

#include <inttypes.h>

#include "flow/loop_name.h"
#include "load/image.h"

/* Escape sequences around the parts; empty without colour. */
struct paint {
    const char *function, *divergent, *source, *end;
};

static const struct paint plain = {"", "", "", ""};
static const struct paint coloured = {"\033[1m", "\033[31m", "\033[36m", "\033[0m"};

static void add_line(const struct source_line *line, const struct paint *paint, struct text *out)
{
    text_add(out, "  %s%s:%" PRIu32 "%s", paint->source, line->file, line->line, paint->end);
}

static void add_source(const struct cfg *cfg, uint32_t block, const struct paint *paint,
                       struct text *out)
{
    struct source_line line;
    uint64_t pc = cfg->program->insns[cfg->blocks[block].first].pc;
    if (image_source_line(cfg->program->image, pc, &line))
        add_line(&line, paint, out);
}

static void add_successors(const struct cfg *cfg, uint32_t block, struct text *out)
{
    const struct graph *graph = &cfg->graph;
    for (uint32_t e = graph->succ_first[block]; e < graph->succ_first[block + 1]; e++)
        text_add(out, "%s B%" PRIu32, e == graph->succ_first[block] ? "  ->" : ",", graph->succ[e]);
    if (cfg_may_exit(cfg, block) && graph->succ_first[block] < graph->succ_first[block + 1])
        text_add(out, ", exit");
}

/* Calls: control leaves the function and returns. */
static void add_callees(const struct cfg *cfg, uint32_t block, struct text *out)
{
    const struct program *program = cfg->program;
    for (uint32_t i = cfg->blocks[block].first; i < cfg->blocks[block].end; i++) {
        const struct insn *insn = &program->insns[i];
        if (insn->flow != FLOW_CALL)
            continue;
        const struct function *callee =
            insn->target < 0 ? NULL : program_function(program, program->insns[insn->target].pc);
        text_add(out, "  calls %s", callee ? callee->name : "through a register");
    }
}

static const char *end_kind(const struct insn *last)
{
    switch ((enum flow)last->flow) {
    case FLOW_RETURN:
        return "  return";
    case FLOW_EXIT:
        return "  exit";
    case FLOW_INDIRECT:
        return "  indirect jump";
    case FLOW_JUMP:
        return "  leaves the function";
    default:
        return last->op ? "" : "  not an instruction";
    }
}

static void add_block(const struct cfg *cfg, uint32_t b, const struct paint *paint,
                      struct text *out)
{
    const struct cfg_block *block = &cfg->blocks[b];
    const struct insn *last = cfg_last(cfg, b);
    uint32_t loop = cfg->loops.of[b], count = block->end - block->first;
    text_add(out, "  B%-4" PRIu32 " 0x%08" PRIx64 "..0x%08" PRIx64 " %4" PRIu32 " instruction%s", b,
             cfg->program->insns[block->first].pc, last->pc, count, count == 1 ? " " : "s");
    if (loop != NO_NODE)
        text_add(out, "  loop L%" PRIu32, loop);
    add_successors(cfg, b, out);
    if (cfg->graph.succ_first[b] == cfg->graph.succ_first[b + 1])
        text_add(out, "%s", end_kind(last));
    add_callees(cfg, b, out);
    if (block->is_divergent)
        text_add(out, "  %sdivergent%s", paint->divergent, paint->end);
    if (!block->is_reachable)
        text_add(out, "  unreachable");
    add_source(cfg, b, paint, out);
    text_add(out, "\n");
}

static void add_back_edges(const struct cfg *cfg, uint32_t loop, struct text *out)
{
    const struct graph *graph = &cfg->graph;
    uint32_t header = cfg->loops.loop[loop].header;
    const char *before = ", back from";
    for (uint32_t e = graph->pred_first[header]; e < graph->pred_first[header + 1]; e++) {
        if (!loop_contains(&cfg->loops, loop, graph->pred[e]))
            continue;
        text_add(out, "%s B%" PRIu32, before, graph->pred[e]);
        before = ",";
    }
}

/* The edges that leave each loop, as text per loop. An edge out of a deep nest is listed only for
 * the loops next to it: all of them would be a list of quadratic length. */
static struct text *collect_exits(struct arena *arena, const struct cfg *cfg)
{
    enum { LEFT_AT_ONCE_MAX = 16 };
    const struct graph *graph = &cfg->graph;
    struct text *exits = arena_array(arena, cfg->loops.count, sizeof *exits);
    for (uint32_t b = 0; b < graph->nodes; b++) {
        for (uint32_t e = graph->succ_first[b]; e < graph->succ_first[b + 1]; e++) {
            uint32_t loop = cfg->loops.of[b], left = 0;
            while (loop != NO_NODE && !loop_contains(&cfg->loops, loop, graph->succ[e]) &&
                   left++ < LEFT_AT_ONCE_MAX) {
                text_add(&exits[loop], "%s B%" PRIu32 " -> B%" PRIu32,
                         exits[loop].length ? "," : ", left by", b, graph->succ[e]);
                loop = cfg->loops.loop[loop].parent;
            }
        }
    }
    return exits;
}

static void add_loop(const struct cfg *cfg, uint32_t number, const char *exits,
                     const struct source_line *name, const struct paint *paint, struct text *out)
{
    const struct loop *loop = &cfg->loops.loop[number];
    text_add(out, "  L%-4" PRIu32 " header B%" PRIu32 ", depth %" PRIu32, number, loop->header,
             loop->depth);
    add_back_edges(cfg, number, out);
    text_add(out, "%s", exits);
    if (name->file)
        add_line(name, paint, out);
    text_add(out, "\n");
}

static void add_loops(const struct cfg *cfg, const struct paint *paint, struct text *out)
{
    struct arena arena = {0};
    struct text *exits = collect_exits(&arena, cfg);
    const struct loop_name *names = loop_names(&arena, cfg);
    for (uint32_t loop = 0; loop < cfg->loops.count; loop++) {
        add_loop(cfg, loop, text_string(&exits[loop]), &names[loop].line, paint, out);
        text_free(&exits[loop]);
    }
    arena_free(&arena);
}

/* Where lanes part and meet, as thread frontiers see it (SBI-17). */
static void add_layout(const struct cfg *cfg, const struct paint *paint, struct text *out)
{
    const struct cfg_layout layout = cfg_layout(cfg);
    if (!layout.branches)
        return;
    text_add(out, "  layout: %" PRIu32 " of %" PRIu32 " divergent branches (%.0f %%) meet at a "
             "higher address\n", layout.below, layout.branches,
             100.0 * layout.below / layout.branches);
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        if (!cfg_is_offender(cfg, b))
            continue;
        text_add(out, "    %snot%s B%" PRIu32 ", whose lanes meet in B%" PRIu32,
                 paint->divergent, paint->end, b, cfg_meet(cfg, b));
        add_source(cfg, b, paint, out);
        text_add(out, "\n");
    }
}

void cfg_write_text(const struct cfg *cfg, uint32_t number, bool color, struct text *out)
{
    const struct paint *paint = color ? &coloured : &plain;
    uint32_t divergent = 0;
    for (uint32_t b = 0; b < cfg->block_count; b++)
        divergent += cfg->blocks[b].is_divergent;
    text_add(out, "%s%s%s%s: %sblocks %" PRIu32 ", loops %" PRIu32 ", divergent branches %" PRIu32
             "\n", number ? "\n" : "", paint->function, cfg->function->name, paint->end,
             cfg->function->is_kernel ? "kernel, " : "", cfg->block_count, cfg->loops.count,
             divergent);
    for (uint32_t b = 0; b < cfg->block_count; b++)
        add_block(cfg, b, paint, out);
    add_loops(cfg, paint, out);
    add_layout(cfg, paint, out);
    for (uint32_t i = 0; i < cfg->loops.irreducible_count; i++)
        text_add(out, "  irreducible: second entry of a cycle by B%" PRIu32 " -> B%" PRIu32 "\n",
                 cfg->loops.irreducible[i].from, cfg->loops.irreducible[i].to);
}

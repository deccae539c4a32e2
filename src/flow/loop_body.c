/* SPDX-License-Identifier: Apache-2.0 */
/* loop_body.c - separates the tests of a loop from its body, by the graph and by lines. */
#include "flow/loop_body.h"

#include "flow/loop_statement.h"
#include "load/lines.h"

/* A longer chain of tests is cut: what follows counts as body. */
enum { TESTS_MAX = 16 };

struct search {
    const struct cfg *cfg;
    uint32_t loop;
    const struct loop_statement *statement; /* or NULL */
};

static uint32_t header_of(const struct search *search)
{
    return search->cfg->loops.loop[search->loop].header;
}

static bool is_inside(const struct search *search, uint32_t block)
{
    return loop_contains(&search->cfg->loops, search->loop, block);
}

static bool has_edge(const struct cfg *cfg, uint32_t from, uint32_t to)
{
    for (uint32_t e = cfg->graph.succ_first[from]; e < cfg->graph.succ_first[from + 1]; e++) {
        if (cfg->graph.succ[e] == to)
            return true;
    }
    return false;
}

/* Whether the block ends in a branch with one target outside the loop. */
static bool is_exit(const struct search *search, uint32_t block)
{
    const struct graph *graph = &search->cfg->graph;
    bool leaves = false;
    for (uint32_t e = graph->succ_first[block]; e < graph->succ_first[block + 1]; e++)
        leaves |= !is_inside(search, graph->succ[e]);
    return leaves && cfg_last(search->cfg, block)->flow == FLOW_BRANCH;
}

/* The line of a block's first or last instruction. Instructions before the first row of the line
 * table in the block have none. */
static bool line_in_block(const struct cfg *cfg, uint32_t block, bool last,
                          struct source_line *out)
{
    const struct program *program = cfg->program;
    struct line_table *lines = program->image->lines;
    uint32_t i = cfg->blocks[block].first, end = cfg->blocks[block].end;
    while (lines && i < end && !lines_find_first(lines, program->insns[i].pc, out))
        i++;
    return lines && i < end &&
           image_source_line(program->image, program->insns[last ? end - 1 : i].pc, out);
}

static bool is_in_head(const struct search *search, uint32_t block, bool last)
{
    struct source_line line;
    return line_in_block(search->cfg, block, last, &line) &&
           loop_statement_head_has(search->statement, &line);
}

/* Whether the loop's code is known to start with lines after the statement's head. A compiler does
 * not repeat the line of the previous block: it counts if it belongs to the statement. */
static bool begins_in_body(const struct search *search)
{
    const struct program *program = search->cfg->program;
    const struct insn *first = &program->insns[search->cfg->blocks[header_of(search)].first];
    struct source_line line;
    if (!line_in_block(search->cfg, header_of(search), false, &line) &&
        !image_source_line(program->image, first->pc, &line))
        return false;
    return search->statement->first <= line.line && line.line <= search->statement->last &&
           !loop_statement_head_has(search->statement, &line);
}

/* A branch before the loop, on a line of its statement, that can skip it. */
static bool is_guard(const struct search *search, uint32_t block)
{
    const struct cfg *cfg = search->cfg;
    const struct loop_statement *statement = search->statement;
    struct source_line line;
    uint32_t towards = 0, ways = 0;
    if (cfg_last(cfg, block)->flow != FLOW_BRANCH || !line_in_block(cfg, block, true, &line) ||
        line.line < statement->first || line.line > statement->last)
        return false;
    for (uint32_t e = cfg->graph.succ_first[block]; e < cfg->graph.succ_first[block + 1]; e++) {
        towards += dominates(&cfg->tree, cfg->graph.succ[e], header_of(search));
        ways++;
    }
    return towards < ways;
}

static bool is_guarded(const struct search *search)
{
    const struct loops *loops = &search->cfg->loops;
    uint32_t around = loops->loop[search->loop].parent;
    for (uint32_t b = search->cfg->tree.idom[header_of(search)];
         b != NO_NODE && (around == NO_NODE || loop_contains(loops, around, b));
         b = search->cfg->tree.idom[b]) {
        if (is_guard(search, b))
            return true;
    }
    return false;
}

/* The block in the loop after an exit, if it is another test of the head; or NO_NODE. */
static uint32_t next_test(const struct search *search, uint32_t block)
{
    const struct cfg *cfg = search->cfg;
    for (uint32_t e = cfg->graph.succ_first[block]; e < cfg->graph.succ_first[block + 1]; e++) {
        uint32_t next = cfg->graph.succ[e];
        if (cfg->loops.of[next] == search->loop && next != header_of(search) &&
            search->statement && is_exit(search, next) && is_in_head(search, next, true) &&
            !has_edge(cfg, next, header_of(search)))
            return next;
    }
    return NO_NODE;
}

/* Tests at the loop's top: the header and the following blocks of the statement's head. */
static void find_tests(struct arena *arena, const struct search *search, struct loop_body *body)
{
    body->tests = arena_array(arena, TESTS_MAX, sizeof *body->tests);
    for (uint32_t b = header_of(search); b != NO_NODE && body->test_count < TESTS_MAX;
         b = next_test(search, b))
        body->tests[body->test_count++] = b;
}

struct loop_body loop_body_find(struct arena *arena, const struct cfg *cfg, uint32_t loop,
                                const struct loop_name *name)
{
    const struct search search = {cfg, loop, name->statement};
    const uint32_t header = cfg->loops.loop[loop].header;
    bool is_last = has_edge(cfg, header, header), exits = is_exit(&search, header);
    struct loop_body body = {0};
    if (!name->statement)
        body.at_header = is_last || !exits;
    else if (name->statement->kind == LOOP_TOP)
        body.at_header = is_last ? is_guarded(&search) : begins_in_body(&search);
    else
        body.at_header = true;
    if (name->statement && name->statement->kind == LOOP_ENDLESS)
        body.before = is_guarded(&search);
    if (!body.at_header && exits && !is_last)
        find_tests(arena, &search, &body);
    return body;
}

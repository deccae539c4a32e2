/* SPDX-License-Identifier: Apache-2.0 */
/* loop_name.c - collects the source lines of each loop's tests and finds its statement. */
#include "flow/loop_name.h"

#include <string.h>

#include "flow/loop_statement.h"
#include "flow/loop_test.h"
#include "load/lines.h"

/* A hostile file chooses the shape: beyond these limits a loop has no line. */
enum { LATCHES_MAX = 64, LEFT_AT_ONCE_MAX = 16, TESTS_MAX = 64, BUDGET = 1 << 22,
       STATEMENTS_BUDGET = 1 << 26 };

/* The branches of one loop that can leave it. */
struct loop_tests {
    uint32_t *block;
    uint32_t count;
    struct source_line smallest; /* line of its tests; file NULL: unknown */
    struct line_range lines;     /* of its tests */
    struct source_line seen; /* the first source position of the loop's own code */
    struct line_range code;  /* lines of its own code */
    bool is_varied;   /* it has several positions, or columns are unknown */
    bool has_inner;   /* it contains loops */
    bool is_certain;  /* only its statement can have become this loop */
    bool is_doubtful; /* the line may belong to another loop */
};

struct naming {
    struct arena *arena;
    const struct cfg *cfg;
    struct source_line start; /* of the function */
    struct loop_tests *tests; /* by loop */
    struct loop_name *names;
    uint32_t budget; /* instructions that may still be visited in search of flags */
    uint32_t statements; /* ... statements, in search of the one around a line */
};

static void add_test(struct naming *naming, uint32_t loop, uint32_t block)
{
    struct loop_tests *tests = &naming->tests[loop];
    if (tests->count && tests->block[tests->count - 1] == block)
        return;
    tests->block = arena_grow(naming->arena, tests->block, tests->count, sizeof *tests->block);
    tests->block[tests->count++] = block;
}

static void find_tests(struct naming *naming)
{
    const struct cfg *cfg = naming->cfg;
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        if (cfg_last(cfg, b)->flow != FLOW_BRANCH)
            continue;
        for (uint32_t e = cfg->graph.succ_first[b]; e < cfg->graph.succ_first[b + 1]; e++) {
            uint32_t loop = cfg->loops.of[b];
            for (uint32_t left = 0; left < LEFT_AT_ONCE_MAX && loop != NO_NODE &&
                                    !loop_contains(&cfg->loops, loop, cfg->graph.succ[e]);
                 left++) {
                add_test(naming, loop, b);
                loop = cfg->loops.loop[loop].parent;
            }
        }
    }
}

/* The sources of the loop's back edges; false if there are too many. */
static bool find_latches(const struct cfg *cfg, uint32_t loop, uint32_t *latches, uint32_t *count)
{
    const struct graph *graph = &cfg->graph;
    uint32_t header = cfg->loops.loop[loop].header;
    *count = 0;
    for (uint32_t e = graph->pred_first[header]; e < graph->pred_first[header + 1]; e++) {
        if (!loop_contains(&cfg->loops, loop, graph->pred[e]))
            continue;
        if (*count == LATCHES_MAX)
            return false;
        latches[(*count)++] = graph->pred[e];
    }
    return true;
}

static bool is_own(const struct naming *naming, const struct source_line *line)
{
    return !strcmp(line->file, naming->start.file) && line->line >= naming->start.line;
}

static bool consider(struct naming *naming, uint32_t loop, uint32_t insn)
{
    const struct program *program = naming->cfg->program;
    struct loop_tests *tests = &naming->tests[loop];
    struct source_line *smallest = &tests->smallest, line;
    if (!image_source_line(program->image, program->insns[insn].pc, &line))
        return false;
    bool own = is_own(naming, &line), other_own = smallest->file && is_own(naming, smallest);
    if (own && !other_own)
        tests->lines = (struct line_range){0};
    if (own || !other_own)
        line_range_add(&tests->lines, &line);
    if (!smallest->file || (own != other_own ? own : line.line < smallest->line))
        *smallest = line;
    return true;
}

/* False if a part of the test has no line. */
static bool consider_test(struct naming *naming, uint32_t loop, const struct loop_test *test)
{
    for (uint32_t i = 0; i < test->count; i++) {
        if (!consider(naming, loop, test->insn[i]))
            return false;
    }
    return true;
}

/* The latches that a block dominates, as bits. */
static uint64_t latches_behind(const struct cfg *cfg, uint32_t block, const uint32_t *latches,
                               uint32_t count)
{
    uint64_t behind = 0;
    for (uint32_t i = 0; i < count; i++)
        behind |= (uint64_t)dominates(&cfg->tree, block, latches[i]) << i;
    return behind;
}

/* Takes the lines of the tests on every path around the loop. False if a path has none: a nest of
 * loops that share a header looks like that, and no line counts all its iterations. */
static bool read_tests(struct naming *naming, uint32_t loop)
{
    const struct cfg *cfg = naming->cfg;
    const struct loop_tests *tests = &naming->tests[loop];
    uint32_t latches[LATCHES_MAX], count;
    uint64_t passed = 0;
    struct loop_test test;
    if (tests->count > TESTS_MAX || !find_latches(cfg, loop, latches, &count))
        return false;
    for (uint32_t t = 0; t < tests->count; t++) {
        uint64_t behind = latches_behind(cfg, tests->block[t], latches, count);
        if (!behind)
            continue;
        if (!loop_test_find(cfg, loop, tests->block[t], &naming->budget, &test) ||
            !consider_test(naming, loop, &test))
            return false; /* this may be the test that counts */
        passed |= behind;
    }
    return passed && passed == UINT64_MAX >> (64 - count);
}

/* `own`: the line is the block's own. */
static void note_place(struct naming *naming, uint32_t loop, const struct insn *insn, bool own)
{
    struct loop_tests *tests = &naming->tests[loop];
    struct source_line line, *seen = &tests->seen;
    if (!image_source_line(naming->cfg->program->image, insn->pc, &line))
        return;
    if (!seen->file)
        *seen = line;
    if (own)
        line_range_add(&tests->code, &line);
    tests->is_varied |= !line.column || line.line != seen->line || line.column != seen->column;
}

/* Visits the loops' own instructions, outside inner loops. Before the first row of the line table
 * in a block, the line is that of the preceding code. */
static void note_places(struct naming *naming)
{
    const struct cfg *cfg = naming->cfg;
    struct source_line row;
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        uint32_t loop = cfg->loops.of[b], end = cfg->blocks[b].end;
        bool own = false;
        for (uint32_t i = cfg->blocks[b].first; loop != NO_NODE && i < end; i++) {
            const struct insn *insn = &cfg->program->insns[i];
            own = own || lines_find_first(cfg->program->image->lines, insn->pc, &row);
            note_place(naming, loop, insn, own);
        }
    }
}

static void find_inner(struct naming *naming)
{
    const struct loops *loops = &naming->cfg->loops;
    for (uint32_t loop = 0; loop < loops->count; loop++) {
        if (loops->loop[loop].parent != NO_NODE)
            naming->tests[loops->loop[loop].parent].has_inner = true;
    }
}

static const struct loop_statement *around(struct naming *naming, const struct line_range *lines)
{
    return loop_statement_around(naming->cfg->program->image, lines, &naming->statements);
}

/* The statement that contains the loop's tests. */
static const struct loop_statement *tested_statement(struct naming *naming, uint32_t loop)
{
    const struct loop_tests *tests = &naming->tests[loop];
    struct line_range smallest = {0};
    const struct loop_statement *found = around(naming, &tests->lines);
    if (found)
        return found;
    line_range_add(&smallest, &tests->smallest);
    return around(naming, &smallest);
}

/* Whether a loop whose own code is in the statement must be that statement's. */
static bool is_certain(const struct naming *naming, uint32_t loop,
                       const struct loop_statement *statement)
{
    const struct loop_tests *tests = &naming->tests[loop];
    if (!statement || statement->is_outer || statement->has_calls)
        return false;
    return !statement->depth ||
           (!tests->has_inner && is_own(naming, &tests->seen) &&
            naming->cfg->loops.loop[loop].depth == statement->depth + 1);
}

static void name_loop(struct naming *naming, uint32_t loop)
{
    struct loop_tests *tests = &naming->tests[loop];
    const struct loop_statement *statement = around(naming, &tests->code);
    bool tells = read_tests(naming, loop);
    tests->is_certain = is_certain(naming, loop, statement);
    if (!tests->is_certain)
        statement = tells ? tested_statement(naming, loop) : NULL;
    bool may_be_called = !statement || statement->has_calls;
    if ((!statement && !tells) || (statement && statement->is_shared) ||
        (may_be_called && !tests->is_varied))
        return;
    naming->names[loop] = (struct loop_name){.line = tests->smallest, .statement = statement};
    if (statement)
        naming->names[loop].line = (struct source_line){statement->file, statement->line, 0};
}

static bool same_line(const struct source_line *a, const struct source_line *b)
{
    return a->file && b->file && a->line == b->line && !strcmp(a->file, b->file);
}

/* Marks loops of a nest that have the same line: one of them may have it by mistake. */
static void doubt_nests(struct naming *naming)
{
    const struct loops *loops = &naming->cfg->loops;
    for (uint32_t loop = 0; loop < loops->count; loop++) {
        uint32_t outer = loops->loop[loop].parent;
        for (uint32_t i = 0; outer != NO_NODE && i < LEFT_AT_ONCE_MAX; i++) {
            if (same_line(&naming->names[loop].line, &naming->names[outer].line) &&
                !(naming->tests[loop].is_certain && naming->tests[outer].is_certain))
                naming->tests[loop].is_doubtful = naming->tests[outer].is_doubtful = true;
            outer = loops->loop[outer].parent;
        }
    }
}

/* Assembly text has a line for each instruction: a loop has the one of its last test. */
static struct loop_name *name_by_branches(struct naming *naming)
{
    const struct cfg *cfg = naming->cfg;
    find_tests(naming);
    for (uint32_t loop = 0; loop < cfg->loops.count; loop++) {
        const struct loop_tests *tests = &naming->tests[loop];
        if (tests->count)
            image_source_line(cfg->program->image,
                              cfg_last(cfg, tests->block[tests->count - 1])->pc,
                              &naming->names[loop].line);
    }
    return naming->names;
}

struct loop_name *loop_names(struct arena *arena, const struct cfg *cfg)
{
    struct naming naming = {
        .arena = arena,
        .cfg = cfg,
        .budget = BUDGET,
        .statements = STATEMENTS_BUDGET,
        .tests = arena_array(arena, cfg->loops.count, sizeof *naming.tests),
        .names = arena_array(arena, cfg->loops.count, sizeof *naming.names),
    };
    struct line_table *lines = cfg->program->image->lines;
    if (cfg->loops.count && cfg->program->image->sas)
        return name_by_branches(&naming);
    if (!cfg->loops.count || !lines || !lines_find_first(lines, cfg->function->base, &naming.start))
        return naming.names;
    find_tests(&naming);
    find_inner(&naming);
    note_places(&naming);
    for (uint32_t loop = 0; loop < cfg->loops.count; loop++)
        name_loop(&naming, loop);
    doubt_nests(&naming);
    for (uint32_t loop = 0; loop < cfg->loops.count; loop++) {
        if (naming.tests[loop].is_doubtful)
            naming.names[loop] = (struct loop_name){0};
    }
    return naming.names;
}

bool loop_is_called(const struct loop_name *name, const char *file, size_t file_length,
                    uint64_t line)
{
    const struct loop_statement *statement = name->statement;
    if (!name->line.file || !same_source_file(file, file_length, name->line.file))
        return false;
    return line == name->line.line ||
           (statement && statement->first <= line && line <= statement->head);
}

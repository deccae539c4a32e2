/* SPDX-License-Identifier: Apache-2.0 */
/* loop_test.c - traces a branch back to what set its register. */
#include "flow/loop_test.h"

#include <string.h>

#include "load/image.h"
#include "load/lines.h"

/* Search limits: a test beyond them is unknown. */
enum { DEPTH_MAX = 6, WRITERS_MAX = 8, BLOCKS_MAX = 256 };

struct test_search {
    const struct cfg *cfg;
    uint32_t loop;
    uint32_t *budget;
    struct loop_test *test;
};

/* The instructions that may have written a register last. */
struct writers {
    uint32_t insn[WRITERS_MAX], block[WRITERS_MAX];
    uint32_t count;
    bool is_complete;
};

/* The effect of an instruction on truth values. */
enum truth {
    TRUTH_NUMBER, TRUTH_CONSTANT, TRUTH_COMPARE, TRUTH_COPY, TRUTH_NOT, TRUTH_AND, TRUTH_OR
};

static bool is_named(const struct insn *insn, const char *const *names)
{
    for (; insn->op && *names; names++) {
        if (!strcmp(insn->op->name, *names))
            return true;
    }
    return false;
}

static enum truth truth_of(const struct insn *insn)
{
    static const char *const compares[] = {"slt", "slti", "sltu", "sltiu", "feq.s", "flt.s",
                                           "fle.s", NULL};
    static const char *const addi[] = {"addi", NULL}, *const andi[] = {"andi", NULL};
    static const char *const xori[] = {"xori", NULL}, *const seqz[] = {"sltiu", NULL};
    static const char *const and[] = {"and", NULL}, *const or[] = {"or", NULL};
    if (is_named(insn, addi))
        return !insn->src[0].count ? TRUTH_CONSTANT : insn->imm ? TRUTH_NUMBER : TRUTH_COPY;
    if (insn->imm == 1 && is_named(insn, andi))
        return TRUTH_COPY;
    if (insn->imm == 1 && (is_named(insn, xori) || is_named(insn, seqz)))
        return TRUTH_NOT;
    if (is_named(insn, compares))
        return TRUTH_COMPARE;
    return is_named(insn, and) ? TRUTH_AND : is_named(insn, or) ? TRUTH_OR : TRUTH_NUMBER;
}

static bool writes(const struct insn *insn, uint32_t reg)
{
    for (uint32_t i = 0; i < TARGETS_MAX; i++) {
        if (reg - insn->dst[i].first < insn->dst[i].count)
            return true;
    }
    return false;
}

static bool is_found(const struct writers *writers, uint32_t insn)
{
    for (uint32_t i = 0; i < writers->count; i++) {
        if (writers->insn[i] == insn)
            return true;
    }
    return false;
}

/* Looks for the last writer before `end`. True if the search need not continue from here. */
static bool find_in_block(const struct test_search *search, uint32_t block, uint32_t end,
                          uint32_t reg, struct writers *out)
{
    const struct insn *insns = search->cfg->program->insns;
    for (uint32_t i = end; i-- > search->cfg->blocks[block].first;) {
        bool is_call = insns[i].flow == FLOW_CALL; /* the callee may have written it */
        bool is_writer = writes(&insns[i], reg);
        if (is_writer && is_found(out, i))
            return true;
        if (is_call || !*search->budget || (is_writer && out->count == WRITERS_MAX)) {
            out->is_complete = false;
            return true;
        }
        --*search->budget;
        if (is_writer) {
            out->block[out->count] = block;
            out->insn[out->count++] = i;
            return true;
        }
    }
    return false;
}

/* Blocks from whose start the search continues backwards. */
struct open_blocks {
    uint32_t block[BLOCKS_MAX];
    uint32_t count;
};

static bool is_open(const struct open_blocks *open, uint32_t block)
{
    for (uint32_t i = 0; i < open->count; i++) {
        if (open->block[i] == block)
            return true;
    }
    return false;
}

static void search_before(const struct test_search *search, struct open_blocks *open, uint32_t at,
                          uint32_t reg, struct writers *out)
{
    const struct cfg *cfg = search->cfg;
    for (uint32_t e = cfg->graph.pred_first[at]; e < cfg->graph.pred_first[at + 1]; e++) {
        uint32_t pred = cfg->graph.pred[e];
        if (!loop_contains(&cfg->loops, search->loop, pred) || is_open(open, pred) ||
            find_in_block(search, pred, cfg->blocks[pred].end, reg, out))
            continue;
        if (open->count == BLOCKS_MAX)
            out->is_complete = false;
        else
            open->block[open->count++] = pred;
    }
}

/* The writers inside the loop that reach instruction `end` of the block; values from outside the
 * loop are the same in each iteration and decide nothing. */
static struct writers find_writers(const struct test_search *search, uint32_t block, uint32_t end,
                                   uint32_t reg)
{
    struct writers out = {.is_complete = true};
    struct open_blocks open = {.count = 0};
    if (find_in_block(search, block, end, reg, &out))
        return out;
    search_before(search, &open, block, reg, &out);
    for (uint32_t i = 0; i < open.count && out.is_complete; i++)
        search_before(search, &open, open.block[i], reg, &out);
    return out;
}

static bool add_insn(struct loop_test *test, uint32_t insn)
{
    if (test->count == LOOP_TEST_INSNS_MAX)
        return false;
    test->insn[test->count++] = insn;
    return true;
}

static bool trace(const struct test_search *search, uint32_t block, uint32_t end, uint32_t reg,
                  bool stays_if_set, uint32_t depth);

static bool trace_sources(const struct test_search *search, uint32_t block, uint32_t at,
                          bool stays_if_set, uint32_t depth)
{
    const struct insn *insn = &search->cfg->program->insns[at];
    for (uint32_t i = 0; i < SOURCES_MAX; i++) {
        if (insn->src[i].count &&
            !trace(search, block, at, insn->src[i].first, stays_if_set, depth + 1))
            return false;
    }
    return true;
}

/* Follows one writer that is not a constant. */
static bool trace_writer(const struct test_search *search, uint32_t block, uint32_t at,
                         bool stays_if_set, uint32_t depth)
{
    enum truth truth = truth_of(&search->cfg->program->insns[at]);
    switch (truth) {
    case TRUTH_COMPARE:
        return add_insn(search->test, at);
    case TRUTH_NOT:
        return add_insn(search->test, at) &&
               trace_sources(search, block, at, !stays_if_set, depth);
    case TRUTH_COPY:
        return trace_sources(search, block, at, stays_if_set, depth);
    case TRUTH_AND:
    case TRUTH_OR: /* stays if either holds: the other one may have failed */
        return (truth == TRUTH_AND) == stays_if_set &&
               trace_sources(search, block, at, stays_if_set, depth);
    case TRUTH_NUMBER:
    case TRUTH_CONSTANT:
        return true;
    }
    return false;
}

/* A constant must mean that the loop ends; the branch after it is where that was decided. */
static bool take_constant(const struct test_search *search, uint32_t block, uint32_t at,
                          bool stays_if_set)
{
    const struct cfg *cfg = search->cfg;
    bool is_set = cfg->program->insns[at].imm != 0;
    if (is_set == stays_if_set)
        return false;
    return cfg_last(cfg, block)->flow != FLOW_BRANCH ||
           add_insn(search->test, cfg->blocks[block].end - 1);
}

/* Whether a register's value, tested against zero, ends the loop as soon as one condition fails. */
static bool trace(const struct test_search *search, uint32_t block, uint32_t end, uint32_t reg,
                  bool stays_if_set, uint32_t depth)
{
    if (depth == DEPTH_MAX)
        return false;
    struct writers writers = find_writers(search, block, end, reg);
    const struct insn *insns = search->cfg->program->insns;
    uint32_t numbers = 0, conditions = 0;
    for (uint32_t i = 0; i < writers.count; i++) {
        enum truth truth = truth_of(&insns[writers.insn[i]]);
        numbers += truth == TRUTH_NUMBER;
        conditions += truth != TRUTH_NUMBER && truth != TRUTH_CONSTANT;
    }
    if (!writers.is_complete || conditions > 1 || (conditions && numbers))
        return false;
    for (uint32_t i = 0; i < writers.count; i++) {
        uint32_t at = writers.insn[i], where = writers.block[i];
        bool is_constant = truth_of(&insns[at]) == TRUTH_CONSTANT;
        if (is_constant ? !take_constant(search, where, at, stays_if_set)
                        : !trace_writer(search, where, at, stays_if_set, depth))
            return false;
    }
    return true;
}

/* Whether the taken target of a branch is in the loop. */
static bool taken_stays(const struct cfg *cfg, uint32_t loop, uint32_t block)
{
    const struct graph *graph = &cfg->graph;
    for (uint32_t e = graph->succ_first[block]; e < graph->succ_first[block + 1]; e++) {
        if ((int64_t)cfg->blocks[graph->succ[e]].first == cfg_last(cfg, block)->target)
            return loop_contains(&cfg->loops, loop, graph->succ[e]);
    }
    return false;
}

static bool reads_what(const struct insn *reader, const struct insn *writer)
{
    for (uint32_t i = 0; i < SOURCES_MAX; i++) {
        if (reader->src[i].count && writes(writer, reader->src[i].first))
            return true;
    }
    return false;
}

/* Whether a row of the line table starts at the branch, or at the first of the instructions
 * inserted before it to separate lanes. Otherwise the compiler may have had no line for the branch,
 * and the apparent one belongs to the preceding code. */
static bool has_own_place(const struct cfg *cfg, uint32_t block)
{
    const struct insn *insns = cfg->program->insns;
    struct line_table *lines = cfg->program->image->lines;
    struct source_line row;
    uint32_t at = cfg->blocks[block].end - 1, i = at;
    while (lines && !lines_find_first(lines, insns[i].pc, &row)) {
        if (i == cfg->blocks[block].first ||
            (insns[i - 1].timing != TIMING_WARP_CONTROL &&
             (i == at || !reads_what(&insns[i], &insns[i - 1]))))
            return false;
        i--;
    }
    return lines != NULL;
}

/* Takes the operands that the branch compares. */
static bool add_operands(const struct test_search *search, uint32_t block, uint32_t at)
{
    const struct insn *branch = &search->cfg->program->insns[at];
    for (uint32_t i = 0; i < SOURCES_MAX; i++) {
        if (!branch->src[i].count)
            continue;
        struct writers writers = find_writers(search, block, at, branch->src[i].first);
        for (uint32_t w = 0; w < writers.count; w++) {
            if (!writers.is_complete || !add_insn(search->test, writers.insn[w]))
                return false;
        }
    }
    return true;
}

bool loop_test_find(const struct cfg *cfg, uint32_t loop, uint32_t block, uint32_t *budget,
                    struct loop_test *out)
{
    static const char *const beq[] = {"beq", NULL}, *const bne[] = {"bne", NULL};
    const struct insn *branch = cfg_last(cfg, block);
    struct test_search search = {cfg, loop, budget, out};
    uint32_t at = cfg->blocks[block].end - 1;
    out->count = 0;
    bool asks_one = branch->src[0].count == 1 && !branch->src[1].count;
    if (asks_one && (is_named(branch, beq) || is_named(branch, bne))) {
        bool stays_if_set = is_named(branch, bne) == taken_stays(cfg, loop, block);
        if (!trace(&search, block, at, branch->src[0].first, stays_if_set, 0))
            return false;
    }
    if (out->count) /* a flag that was set elsewhere is tested at an unrelated place */
        return true;
    return add_insn(out, at) && (has_own_place(cfg, block) || add_operands(&search, block, at));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_cfg.c - control-flow graphs of decoded programs. The programs are made here, of a made-up
 * instruction set with eight registers of which "gp" (3) differs between lanes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "flow/cfg.h"
#include "load/image.h"

#include <cmocka.h> /* last: it has a macro named fail */

static const char *name_of(uint32_t reg)
{
    static const char *const names[] = {"zero", "ra", "sp", "gp", "tp", "a0", "a1", "a2"};
    return names[reg];
}

static const struct convention convention = {
    .by_lane = (const char *const[]){"sp", "gp", NULL},
    .fixed = (const char *const[]){"zero", "tp", NULL},
    .kept = (const char *const[]){"zero", "sp", "gp", "tp", NULL},
};
static const struct isa made_up = {
    .name = "made-up", .register_count = 8, .insn_bytes_min = 4, .register_name = name_of,
    .convention = &convention,
};
static const struct op some_op = {.name = "op"};

enum { GP = 3, A0 = 5, A1 = 6, A2 = 7, NONE = 0 };

/* One instruction: flow, target (index in the program), register written, register read, flags. */
struct row {
    enum flow flow;
    int32_t target;
    uint16_t def, use;
    uint8_t flags;
};

struct made {
    struct program program;
    struct image image;
    struct insn insns[32];
    struct code_range range;
    struct function functions[2];
};

static struct made make(const struct row *rows, uint32_t count, uint32_t split)
{
    struct made made = {.program = {.isa = &made_up, .count = count}};
    for (uint32_t i = 0; i < count; i++) {
        struct insn *insn = &made.insns[i];
        *insn = (struct insn){.op = &some_op, .pc = 0x1000 + 4 * i, .next = (int32_t)i + 1,
                              .target = rows[i].target, .flow = (uint8_t)rows[i].flow,
                              .flags = rows[i].flags};
        if (rows[i].def)
            insn->dst[0] = (struct regs){rows[i].def, 1};
        if (rows[i].use)
            insn->src[0] = (struct regs){rows[i].use, 1};
    }
    made.range = (struct code_range){0x1000, 4 * count, 0, count};
    made.functions[0] = (struct function){"first", 0x1000, 4 * split, true};
    made.functions[1] = (struct function){"second", 0x1000 + 4 * split, 4 * (count - split), false};
    made.program.function_count = split < count ? 2 : 1;
    return made;
}

/* The parts point into the struct, so this comes once it stands where it stays. */
static struct program *tie(struct made *made)
{
    made->program.image = &made->image;
    made->program.insns = made->insns;
    made->program.ranges = &made->range;
    made->program.range_count = 1;
    made->program.functions = made->functions;
    return &made->program;
}

static void blocks_end_at_branches_and_begin_at_targets(void **state)
{
    static const struct row rows[] = {
        {FLOW_NEXT, -1, A0, NONE, 0},     {FLOW_BRANCH, 4, NONE, A0, 0},
        {FLOW_CALL, 6, NONE, NONE, 0},    {FLOW_NEXT, -1, A1, NONE, 0},
        {FLOW_NEXT, -1, A2, NONE, 0},     {FLOW_RETURN, -1, NONE, NONE, 0},
        {FLOW_RETURN, -1, NONE, NONE, 0},
    };
    (void)state;
    struct arena arena = {0};
    struct made made = make(rows, 7, 6);
    struct cfg cfg = cfg_make(&arena, tie(&made), &made.functions[0]);
    cfg_find_divergence(&cfg);
    assert_int_equal(cfg.block_count, 3);
    assert_int_equal(cfg.blocks[1].first, 2);
    assert_int_equal(cfg.blocks[1].end, 4); /* the call ends nothing */
    assert_int_equal(cfg.graph.succ[cfg.graph.succ_first[0]], 2);
    assert_int_equal(cfg.graph.succ[cfg.graph.succ_first[0] + 1], 1);
    assert_int_equal(cfg.graph.succ_first[3] - cfg.graph.succ_first[2], 0);
    assert_false(cfg.blocks[0].is_divergent);
    arena_free(&arena);
}

static void a_jump_to_another_function_leaves(void **state)
{
    static const struct row rows[] = {
        {FLOW_JUMP, 2, NONE, NONE, 0}, {FLOW_NEXT, -1, A0, NONE, 0},
        {FLOW_RETURN, -1, NONE, NONE, 0},
    };
    (void)state;
    struct arena arena = {0};
    struct made made = make(rows, 3, 2);
    struct cfg cfg = cfg_make(&arena, tie(&made), &made.functions[0]);
    assert_int_equal(cfg.block_count, 2);
    assert_int_equal(cfg.graph.edges, 0);
    assert_true(cfg.blocks[0].is_reachable);
    assert_false(cfg.blocks[1].is_reachable);
    arena_free(&arena);
}

/* Whether the last branch of a kernel of these rows counts as divergent. */
static bool last_branch_diverges(const struct row *rows, uint32_t count)
{
    struct arena arena = {0};
    struct made made = make(rows, count, count);
    struct cfg cfg = cfg_make(&arena, tie(&made), &made.functions[0]);
    bool divergent = false;
    cfg_find_divergence(&cfg);
    for (uint32_t b = 0; b < cfg.block_count; b++) {
        if (cfg_last(&cfg, b)->flow == FLOW_BRANCH)
            divergent = cfg.blocks[b].is_divergent;
    }
    arena_free(&arena);
    return divergent;
}

static void differing_values_are_followed_from_their_sources(void **state)
{
    (void)state;
    struct row rows[] = {{FLOW_NEXT, -1, A0, A1, 0}, {FLOW_BRANCH, 3, NONE, A0, 0},
                         {FLOW_NEXT, -1, NONE, NONE, 0}, {FLOW_RETURN, -1, NONE, NONE, 0}};
    assert_false(last_branch_diverges(rows, 4));
    rows[0] = (struct row){FLOW_NEXT, -1, A0, NONE, INSN_LANE_SOURCE};
    assert_true(last_branch_diverges(rows, 4));
    rows[0] = (struct row){FLOW_NEXT, -1, A0, GP, INSN_LOAD};
    assert_true(last_branch_diverges(rows, 4));
    rows[0] = (struct row){FLOW_NEXT, -1, A0, A1, INSN_ATOMIC};
    assert_true(last_branch_diverges(rows, 4));
    rows[0] = (struct row){FLOW_NEXT, -1, A0, GP, INSN_UNIFORM};
    assert_false(last_branch_diverges(rows, 4));
    rows[0] = (struct row){FLOW_CALL, 3, NONE, NONE, 0};
    assert_true(last_branch_diverges(rows, 4));
}

static void what_is_written_on_one_way_differs_where_the_ways_meet(void **state)
{
    (void)state;
    struct row rows[] = {{FLOW_BRANCH, 2, NONE, GP, 0}, {FLOW_NEXT, -1, A0, NONE, 0},
                         {FLOW_BRANCH, 4, NONE, A0, 0}, {FLOW_NEXT, -1, NONE, NONE, 0},
                         {FLOW_RETURN, -1, NONE, NONE, 0}};
    assert_true(last_branch_diverges(rows, 5));
    rows[1].def = A1;
    assert_false(last_branch_diverges(rows, 5));
}

static void what_a_loop_writes_differs_behind_its_divergent_exit(void **state)
{
    (void)state;
    struct row rows[] = {{FLOW_NEXT, -1, A0, NONE, 0}, {FLOW_BRANCH, 0, NONE, GP, 0},
                         {FLOW_BRANCH, 4, NONE, A0, 0}, {FLOW_NEXT, -1, NONE, NONE, 0},
                         {FLOW_RETURN, -1, NONE, NONE, 0}};
    assert_true(last_branch_diverges(rows, 5));
    rows[1].use = A1;
    assert_false(last_branch_diverges(rows, 5));
}

static const struct row loop_rows[] = {
    {FLOW_NEXT, -1, A0, NONE, 0}, {FLOW_NEXT, -1, A1, A0, 0}, {FLOW_BRANCH, 1, NONE, GP, 0},
    {FLOW_EXIT, -1, NONE, NONE, 0},
};

static void text_names_blocks_loops_and_divergent_branches(void **state)
{
    (void)state;
    struct made made = make(loop_rows, 4, 4);
    struct text text = {0};
    cfg_write(tie(&made), NULL, WC_TEXT, &text);
    assert_string_equal(text_string(&text),
        "first: kernel, blocks 3, loops 1, divergent branches 1\n"
        "  B0    0x00001000..0x00001000    1 instruction   -> B1\n"
        "  B1    0x00001004..0x00001008    2 instructions  loop L0  -> B1, B2  divergent\n"
        "  B2    0x0000100c..0x0000100c    1 instruction   exit\n"
        "  L0    header B1, depth 1, back from B1, left by B1 -> B2\n"
        "  layout: 1 of 1 divergent branches (100 %) meet at a higher address\n");
    text_free(&text);
}

/* SBI-17: a side of the branch comes after the place where lanes meet. */
static void text_and_json_list_branches_that_meet_above(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {FLOW_JUMP, 2, NONE, NONE, 0}, {FLOW_EXIT, -1, NONE, NONE, 0},
        {FLOW_BRANCH, 1, NONE, GP, 0}, {FLOW_JUMP, 1, NONE, NONE, 0},
    };
    struct made made = make(rows, 4, 4);
    struct text text = {0}, json = {0};
    cfg_write(tie(&made), NULL, WC_TEXT, &text);
    assert_non_null(strstr(text_string(&text),
                           "  layout: 0 of 1 divergent branches (0 %) meet at a higher address\n"
                           "    not B2, whose lanes meet in B1\n"));
    cfg_write(tie(&made), NULL, WC_JSON, &json);
    assert_non_null(strstr(text_string(&json), "\"below\": 0"));
    assert_non_null(strstr(text_string(&json), "\"meet\": 1"));
    text_free(&text);
    text_free(&json);
}

static void dot_colours_divergent_branches(void **state)
{
    (void)state;
    struct made made = make(loop_rows, 4, 4);
    struct text text = {0};
    made.functions[0].name = "a\"b";
    cfg_write(tie(&made), NULL, WC_DOT, &text);
    assert_string_equal(text_string(&text),
        "digraph warpclock {\n    node [shape=box, fontname=monospace];\n"
        "    subgraph cluster_0 {\n        label=\"a\\\"b\";\n"
        "        f0b0 [label=\"B0  0x00001000\\n1 instruction\"];\n"
        "        f0b1 [label=\"B1  0x00001004\\n2 instructions\\nloop L0, depth 1\", color=red, "
        "style=filled, fillcolor=mistyrose];\n"
        "        f0b2 [label=\"B2  0x0000100c\\n1 instruction\"];\n"
        "        f0b0 -> f0b1;\n        f0b1 -> f0b1 [style=dashed];\n"
        "        f0b1 -> f0b2 [color=red];\n    }\n}\n");
    text_free(&text);
}

static void json_and_a_name_choose_one_function(void **state)
{
    (void)state;
    struct made made = make(loop_rows, 4, 3);
    struct text text = {0};
    cfg_write(tie(&made), "second", WC_JSON, &text);
    assert_non_null(strstr(text_string(&text), "\"function\": \"second\""));
    assert_null(strstr(text_string(&text), "first"));
    text_free(&text);
}

/* Loops in loops, each left from the innermost, all on a differing register. */
static void a_hostile_program_takes_no_time(void **state)
{
    enum { LARGE = 100000 };
    (void)state;
    struct made made = make(loop_rows, 4, 4);
    struct program *program = tie(&made);
    struct text text = {0};
    struct insn *insns = calloc(LARGE, sizeof *insns);
    for (int32_t i = 0; i < LARGE; i++) {
        insns[i] = (struct insn){.op = &some_op, .pc = 0x1000 + 4 * (uint64_t)i, .next = i + 1,
                                 .target = i < LARGE / 2 ? LARGE - 1 : LARGE - 1 - i,
                                 .flow = FLOW_BRANCH, .src = {{GP, 1}}, .dst = {{A0, 1}}};
    }
    insns[LARGE - 1].flow = FLOW_RETURN;
    program->insns = insns;
    program->count = LARGE;
    made.range = (struct code_range){0x1000, 4 * LARGE, 0, LARGE};
    made.functions[0].bytes = 4 * LARGE;
    clock_t start = clock();
    cfg_write(program, NULL, WC_TEXT, &text);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 20.0);
    assert_non_null(strstr(text_string(&text), "loops 49999, divergent branches 99999"));
    text_free(&text);
    free(insns);
}

/* Tokens of SASS: where SYNC and BRX go stands in the file; under a guard control also goes on. */
static void what_the_file_tells_about_a_leave_becomes_edges(void **state)
{
    static const struct row rows[] = {
        {FLOW_TOKEN, 4, NONE, NONE, 0},  {FLOW_LEAVE, -1, NONE, A0, INSN_GUARDED},
        {FLOW_NEXT, -1, A1, NONE, 0},    {FLOW_LEAVE, -1, NONE, NONE, 0},
        {FLOW_NEXT, -1, A2, NONE, 0},    {FLOW_EXIT, -1, NONE, NONE, INSN_GUARDED},
        {FLOW_EXIT, -1, NONE, NONE, 0},
    };
    static const uint32_t join[] = {4}, outside[] = {4, 31};
    static const struct branch_targets told[] = {{1, 1, join}, {3, 2, outside}};
    (void)state;
    struct arena arena = {0};
    struct made made = make(rows, 7, 7);
    struct program *program = tie(&made);
    program->branch_targets = told;
    program->branch_targets_count = 2;
    struct cfg cfg = cfg_make(&arena, program, &made.functions[0]);
    assert_int_equal(cfg.block_count, 4);
    assert_int_equal(cfg.blocks[2].first, 4);
    assert_int_equal(cfg.graph.edges, 4); /* 0 -> 2, 0 -> 1, 1 -> 2, 2 -> 3 */
    assert_int_equal(cfg.graph.succ[cfg.graph.succ_first[0]], 2);
    assert_int_equal(cfg.graph.succ[cfg.graph.succ_first[1]], 2);
    /* Not to what follows. */
    assert_int_equal(cfg.graph.succ_first[2] - cfg.graph.succ_first[1], 1);
    assert_int_equal(cfg.graph.succ_first[4] - cfg.graph.succ_first[3], 0);
    assert_ptr_equal(program_branch_targets(program, 3), &told[1]);
    assert_null(program_branch_targets(program, 2));
    arena_free(&arena);
}

/* "@P0 EXIT" where P0 comes from the lane's number, and one where it does not; what a guarded write
 * leaves alone still differs. */
static void an_exit_under_a_guard_goes_on_and_exits(void **state)
{
    static const struct row rows[] = {
        {FLOW_NEXT, -1, A0, NONE, INSN_LANE_SOURCE}, {FLOW_EXIT, -1, NONE, A1, INSN_GUARDED},
        {FLOW_NEXT, -1, A0, A1, INSN_GUARDED},       {FLOW_EXIT, -1, NONE, A0, INSN_GUARDED},
        {FLOW_EXIT, -1, NONE, NONE, 0},
    };
    (void)state;
    struct text text = {0}, dot = {0}, json = {0};
    struct made made = make(rows, 5, 5);
    struct program *program = tie(&made);
    cfg_write(program, NULL, WC_TEXT, &text);
    assert_non_null(strstr(text.bytes, "blocks 3, loops 0, divergent branches 1"));
    assert_non_null(strstr(text.bytes, "-> B1, exit\n"));
    assert_non_null(strstr(text.bytes, "-> B2, exit  divergent\n"));
    cfg_write(program, NULL, WC_DOT, &dot);
    assert_non_null(strstr(dot.bytes, "f0b0 -> f0b0x;"));
    assert_non_null(strstr(dot.bytes, "f0b1 -> f0b1x [color=red];"));
    assert_null(strstr(dot.bytes, "f0b2x"));
    cfg_write(program, NULL, WC_JSON, &json);
    assert_non_null(strstr(json.bytes, "\"exits\": true"));
    text_free(&text);
    text_free(&dot);
    text_free(&json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_end_at_branches_and_begin_at_targets),
        cmocka_unit_test(a_jump_to_another_function_leaves),
        cmocka_unit_test(differing_values_are_followed_from_their_sources),
        cmocka_unit_test(what_is_written_on_one_way_differs_where_the_ways_meet),
        cmocka_unit_test(what_a_loop_writes_differs_behind_its_divergent_exit),
        cmocka_unit_test(text_names_blocks_loops_and_divergent_branches),
        cmocka_unit_test(text_and_json_list_branches_that_meet_above),
        cmocka_unit_test(dot_colours_divergent_branches),
        cmocka_unit_test(json_and_a_name_choose_one_function),
        cmocka_unit_test(a_hostile_program_takes_no_time),
        cmocka_unit_test(what_the_file_tells_about_a_leave_becomes_edges),
        cmocka_unit_test(an_exit_under_a_guard_goes_on_and_exits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

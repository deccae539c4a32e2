/* SPDX-License-Identifier: Apache-2.0 */
/* test_diverge.c - the divergence pass: shapes with their expected output (NAME.s and
 * NAME.expected.s of shapes/, found from WARPCLOCK_SOURCE_DIR or the current folder), balance
 * along every path, and what is refused with which words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pass/diverge/diverge.h"
#include "balance.h"

#include <cmocka.h> /* last: it has a macro named fail */

static char *read_file(const char *name, const char *ending)
{
    const char *root = getenv("WARPCLOCK_SOURCE_DIR");
    char path[4096];
    struct text text = {0};
    char buffer[4096];
    size_t got;
    snprintf(path, sizeof path, "%s/tests/pass/diverge/shapes/%s%s", root ? root : ".", name,
             ending);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
        text_add_bytes(&text, buffer, got);
    fclose(file);
    return text.bytes;
}

static char *accepted(const char *name, const char *input)
{
    struct error err = {0};
    struct text out = {0};
    if (diverge(&err, name, input, strlen(input), &out) != WC_OK)
        fail_msg("%s: %s", err.place, err.message);
    const char *problem = find_imbalance(text_string(&out));
    if (problem)
        fail_msg("%s: %s", name, problem);
    return out.bytes;
}

static void refused(const char *input, size_t length, const char *place, const char *message)
{
    struct error err = {0};
    struct text out = {0};
    assert_int_equal(diverge(&err, "in.s", input, length, &out), WC_BAD_INPUT);
    assert_null(out.bytes);
    assert_string_equal(err.place, place);
    if (!strstr(err.message, message))
        fail_msg("expected '%s' in '%s'", message, err.message);
    error_clear(&err);
}

static void shapes_come_out_as_expected(void **state)
{
    static const char *const names[] = {
        "if", "if-else", "nested", "loop-bottom", "loop-top", "break-continue", "while-if-while",
        "uniform", "uniform-exit", "called", "continue-edge",
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *input = read_file(names[i], ".s"), *expected = read_file(names[i], ".expected.s");
        char *output = accepted(names[i], input);
        assert_string_equal(output, expected);
        free(input);
        free(expected);
        free(output);
    }
}

/* One function named k, its lines given without the frame around them. */
static char *function(const char *marks, const char *body)
{
    struct text text = {0};
    text_add(&text, "%s\t.text\n\t.type\tk,@function\nk:\n%s.Lfunc_end0:\n\t.size\tk, "
             ".Lfunc_end0-k\n", marks, body);
    return text.bytes;
}

/* Warp-control instructions of each kind in the output for a kernel. */
static void assert_counts(const char *body, size_t splits, size_t joins, size_t preds)
{
    char *input = function("# warpclock-kernel k\n", body);
    char *output = accepted("in.s", input);
    assert_int_equal(count_lines(output, "\t.insn\tr 0x0B, 2, 0,"), splits);
    assert_int_equal(count_lines(output, "\t.insn\tr 0x0B, 3, 0,"), joins);
    assert_int_equal(count_lines(output, "\t.insn\tr 0x0B, 5, 0,"), preds);
    free(input);
    free(output);
}

static const char if_on_a2[] =
    "\taddi\tsp, sp, -16\n%s\tbeqz\ta2, .L1\n\tnop\n.L1:\n\taddi\tsp, sp, 16\n\tret\n";

static void lane_numbers_and_their_memory_differ_between_lanes(void **state)
{
    static const char *const sources[] = {
        "\tcsrr\ta2, 0xCC0\n", "\tcsrr\ta2, mhartid\n", "\tcsrr\ta2, 3264\n", "\tmv\ta2, gp\n",
        "\tlw\ta2, 0(gp)\n", "\tlw\ta2, 8(sp)\n\tlw\ta2, -4(sp)\n", "\tamoadd.w\ta2, a0, (a1)\n",
        "\tadd\ta3, a0, gp\n\tlw\ta2, 0(a3)\n", "\t.insn\tr 0x0B, 4, 1, a2, a0, a1\n",
        "\tcall\tf\n\tmv\ta2, a0\n", "\tflw\tfa0, 0(gp)\n\tfeq.s\ta2, fa0, fa0\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        char body[300];
        snprintf(body, sizeof body, if_on_a2, sources[i]);
        assert_counts(body, 1, 1, 0);
    }
}

static void group_values_are_the_same_in_all_lanes(void **state)
{
    static const char *const sources[] = {
        "\tmv\ta2, a7\n", "\tlw\ta2, -16(tp)\n", "\tli\ta2, 70000\n", "\tcsrr\ta2, 0xCC1\n",
        "\tlw\ta2, 0(a0)\n", "\tlui\ta3, %hi(x)\n\tlw\ta2, %lo(x)(a3)\n", "\tlw\ta2, 16(sp)\n",
        "\t.insn\tr 0x0B, 3, 1, a2, gp, a1\n", "\tfcvt.w.s\ta2, fa7, rtz\n",
        "\tsw\ta1, 8(sp)   # 4-byte Folded Spill\n\tlw\ta2, 8(sp)   # 4-byte Folded Reload\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        char body[300];
        snprintf(body, sizeof body, if_on_a2, sources[i]);
        assert_counts(body, 0, 0, 0);
    }
}

static void what_is_written_on_one_way_differs_behind_the_join(void **state)
{
    (void)state;
    assert_counts("\tli\ta3, 0\n\tbeqz\tgp, .L1\n\tli\ta3, 1\n.L1:\n"
                  "\tbeqz\ta3, .L2\n\tnop\n.L2:\n\tret\n", 2, 2, 0);
    assert_counts("\tli\ta3, 0\n\tbeqz\tgp, .L1\n\tli\ta4, 1\n.L1:\n"
                  "\tbeqz\ta3, .L2\n\tnop\n.L2:\n\tret\n", 1, 1, 0);
}

static void what_is_counted_in_a_loop_differs_behind_its_lane_dependent_exit(void **state)
{
    (void)state;
    assert_counts("\tli\ta3, 0\n\tmv\ta2, gp\n.L1:\n\taddi\ta3, a3, 1\n"
                  "\tbgtz\ta3, .L2\n\tnop\n.L2:\n"
                  "\taddi\ta2, a2, -1\n\tbnez\ta2, .L1\n\tbeqz\ta3, .L3\n\tnop\n.L3:\n\tret\n",
                  1, 1, 1);
}

static void arguments_differ_unless_the_function_is_a_kernel_that_nobody_calls(void **state)
{
    static const char body[] = "\tbeqz\ta0, .L1\n\tnop\n.L1:\n\tret\n";
    static const char caller[] = "\t.type\tg,@function\ng:\n\tcall\tk\n\tret\n";
    (void)state;
    struct { const char *marks; bool called; size_t splits; } cases[] = {
        {"# warpclock-kernel k\n", false, 0}, {"", false, 1},
        {"# warpclock-kernel other\n", false, 1}, {"# warpclock-kernel k\n", true, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *one = function(cases[i].marks, body);
        struct text input = {0};
        text_add(&input, "%s%s", one, cases[i].called ? caller : "");
        char *output = accepted("in.s", input.bytes);
        assert_int_equal(count_lines(output, "\t.insn\tr 0x0B, 2, 0,"), cases[i].splits);
        assert_int_equal(count_lines(output, "\tsw\ts2,"), cases[i].splits);
        free(one);
        free(output);
        text_free(&input);
    }
}

/* The assembler does not lengthen branches: the pass has to. */
static void a_branch_that_no_longer_reaches_is_turned_round(void **state)
{
    (void)state;
    struct text body = {0};
    text_add(&body, "\tbeqz\ta0, .L1\n\tbltu\tgp, a0, .L1\n");
    for (int i = 0; i < 1030; i++)
        text_add(&body, "\tnop\n");
    text_add(&body, ".L1:\n\tret\n");
    char *input = function("# warpclock-kernel k\n", body.bytes);
    char *output = accepted("in.s", input);
    assert_int_equal(count_lines(output, "\tbne\ta0, zero, .Lwarpclock_"), 1);
    assert_int_equal(count_lines(output, "\tbgeu\tgp, a0, .Lwarpclock_"), 1);
    free(input);
    free(output);
    text_free(&body);
}

static void refused_body(const char *body, const char *place, const char *message)
{
    char *input = function("# warpclock-kernel k\n", body);
    refused(input, strlen(input), place, message);
    free(input);
}

/* Function, block and line are named: the body's first line is the file's fifth. */
static void unstructured_code_is_refused(void **state)
{
    (void)state;
    refused_body("\tbeqz\tgp, .L1\n\tret\n.L1:\n\tret\n", "in.s:5",
                 "function 'k', block 'k': the two paths of this lane-dependent branch never meet");
    refused_body("\tbeqz\ta0, .L2\n.L1:\n\tbeqz\tgp, .L3\n.L2:\n\tnop\n.L3:\n\tret\n", "in.s:7",
                 "block 'k': code after this lane-dependent branch is also reached");
    refused_body(".L1:\n\tbeqz\tgp, .L3\n\tblt\tgp, a0, .L3\n\tj\t.L1\n.L3:\n\tret\n", "in.s:7",
                 "block '.L1': second lane-dependent exit of one loop");
    refused_body(".L1:\n\tbeqz\tgp, .L2\n\tbeqz\ta1, .L3\n.L2:\n\tnop\n\tbnez\ta0, .L1\n"
                 ".L3:\n\tret\n", "in.s:6", "is reached again before its two paths meet");
    refused_body("\tbeqz\ta0, .L2\n.L1:\n\tnop\n.L2:\n\tnop\n\tbnez\tgp, .L1\n"
                 "\tret\n", "in.s:10", "irreducible loop");
    refused_body(".L1:\n\tnop\n.L2:\n\tbeqz\ta0, .L3\n\tbnez\tgp, .L4\n\tj\t.L2\n"
                 ".L3:\n\tbnez\ta1, .L1\n.L4:\n\tret\n", "in.s:9",
                 "lane-dependent exit of two loops at once");
}

/* `depth` ifs, each inside the one before, around a loop. */
static char *nested(int depth)
{
    struct text body = {0};
    text_add(&body, "\taddi\tsp, sp, -32\n\tlw\ta3, 32(sp)\n");
    for (int i = 0; i < depth; i++)
        text_add(&body, "\tblt\tgp, a%d, .L%d\n", i % 8, i);
    text_add(&body, ".Lloop:\n\tsrli\ta0, gp, 1\n\tbnez\tgp, .Lloop\n");
    for (int i = depth; i-- > 0;)
        text_add(&body, ".L%d:\n\tnop\n", i);
    text_add(&body, "\taddi\tsp, sp, 32\n\tret\n");
    char *input = function("# warpclock-kernel k\n", body.bytes);
    text_free(&body);
    return input;
}

static void masks_beyond_the_registers_live_on_the_stack(void **state)
{
    (void)state;
    char *input = nested(9), *output = accepted("in.s", input);
    assert_int_equal(count_lines(output, "\tsw\t"), 0);
    assert_int_equal(count_lines(output, "\tlw\ta3, 32(sp)"), 1);
    free(input);
    free(output);

    input = nested(11);
    output = accepted("in.s", input);
    assert_int_equal(count_lines(output, "\taddi\tsp, sp, -16\t# for lane masks"), 1);
    assert_int_equal(count_lines(output, "\tlw\ta3, 48(sp)"), 1); /* the argument has moved */
    assert_int_equal(count_lines(output, "\tsw\tt6, 32(sp)"), 1);
    assert_int_equal(count_lines(output, "\tsw\tt6, 40(sp)"), 1);
    assert_int_equal(count_lines(output, "\tlw\ts11, 40(sp)"), 1); /* the loop's, for PRED */
    free(input);
    free(output);
}

/* The compiler has s2..s10 where masks do not need them. */
static void masks_take_registers_that_the_function_leaves_alone(void **state)
{
    static const char body[] =
        "\tli\ts2, 1\n\tli\ts4, 1\n\tbeqz\tgp, .L1\n\tblt\tgp, a0, .L0\n\tnop\n.L0:\n"
        "\tmv\ta0, s3\n.L1:\n\tret\n";
    (void)state;
    char *input = function("# warpclock-kernel k\n", body), *output = accepted("in.s", input);
    assert_int_equal(count_lines(output, "\t.insn\tr 0x0B, 2, 0, s5, t6, x0"), 1);
    assert_int_equal(count_lines(output, "\t.insn\tr 0x0B, 2, 0, s6, t6, x0"), 1);
    assert_int_equal(count_lines(output, "\tsw\t"), 0);
    free(input);
    free(output);
}

/* With s11 alone every second mask would be lost: it serves to bring them from the stack. */
static void without_free_registers_all_masks_live_on_the_stack(void **state)
{
    struct text body = {0};
    (void)state;
    for (int i = 2; i <= 10; i++)
        text_add(&body, "\tli\ts%d, 1\n", i);
    text_add(&body, "\tbeqz\tgp, .L1\n.L0:\n\taddi\ta0, gp, -1\n\tbgtu\tgp, a0, .L0\n"
             ".L1:\n\tret\n");
    char *input = function("# warpclock-kernel k\n", body.bytes);
    char *output = accepted("in.s", input);
    assert_int_equal(count_lines(output, "\taddi\tsp, sp, -16\t# for lane masks"), 1);
    assert_int_equal(count_lines(output, "\tsw\tt6, 0(sp)"), 1);
    assert_int_equal(count_lines(output, "\tsw\tt6, 4(sp)"), 1);
    assert_int_equal(count_lines(output, "\tlw\ts11, 4(sp)"), 1);
    free(input);
    free(output);
    text_free(&body);
}

static void more_than_64_levels_are_refused(void **state)
{
    (void)state;
    char *input = nested(65);
    refused(input, strlen(input), "in.s:71", "nested more than 64 levels deep");
    free(input);
}

static void code_the_pass_cannot_follow_is_refused(void **state)
{
    (void)state;
    refused_body("\tmv\ts11, a0\n\tret\n", "in.s:5", "uses x27, which is reserved");
    refused_body("\tmv\ta0, t6\n\tret\n", "in.s:5", "uses x31, which is reserved");
    refused_body("\tjr\ta0\n", "in.s:5", "indirect jump");
    refused_body("\tjalr\tgp\n\tret\n", "in.s:5", "calls through a register that may differ");
    refused_body("\tfoo\ta0\n", "in.s:5", "unknown instruction 'foo'");
    refused_body("\tadd\n", "in.s:5", "bad operands for instruction 'add'");
    refused_body("\tbeqz\ta0, .L9\n", "in.s:5", "jumps to '.L9'");
    refused_body("\tbeqz\ta0, 1f\n1:\n\tret\n", "in.s:5", "jumps to '1f'");
    refused_body("\t.word\t11\n", "in.s:5", "raw data inside a function");
    refused_body("\t.macro m\n", "in.s:5", "expected plain compiler output");
    refused_body("\tnop; nop\n", "in.s:5", "more than one statement on a line");
    refused_body("\t.loc 0 1 1; nop\n", "in.s:5", "more than one statement on a line");
    refused_body("\t.insn r 0x0B, 4, 0, x0, a0, a1; nop\n", "in.s:5", "more than one statement");
    refused_body(".L1:\n.L1:\n\tret\n", "in.s:6", "second definition of label '.L1'");
    refused("\tnop\n", 5, "in.s:1", "instruction outside a function");
}

static void warp_control_by_hand_is_refused(void **state)
{
    (void)state;
    refused_body("\t.insn\tr 0x0B, 2, 0, a0, a1, x0\n", "in.s:5", "already has SPLIT");
    refused_body("\t.insn r 11, 3, 0, x0, a1, x0\n", "in.s:5", "already has JOIN");
    refused_body("\t.insn r CUSTOM_0, 5, 0, x0, a1, a2\n", "in.s:5", "already has PRED");
    refused_body("\t.insn r 0x0B, 0, 0, x0, a1, x0\n", "in.s:5", "TMC changes the active threads");
    refused_body("\t.insn i 0x13, 0, a0, a0, 1\n", "in.s:5", "unknown form of .insn");
}

static void its_own_output_is_refused(void **state)
{
    (void)state;
    char *input = read_file("if", ".expected.s");
    refused(input, strlen(input), "in.s:16", "already has SPLIT and JOIN: label '.Lwarpclock_0'");
    free(input);
}

static void text_without_functions_passes_unchanged(void **state)
{
    static const char *const texts[] = {
        "", "\n", "# only a comment", "\t.data\nx:\n\t.word 1, 2\n\t.asciz \"a # b: c\"\r\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct error err = {0};
        struct text out = {0};
        assert_int_equal(diverge(&err, "in.s", texts[i], strlen(texts[i]), &out), WC_OK);
        assert_string_equal(text_string(&out), texts[i]);
        text_free(&out);
    }
}

static void damaged_text_never_crashes(void **state)
{
    (void)state;
    char *input = read_file("break-continue", ".s");
    size_t length = strlen(input);
    uint64_t seed = 7;
    for (int i = 0; i < 20000; i++) {
        char *copy = malloc(length);
        struct error err = {0};
        struct text out = {0};
        memcpy(copy, input, length);
        for (int k = 0; k < 3; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            copy[(seed >> 33) % length] = (char)(seed >> 20);
        }
        size_t cut = i % 2 ? length : (seed >> 40) % length;
        enum wc_status status = diverge(&err, "in.s", copy, cut, &out);
        assert_true(status == WC_OK || (status == WC_BAD_INPUT && err.message));
        error_clear(&err);
        text_free(&out);
        free(copy);
    }
    free(input);
}

static void assert_quick(const char *what, const char *input, size_t length)
{
    struct error err = {0};
    struct text out = {0};
    clock_t start = clock();
    diverge(&err, "in.s", input, length, &out);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (seconds > 10)
        fail_msg("%s took %.1f s", what, seconds);
    error_clear(&err);
    text_free(&out);
}

static void large_input_takes_linear_time(void **state)
{
    enum { LARGE = 50000 };
    (void)state;
    struct text rows[4] = {{0}, {0}, {0}, {0}};
    for (int i = 0; i < LARGE; i++) {
        text_add(&rows[0], "\tblt\tgp, a1, .L%d\n\tnop\n.L%d:\n", i, i); /* one by one */
        text_add(&rows[1], "\tblt\tgp, a1, .Lend\n\tnop\n");            /* all to one place */
        text_add(&rows[2], ".L%d:\n\tnop\n\tbnez\tgp, .L%d\n", i, i);   /* loops */
        text_add(&rows[3], ".M%d:\n", i);                               /* loops in loops */
    }
    text_add(&rows[1], ".Lend:\n\tnop\n");
    for (int i = LARGE; i-- > 0;)
        text_add(&rows[3], "\tbnez\tgp, .M%d\n", i);
    for (int i = 0; i < 4; i++) {
        text_add(&rows[i], "\tret\n");
        char *input = function("# warpclock-kernel k\n", rows[i].bytes);
        assert_quick("a long function", input, strlen(input));
        free(input);
        text_free(&rows[i]);
    }
    char *line = malloc(1 << 20);
    for (int c = 0; c < 3; c++) {
        memset(line, "a\0,"[c], 1 << 20);
        assert_quick("a line of a megabyte", line, 1 << 20);
    }
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_come_out_as_expected),
        cmocka_unit_test(lane_numbers_and_their_memory_differ_between_lanes),
        cmocka_unit_test(group_values_are_the_same_in_all_lanes),
        cmocka_unit_test(what_is_written_on_one_way_differs_behind_the_join),
        cmocka_unit_test(what_is_counted_in_a_loop_differs_behind_its_lane_dependent_exit),
        cmocka_unit_test(arguments_differ_unless_the_function_is_a_kernel_that_nobody_calls),
        cmocka_unit_test(a_branch_that_no_longer_reaches_is_turned_round),
        cmocka_unit_test(unstructured_code_is_refused),
        cmocka_unit_test(masks_beyond_the_registers_live_on_the_stack),
        cmocka_unit_test(masks_take_registers_that_the_function_leaves_alone),
        cmocka_unit_test(without_free_registers_all_masks_live_on_the_stack),
        cmocka_unit_test(more_than_64_levels_are_refused),
        cmocka_unit_test(code_the_pass_cannot_follow_is_refused),
        cmocka_unit_test(warp_control_by_hand_is_refused),
        cmocka_unit_test(its_own_output_is_refused),
        cmocka_unit_test(text_without_functions_passes_unchanged),
        cmocka_unit_test(damaged_text_never_crashes),
        cmocka_unit_test(large_input_takes_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_loop_bounds.c - which loops a name means, and what is said about the others.
 *
 * tests/bound/loops/loops.S has the shapes that compilers make of loops, each with its lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "bound/engine/loop_bounds.h"
#include "flow/loop_name.h"

#include <cmocka.h> /* last: it has a macro named fail */

struct stage {
    struct error err;
    struct arena arena;
    struct image *image;
    struct program *program;
    struct job job;
    struct walk_bounds bounds;
};

static struct stage open_program(const char *path)
{
    struct stage stage = {0};
    if (image_open(&stage.err, path, &stage.image) != WC_OK ||
        isa_rv32.decode(&stage.err, stage.image, isa_rv32.default_features, &stage.program) !=
            WC_OK)
        fail_msg("%s: %s", path, stage.err.message);
    job_init(&stage.job);
    return stage;
}

static void close_program(struct stage *stage)
{
    error_clear(&stage->err);
    arena_free(&stage->arena);
    job_free(&stage->job);
    program_free(stage->program);
    image_free(stage->image);
}

/* Resolves what `loops: {...}` of a job says. */
static enum wc_status try_to_resolve(struct stage *stage, const char *loops)
{
    char text[1024];
    int length = snprintf(text, sizeof text, "kernel: k.elf\nloops: {%s}\n", loops);
    job_free(&stage->job);
    if (job_parse(&stage->err, "job.yaml", text, (size_t)length, &stage->job) != WC_OK)
        fail_msg("%s", stage->err.message);
    return loop_bounds_resolve(&stage->err, &stage->arena, stage->program, &stage->job,
                               &stage->job.launches[0], false, &stage->bounds);
}

static void resolve(struct stage *stage, const char *loops)
{
    if (try_to_resolve(stage, loops) != WC_OK)
        fail_msg("%s", stage->err.message);
}

static const struct function *function_named(const struct stage *stage, const char *name)
{
    for (uint32_t f = 0; f < stage->program->function_count; f++) {
        if (!strcmp(stage->program->functions[f].name, name))
            return &stage->program->functions[f];
    }
    fail_msg("no function %s", name);
    return NULL;
}

/* The header of a function's loop, as instruction. */
static uint32_t header_of(struct stage *stage, const char *function, uint32_t loop)
{
    struct cfg cfg = cfg_make(&stage->arena, stage->program, function_named(stage, function));
    assert_true(loop < cfg.loops.count);
    return cfg.blocks[cfg.loops.loop[loop].header].first;
}

/* 0: no bound. */
static uint64_t bound_of(struct stage *stage, const char *function, uint32_t loop)
{
    uint32_t header = header_of(stage, function, loop);
    for (size_t i = 0; i < stage->bounds.count; i++) {
        if (stage->bounds.list[i].header == header)
            return stage->bounds.list[i].iterations;
    }
    return 0;
}

/* The line by which a loop is called; 0: none. */
static uint32_t line_of(struct stage *stage, const char *function, uint32_t loop)
{
    struct cfg cfg = cfg_make(&stage->arena, stage->program, function_named(stage, function));
    assert_true(loop < cfg.loops.count);
    return loop_names(&stage->arena, &cfg)[loop].line.line;
}

static void assert_part(const char *text, const char *part)
{
    if (!text || !strstr(text, part))
        fail_msg("'%s' does not say '%s'", text ? text : "(nothing)", part);
}

static void a_loop_has_the_line_of_its_test_and_not_of_its_header(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(line_of(&stage, "rotated", 0), 10);
    assert_int_equal(line_of(&stage, "do_while", 0), 82);
    resolve(&stage, "'loops.cl:10': 8");
    assert_int_equal(stage.bounds.count, 1);
    assert_int_equal(bound_of(&stage, "rotated", 0), 8);
    close_program(&stage);
}

static void loops_of_a_nest_have_their_own_lines_and_bounds(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    resolve(&stage, "'loops.cl:20': 7, 'loops.cl:21': 3");
    assert_int_equal(stage.bounds.count, 2);
    assert_int_equal(bound_of(&stage, "nested", 0), 7);
    assert_int_equal(bound_of(&stage, "nested", 1), 3);
    close_program(&stage);
}

static void a_line_bounds_all_loops_that_the_compiler_made_of_it(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    resolve(&stage, "'loops.cl:30': 9");
    assert_int_equal(stage.bounds.count, 2);
    assert_int_equal(bound_of(&stage, "unrolled", 0), 9);
    assert_int_equal(bound_of(&stage, "unrolled", 1), 9);
    close_program(&stage);
}

static void a_branch_on_a_flag_stands_for_the_comparison_that_sets_it(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(line_of(&stage, "flag", 0), 40);
    close_program(&stage);
}

/* Their rounds are those of both loops together: neither line counts them. */
static void a_nest_whose_conditions_became_one_flag_has_no_line(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(line_of(&stage, "joined", 0), 0);
    assert_int_equal(line_of(&stage, "either", 0), 0);
    assert_int_equal(line_of(&stage, "both", 0), 131); /* one loop with two conditions */
    close_program(&stage);
}

static void a_branch_without_a_line_of_its_own_has_that_of_its_operands(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(line_of(&stage, "lost", 0), 171);
    close_program(&stage);
}

static void a_loop_of_an_inlined_function_keeps_its_line(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(line_of(&stage, "inlined", 0), 5);
    close_program(&stage);
}

/* Otherwise the small bound of the inner loop would hold for the outer one. */
static void the_tests_of_an_unrolled_inner_loop_do_not_name_the_outer_one(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(line_of(&stage, "swallowed", 0), 70);
    assert_int_equal(try_to_resolve(&stage, "'loops.cl:71': 2"), WC_BAD_INPUT);
    close_program(&stage);
}

/* The rounds of both loops come together at one header: neither line counts them. */
static void a_nest_with_one_header_and_an_endless_loop_have_no_line(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(line_of(&stage, "shared_header", 0), 0);
    assert_int_equal(line_of(&stage, "endless", 0), 0);
    assert_int_equal(line_of(&stage, "_start", 0), 0);
    close_program(&stage);
}

/* The call may stand in a loop of the same line with another bound, which was unrolled. */
static void a_loop_whose_code_has_one_column_does_not_take_the_line_of_the_call(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(line_of(&stage, "hidden", 0), 0);
    assert_int_equal(line_of(&stage, "columns", 0), 161);
    close_program(&stage);
}

static void code_in_front_of_a_loop_does_not_hide_that_its_line_is_the_functions(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(line_of(&stage, "moved_up", 0), 141);
    close_program(&stage);
}

static void loops_of_a_nest_on_one_line_have_no_line(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(line_of(&stage, "one_line", 0), 0);
    assert_int_equal(line_of(&stage, "one_line", 1), 0);
    close_program(&stage);
}

static void any_address_inside_names_the_innermost_loop(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    uint64_t outer = stage.program->insns[header_of(&stage, "nested", 0)].pc;
    char loops[128];
    snprintf(loops, sizeof loops, "'0x%llx': 5, '0x%llx': 6", (unsigned long long)outer + 8,
             (unsigned long long)outer + 12);
    resolve(&stage, loops);
    assert_int_equal(stage.bounds.count, 2);
    assert_int_equal(bound_of(&stage, "nested", 1), 5);
    assert_int_equal(bound_of(&stage, "nested", 0), 6);
    close_program(&stage);
}

static void the_address_beats_the_line_and_the_job_beats_the_source(void **state)
{
    struct loop_note notes[] = {
        {"loops.cl", 10, 100}, {"loops.cl", 20, 200}, {"loops.cl", 21, 300}, {"loops.cl", 999, 1},
    };
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    char loops[128];
    stage.image->loop_notes = notes;
    stage.image->loop_note_count = 4;
    snprintf(loops, sizeof loops, "'0x%llx': 1, 'loops.cl:10': 2, 'loops.cl:20': 3",
             (unsigned long long)stage.program->insns[header_of(&stage, "rotated", 0)].pc);
    resolve(&stage, loops);
    assert_int_equal(bound_of(&stage, "rotated", 0), 1);
    assert_int_equal(bound_of(&stage, "nested", 0), 3);
    assert_int_equal(bound_of(&stage, "nested", 1), 300);
    assert_int_equal(stage.bounds.count, 3);
    assert_true(stage.bounds.list[0].from_job && stage.bounds.list[1].from_job);
    assert_false(stage.bounds.list[2].from_job);
    close_program(&stage);
}

static void a_total_alone_leaves_the_source_its_number(void **state)
{
    struct loop_note notes[] = {{"loops.cl", 10, 100}, {"loops.cl", 20, 200}};
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    stage.image->loop_notes = notes;
    stage.image->loop_note_count = 2;
    resolve(&stage, "'loops.cl:10': {total: 5000}, 'loops.cl:20': {total: 150}, "
                    "'loops.cl:21': {max: 7, total: 90}");
    assert_int_equal(bound_of(&stage, "rotated", 0), 100);
    assert_int_equal(bound_of(&stage, "nested", 0), 150); /* one entry is not more than all */
    assert_int_equal(bound_of(&stage, "nested", 1), 7);
    assert_int_equal(stage.bounds.list[0].total, 5000);
    assert_int_equal(stage.bounds.list[2].total, 90);
    close_program(&stage);
}

static void of_two_equal_claims_the_larger_one_counts(void **state)
{
    struct loop_note notes[] = {{"loops.cl", 10, 5}, {"loops.cl", 10, 4}};
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    stage.image->loop_notes = notes;
    stage.image->loop_note_count = 2;
    resolve(&stage, "");
    assert_int_equal(bound_of(&stage, "rotated", 0), 5);
    close_program(&stage);
}

static void two_names_of_a_loop_must_not_contradict_each_other(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    char both[128];
    uint64_t first = stage.program->insns[header_of(&stage, "rotated", 0)].pc;
    snprintf(both, sizeof both, "'0x%llx': 8, '0x%llx': 9", (unsigned long long)first,
             (unsigned long long)first + 4);
    assert_int_equal(try_to_resolve(&stage, both), WC_BAD_INPUT);
    assert_part(stage.err.message, "refer to the same loop");
    error_clear(&stage.err);
    snprintf(both, sizeof both, "'0x%llx': 8, '0x%llx': 8", (unsigned long long)first,
             (unsigned long long)first + 4);
    resolve(&stage, both);
    assert_int_equal(bound_of(&stage, "rotated", 0), 8);
    close_program(&stage);
}

/* swallowed: for (70) { for (71) }, the inner one unrolled; do_while: do (80) { } while (82);
 * rotated: for (10) { (11) } */
static void a_loop_is_that_of_the_statement_around_its_code(void **state)
{
    struct loop_statement statements[] = {
        {"loops.cl", .line = 70, .first = 70, .head = 70, .last = 72, .is_outer = true},
        {"loops.cl", .line = 71, .first = 71, .head = 71, .last = 71, .depth = 1},
        {"loops.cl", .line = 82, .first = 79, .head = 80, .last = 82, .kind = LOOP_BOTTOM},
        {"loops.cl", .line = 9, .first = 8, .head = 9, .last = 12},
    };
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    stage.image->loop_statements = statements;
    stage.image->loop_statement_count = 4;
    assert_int_equal(line_of(&stage, "swallowed", 0), 70);
    assert_int_equal(line_of(&stage, "do_while", 0), 82);
    assert_int_equal(line_of(&stage, "rotated", 0), 9);
    resolve(&stage, "'loops.cl:79': 3, 'loops.cl:8': 4");
    assert_int_equal(bound_of(&stage, "do_while", 0), 3);
    assert_int_equal(bound_of(&stage, "rotated", 0), 4);
    statements[3].is_shared = true;
    assert_int_equal(line_of(&stage, "rotated", 0), 0);
    close_program(&stage);
}

static void folders_in_front_of_a_file_do_not_matter_but_its_whole_name_does(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    resolve(&stage, "'src/kernels/loops.cl:10': 4");
    assert_int_equal(bound_of(&stage, "rotated", 0), 4);
    assert_int_equal(try_to_resolve(&stage, "'more-loops.cl:10': 4"), WC_BAD_INPUT);
    error_clear(&stage.err);
    assert_int_equal(try_to_resolve(&stage, "'oops.cl:10': 4"), WC_BAD_INPUT);
    close_program(&stage);
}

/* HOUSE-2: the place in the job, what was found, and what there is. */
static void a_line_of_no_loop_is_refused_with_the_loops_there_are(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(try_to_resolve(&stage, "'loops.cl:10': 4, 'loops.cl:11': 4"), WC_BAD_INPUT);
    assert_string_equal(stage.err.place, "job.yaml:2:27");
    assert_part(stage.err.message, "loops.cl:11 is not the line of a loop; the program's loops "
                                   "are\n"
                                   "  0x80000000 in _start\n"
                                   "  0x8000000c in rotated, loops.cl:10\n");
    assert_part(stage.err.hint, "the line of its exit test");
    close_program(&stage);
}

static void the_largest_bound_is_2_to_the_40(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    resolve(&stage, "'loops.cl:10': 1099511627776");
    assert_true(bound_of(&stage, "rotated", 0) == LOOP_BOUND_MAX);
    static const char job[] = "kernel: k.elf\nloops: {'loops.cl:10': 1099511627777}\n";
    job_free(&stage.job);
    assert_int_equal(job_parse(&stage.err, "job.yaml", job, sizeof job - 1, &stage.job),
                     WC_BAD_INPUT);
    assert_string_equal(stage.err.place, "job.yaml:2:24");
    assert_part(stage.err.message, "from 1 to 1099511627776");
    close_program(&stage);
}

static void an_address_outside_of_loops_is_refused(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    assert_int_equal(try_to_resolve(&stage, "'0x80000008': 4"), WC_BAD_INPUT);
    assert_string_equal(stage.err.place, "job.yaml:2:9");
    assert_part(stage.err.message, "0x80000008 is not inside a loop; the program's loops are");
    error_clear(&stage.err);
    assert_int_equal(try_to_resolve(&stage, "'0x7': 4"), WC_BAD_INPUT);
    close_program(&stage);
}

static void loops_that_lack_a_bound_are_told_with_the_lines_to_add(void **state)
{
    (void)state;
    struct stage stage = open_program("tests/bound/loops/loops.elf");
    uint32_t rotated = header_of(&stage, "rotated", 0), first = header_of(&stage, "unrolled", 0);
    uint32_t second = header_of(&stage, "unrolled", 1), start = header_of(&stage, "_start", 0);
    struct walk_missing missing[] = {
        {start, start + 1}, {rotated, rotated + 2}, {first, first + 1}, {second, second + 1},
        {rotated, rotated + 1},
    };
    resolve(&stage, "");
    assert_int_equal(loop_bounds_missing(&stage.err, stage.program, &stage.job,
                                         &stage.job.launches[0], missing, 5,
                                         "\n  (a remark)"),
                     WC_BAD_INPUT);
    assert_int_equal(stage.err.status, WC_BAD_INPUT);
    assert_part(stage.err.place, "job.yaml:");
    assert_part(stage.err.message, "\n  (a remark)");
    assert_part(stage.err.message, "\n  0x80000000 in _start: exit test bne a0, zero, ");
    assert_part(stage.err.message, "\n  0x8000000c in rotated, loops.cl:10: exit test "
                                   "bne a0, zero, 0x8000000c at 0x80000014");
    assert_null(strstr(strstr(stage.err.message, "rotated") + 1, "rotated")); /* told once */
    assert_string_equal(stage.err.hint,
                        "put a number for each N into the job file, or "
                        "'#pragma warpclock loop_bound(N)' before the loop in the source:\n"
                        "loops:\n"
                        "  \"0x80000000\": N   # max iterations each time the loop is entered\n"
                        "  \"loops.cl:10\": N   # max iterations each time the loop is entered\n"
                        "  \"loops.cl:30\": N   # max iterations each time the loop is entered");
    close_program(&stage);
}

/* A line of kernels/NAME/NAME.cl on which this text stands for the n-th time. */
static uint32_t source_line_with(const char *path, const char *part, int n)
{
    char line[256];
    uint32_t number = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (n > 0 && fgets(line, sizeof line, file)) {
        number++;
        n -= strstr(line, part) != NULL;
    }
    fclose(file);
    assert_int_equal(n, 0);
    return number;
}

static void assert_loop_at(const char *kernel, const char *function, uint32_t loop,
                           const char *part, int n)
{
    char elf[128], source[128];
    snprintf(elf, sizeof elf, "kernels/%s/vortex.elf", kernel);
    snprintf(source, sizeof source, "kernels/%s/%s.cl", kernel, kernel);
    struct stage stage = open_program(elf);
    assert_int_equal(line_of(&stage, function, loop), source_line_with(source, part, n));
    close_program(&stage);
}

/* Rotated, divergent, with several ways out, nested: as clang and our pass leave them. */
static void loops_of_compiled_kernels_have_the_lines_of_their_statements(void **state)
{
    (void)state;
    assert_loop_at("bfs", "expand", 0, "for (int i = offsets", 1);
    assert_loop_at("spmv", "spmv", 0, "for (int i = offsets", 1);
    assert_loop_at("mandelbrot", "mandelbrot", 0, "while (count < limit", 1);
    assert_loop_at("kmeans", "assign_points", 0, "for (int cluster", 1);
    assert_loop_at("kmeans", "assign_points", 1, "for (int f = 0", 1);
    assert_loop_at("divergence", "loops", 0, "for (uint k = 0; k < (value & 31)", 1);
    assert_loop_at("divergence", "loops", 1, "} while (value > 8)", 1);
    assert_loop_at("divergence", "nested_loops", 0, "for (uint outer = 0", 1);
    assert_loop_at("divergence", "nested_loops", 1, "while (inner < 12)", 1);
    assert_loop_at("divergence", "returns", 0, "for (uint k = 0; k < 16", 1);
    assert_loop_at("divergence", "returns", 1, "while ((value ^ k) & 1)", 1);
    assert_loop_at("scan", "scan_totals", 1, "for (int distance = 1", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_has_the_line_of_its_test_and_not_of_its_header),
        cmocka_unit_test(loops_of_a_nest_have_their_own_lines_and_bounds),
        cmocka_unit_test(a_line_bounds_all_loops_that_the_compiler_made_of_it),
        cmocka_unit_test(a_branch_on_a_flag_stands_for_the_comparison_that_sets_it),
        cmocka_unit_test(a_nest_whose_conditions_became_one_flag_has_no_line),
        cmocka_unit_test(a_branch_without_a_line_of_its_own_has_that_of_its_operands),
        cmocka_unit_test(a_loop_of_an_inlined_function_keeps_its_line),
        cmocka_unit_test(the_tests_of_an_unrolled_inner_loop_do_not_name_the_outer_one),
        cmocka_unit_test(a_nest_with_one_header_and_an_endless_loop_have_no_line),
        cmocka_unit_test(any_address_inside_names_the_innermost_loop),
        cmocka_unit_test(the_address_beats_the_line_and_the_job_beats_the_source),
        cmocka_unit_test(a_total_alone_leaves_the_source_its_number),
        cmocka_unit_test(of_two_equal_claims_the_larger_one_counts),
        cmocka_unit_test(two_names_of_a_loop_must_not_contradict_each_other),
        cmocka_unit_test(a_loop_is_that_of_the_statement_around_its_code),
        cmocka_unit_test(folders_in_front_of_a_file_do_not_matter_but_its_whole_name_does),
        cmocka_unit_test(a_line_of_no_loop_is_refused_with_the_loops_there_are),
        cmocka_unit_test(the_largest_bound_is_2_to_the_40),
        cmocka_unit_test(an_address_outside_of_loops_is_refused),
        cmocka_unit_test(loops_that_lack_a_bound_are_told_with_the_lines_to_add),
        cmocka_unit_test(a_loop_whose_code_has_one_column_does_not_take_the_line_of_the_call),
        cmocka_unit_test(code_in_front_of_a_loop_does_not_hide_that_its_line_is_the_functions),
        cmocka_unit_test(loops_of_a_nest_on_one_line_have_no_line),
        cmocka_unit_test(loops_of_compiled_kernels_have_the_lines_of_their_statements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

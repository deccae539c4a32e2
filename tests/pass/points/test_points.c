/* SPDX-License-Identifier: Apache-2.0 */
/* test_points.c - which branches of a file become split points. */
#include <unistd.h>

#include "code.h"

#include "base/text.h"
#include "pass/points/points.h"

#define DIVERGENCE "kernels/divergence/gcn3.hsaco"

struct stage {
    struct error err;
    struct image *image;
    struct program *program;
    struct points points;
};

static void stage_open(struct stage *stage, const char *path)
{
    *stage = (struct stage){0};
    assert_int_equal(image_open(&stage->err, path, &stage->image), WC_OK);
    const struct isa *isa = isa_find(stage->image->isa);
    assert_int_equal(isa->decode(&stage->err, stage->image, isa->default_features,
                                 &stage->program), WC_OK);
}

static void stage_close(struct stage *stage)
{
    points_free(&stage->points);
    program_free(stage->program);
    image_free(stage->image);
    error_clear(&stage->err);
}

static void expect_error(const struct points_request *request, const char *path,
                         const char *message)
{
    struct stage stage;
    stage_open(&stage, path);
    assert_int_equal(points_find(&stage.err, stage.program, request, &stage.points), WC_BAD_INPUT);
    assert_string_equal(stage.err.message, message);
    assert_string_equal(stage.err.place, path);
    stage_close(&stage);
}

static struct points_kernel *find(struct stage *stage, const struct points_request *request)
{
    if (points_find(&stage->err, stage->program, request, &stage->points) != WC_OK)
        fail_msg("%s", stage->err.message);
    return &stage->points.kernels[0];
}

/* PWS-37: never more contexts than there are, siblings reuse one. */
static void the_choice_fits_the_contexts(void **unused)
{
    static const uint32_t chosen[] = {0, 1, 2, 3, 4, 5};
    (void)unused;
    for (uint32_t depth = 1; depth <= 5; depth++) {
        struct stage stage;
        stage_open(&stage, DIVERGENCE);
        const struct points_kernel *kernel =
            find(&stage, &(struct points_request){.kernel = "nested_if", .depth = depth});
        assert_in_range(kernel->contexts, 1, depth);
        assert_in_range(kernel->chosen_count, chosen[depth], 5);
        stage_close(&stage);
    }
}

/* The optimum takes branches with two sides; an if without else cannot gain. */
static void the_optimum_leaves_out_what_cannot_gain(void **unused)
{
    struct stage stage;
    (void)unused;
    stage_open(&stage, DIVERGENCE);
    const struct points_kernel *kernel =
        find(&stage, &(struct points_request){.kernel = "nested_if", .depth = 3, .optimal = true});
    assert_true(kernel->chosen_count > 0);
    for (uint32_t i = 0; i < kernel->sites.count; i++)
        assert_true(!kernel->chosen[i] || kernel->sites.list[i].serial != NO_INSN);
    stage_close(&stage);
}

/* By address of any instruction of the branch, and by line. */
static void marks_name_branches(void **unused)
{
    static const char *const marks[] = {"0x307c", "0x3084", "divergence.cl:23"};
    (void)unused;
    for (unsigned i = 0; i < 3; i++) {
        struct stage stage;
        stage_open(&stage, DIVERGENCE);
        const struct points_kernel *kernel =
            find(&stage, &(struct points_request){.kernel = "nested_if", .marks = &marks[i],
                                                  .mark_count = 1});
        assert_int_equal(kernel->chosen_count, 1);
        assert_true(kernel->chosen[1]);
        stage_close(&stage);
    }
}

static void bad_requests_are_errors(void **unused)
{
    static const char *const nowhere[] = {"divergence.cl:1"}, *const nothing[] = {"here"},
                             *const half[] = {"gence.cl:23"};
    (void)unused;
    expect_error(&(struct points_request){.marks = nowhere, .mark_count = 1}, DIVERGENCE,
                 "no divergent branch at 'divergence.cl:1'");
    expect_error(&(struct points_request){.marks = half, .mark_count = 1}, DIVERGENCE,
                 "no divergent branch at 'gence.cl:23'");
    expect_error(&(struct points_request){.marks = nothing, .mark_count = 1}, DIVERGENCE,
                 "'here' marks no place; expected an address (\"0x1a8\") or a source line "
                 "(\"k.cl:17\")");
    expect_error(&(struct points_request){.depth = 64}, DIVERGENCE,
                 "a depth of 64; expected 1 to 63: a wavefront has 64 lanes");
    expect_error(&(struct points_request){0}, "kernels/saxpy/vortex.elf",
                 "its format is RISC-V ELF; expected a code object for GCN3 (gfx803)");
}

/* ---- hand-made code ---- */

/* The file's own tables are not there: begin at the marks. */
static void begin(struct code *code, struct points *points, struct points_kernel *kernel)
{
    const struct function *function = code_finish(code);
    *kernel = (struct points_kernel){.kernel = &code->kernel, .function = function};
    kernel->sites = split_sites_find(&code->arena, code->program, function, true);
    kernel->marked = arena_array(&code->arena, 8, sizeof(bool));
    kernel->chosen = arena_array(&code->arena, 8, sizeof(bool));
    *points = (struct points){.program = code->program, .kernels = kernel, .count = 1};
}

static void put_if(struct code *code, bool split, uint32_t label)
{
    put(code, S_AND_SAVEEXEC(8, VCC));
    if (split)
        put(code, S_SPLIT);
    put_branch(code, EXECZ, label);
    put_work(code, 1);
    here(code, label);
    put(code, S_OR_B64(EXEC, EXEC, 8));
}

/* PWS-11: a split directly before a branch marks it; another one is removed, with a report. */
static void splits_in_the_code_are_marks(void **unused)
{
    struct code *code = code_new();
    struct points points;
    struct points_kernel kernel;
    (void)unused;
    put(code, S_SPLIT);
    put_if(code, false, 0);
    put_if(code, true, 1);
    put(code, S_ENDPGM);
    begin(code, &points, &kernel);
    assert_int_equal(points_mark(&code->err, &points), WC_OK);
    assert_false(kernel.marked[0]);
    assert_true(kernel.marked[1]);
    assert_int_equal(kernel.removed_count, 1);
    assert_int_equal(kernel.removed[0], 0);
    assert_true(kernel.rewritten);
    points_free(&points);
    code_free(code);
}

/* PWS-34: a mark on a branch whose lanes agree. */
static void a_uniform_branch_cannot_be_marked(void **unused)
{
    static const char *const marks[] = {"0x1000"};
    struct code *code = code_new();
    struct points points;
    struct points_kernel kernel;
    (void)unused;
    put_branch(code, SCC1, 0);
    put_work(code, 1);
    here(code, 0);
    put(code, S_ENDPGM);
    begin(code, &points, &kernel);
    points.request = (struct points_request){.marks = marks, .mark_count = 1};
    assert_int_equal(points_mark(&code->err, &points), WC_BAD_INPUT);
    assert_string_equal(code->err.message, "the branch at '0x1000' is uniform: its lanes agree, so "
                                           "that there is nothing to split");
    points_free(&points);
    code_free(code);
}

/* ---- tables ---- */

static void write_file(char *path, const char *text)
{
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

static enum wc_status read_table(struct stage *stage, const char *text)
{
    char path[] = "/tmp/warpclock-table-XXXXXX";
    write_file(path, text);
    enum wc_status status = points_read_table(&stage->err, stage->program, path, &stage->points);
    unlink(path);
    return status;
}

/* PWS-33: a table has the same choice, and the same file comes of it. */
static void a_table_has_the_same_choice(void **unused)
{
    struct stage first, second;
    struct text table = {0};
    uint8_t *bytes[2];
    uint64_t size[2];
    (void)unused;
    stage_open(&first, DIVERGENCE);
    stage_open(&second, DIVERGENCE);
    find(&first, &(struct points_request){.depth = 7, .tags = true});
    points_write_table(&first.points, &table);
    if (read_table(&second, text_string(&table)) != WC_OK)
        fail_msg("%s", second.err.message);
    assert_int_equal(points_apply(&first.err, &first.points, &bytes[0], &size[0]), WC_OK);
    assert_int_equal(points_apply(&second.err, &second.points, &bytes[1], &size[1]), WC_OK);
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
    text_free(&table);
    stage_close(&first);
    stage_close(&second);
}

static void bad_tables_are_errors(void **unused)
{
    static const struct {
        const char *table, *message;
    } rows[] = {
        {"tags: false\n", "'splits' is missing"},
        {"splits: 3\n", "expected a list of split points"},
        {"splits:\n  - {kernel: nested_if}\n", "expected 'kernel' and 'offset'"},
        {"splits:\n  - {kernel: nothing, offset: 0}\n",
         DIVERGENCE " has no kernel 'nothing'"},
        {"splits:\n  - {kernel: nested_if, offset: 4}\n",
         "kernel nested_if of " DIVERGENCE " has no divergent branch at offset 0x4; the table is "
         "for another binary"},
        {"splits:\n  - {kernel: nested_loops, offset: 0xc4}\n",
         "the branch cannot be split: its then side may enable lanes that are not its own"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct stage stage;
        stage_open(&stage, DIVERGENCE);
        assert_int_equal(read_table(&stage, rows[i].table), WC_BAD_INPUT);
        assert_non_null(strstr(stage.err.message, rows[i].message));
        stage_close(&stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_choice_fits_the_contexts),
        cmocka_unit_test(the_optimum_leaves_out_what_cannot_gain),
        cmocka_unit_test(marks_name_branches),
        cmocka_unit_test(bad_requests_are_errors),
        cmocka_unit_test(splits_in_the_code_are_marks),
        cmocka_unit_test(a_uniform_branch_cannot_be_marked),
        cmocka_unit_test(a_table_has_the_same_choice),
        cmocka_unit_test(bad_tables_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_describe.c - jobs built by calls: NDRanges, shapes and loops, as job files have them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <warpclock.h>

#include <cmocka.h>

enum { ROWS = 22, COLUMNS = 37 };

static float in[ROWS * COLUMNS], out[COLUMNS * ROWS];

struct stage {
    wc_context *context;
    wc_job *job;
};

static struct stage describe(const char *kernel, const char *entry)
{
    struct stage stage = {.context = wc_context_new()};
    assert_int_equal(wc_job_new(stage.context, kernel, entry, &stage.job), WC_OK);
    return stage;
}

static void leave(struct stage *stage)
{
    wc_job_free(stage->job);
    wc_context_free(stage->context);
}

static void assert_refused(const struct stage *stage, enum wc_status status, const char *words)
{
    assert_int_equal(status, WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(stage->context), words));
}

static double run(wc_job *job, const struct wc_run_options *options, const char *name)
{
    wc_result *result;
    double value = 0;
    assert_int_equal(wc_run(job, options, &result), WC_OK);
    assert_true(wc_result_value(result, name, &value));
    wc_result_free(result);
    return value;
}

static struct stage describe_transpose(void)
{
    struct stage stage = describe("kernels/transpose/transpose.sas", NULL);
    wc_job_buffer(stage.job, "in", WC_F32, ROWS * COLUMNS, in, true);
    wc_job_buffer(stage.job, "out", WC_F32, COLUMNS * ROWS, out, false);
    wc_job_arg_buffer(stage.job, "in");
    wc_job_arg_buffer(stage.job, "out");
    return stage;
}

/* HOUSE-129 */
static void ndrange_and_shape_make_the_job_of_a_file(void **unused)
{
    struct stage stage = describe_transpose();
    wc_job *file;
    (void)unused;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        in[i] = (float)i;
    assert_int_equal(wc_job_ndrange(stage.job, (uint32_t[]){37, 32}, 32), WC_OK);
    assert_int_equal(wc_job_buffer_shape(stage.job, "in", (uint64_t[]){ROWS, COLUMNS}, 2), WC_OK);
    assert_int_equal(wc_job_buffer_shape(stage.job, "out", (uint64_t[]){COLUMNS, ROWS}, 2), WC_OK);
    double cycles = run(stage.job, NULL, "cycles");
    for (int i = 0; i < COLUMNS * ROWS; i++)
        assert_true(out[i] == in[i % ROWS * COLUMNS + i / ROWS]);
    assert_int_equal(wc_job_open(stage.context, "kernels/transpose/sim-d-tiny.yaml", &file), WC_OK);
    assert_true(run(file, NULL, "cycles") == cycles);
    wc_job_free(file);
    leave(&stage);
}

/* HOUSE-129 */
static void shapes_have_the_elements_of_their_buffer(void **unused)
{
    struct stage stage = describe_transpose();
    const uint64_t shape[9] = {ROWS, COLUMNS, 1, 1, 1, 1, 1, 1, 1};
    const uint64_t huge[] = {1ull << 62, 1ull << 62};
    (void)unused;
    assert_refused(&stage, wc_job_buffer_shape(stage.job, "in", shape, 1),
                   "buffer 'in' has 814 elements; its shape has 22");
    assert_refused(&stage, wc_job_buffer_shape(stage.job, "in", shape, 9), "1 to 8 extents, not 9");
    assert_refused(&stage, wc_job_buffer_shape(stage.job, "in", shape, 0), "1 to 8 extents, not 0");
    assert_refused(&stage, wc_job_buffer_shape(stage.job, "ni", shape, 2), "no buffer 'ni'");
    assert_refused(&stage, wc_job_buffer_shape(stage.job, "in", huge, 2), "in");
    assert_int_equal(wc_job_buffer_shape(stage.job, "in", shape, 8), WC_OK);
    assert_refused(&stage, wc_job_ndrange(stage.job, (uint32_t[]){37, 0}, 32), "37 x 0");
    leave(&stage);
}

static double bound_of_spmv(uint64_t max, uint64_t total)
{
    static int32_t offsets[17], indices[64];
    static float values[64], x[64], y[16];
    struct stage stage = describe("kernels/spmv/vortex.elf", "spmv");
    const struct {
        const char *name;
        enum wc_type type;
        uint64_t count;
        void *host;
    } buffers[] = {{"offsets", WC_I32, 17, offsets}, {"indices", WC_I32, 64, indices},
                   {"values", WC_F32, 64, values}, {"x", WC_F32, 64, x}, {"y", WC_F32, 16, y}};
    wc_job_machine(stage.job, "vortex-swas");
    wc_job_grid(stage.job, (uint32_t[]){1, 1, 1}, (uint32_t[]){16, 1, 1});
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        wc_job_buffer(stage.job, buffers[i].name, buffers[i].type, buffers[i].count,
                      buffers[i].host, true);
        wc_job_arg_buffer(stage.job, buffers[i].name);
    }
    wc_job_arg_scalar(stage.job, WC_I32, &(int32_t){16});
    if (max || total)
        assert_int_equal(wc_job_loop(stage.job, "spmv.cl:17", max, total), WC_OK);
    double bound = run(stage.job, &WC_RUN_OPTIONS(.bound = true, .no_run = true,
                                                  .bound_method = WC_BOUND_ANALYSIS), "bound");
    leave(&stage);
    return bound;
}

/* HOUSE-129: the source has a maximum of 63 iterations. */
static void bounds_of_loops_reach_the_analysis(void **unused)
{
    double loose = bound_of_spmv(0, 0), tight = bound_of_spmv(4, 0);
    (void)unused;
    assert_true(tight < loose);
    assert_true(bound_of_spmv(4, 2) < tight);
    assert_true(bound_of_spmv(0, 2) == bound_of_spmv(2, 2));
}

/* HOUSE-129 */
static void loops_have_names_and_numbers(void **unused)
{
    struct stage stage = describe("kernels/spmv/vortex.elf", "spmv");
    (void)unused;
    assert_refused(&stage, wc_job_loop(stage.job, "the loop", 4, 0), "found 'the loop'");
    assert_refused(&stage, wc_job_loop(stage.job, "k.cl:17", 0, 0), "1 to 2^40 iterations");
    assert_refused(&stage, wc_job_loop(stage.job, "k.cl:17", 1ull << 41, 0), "1 to 2^40");
    assert_refused(&stage, wc_job_loop(stage.job, "k.cl:17", 1, 1ull << 41), "1 to 2^40");
    assert_int_equal(wc_job_loop(stage.job, "k.cl:17", 1ull << 40, 0), WC_OK);
    assert_refused(&stage, wc_job_loop(stage.job, "k.cl:17", 4, 0), "already has a bound");
    leave(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ndrange_and_shape_make_the_job_of_a_file),
        cmocka_unit_test(shapes_have_the_elements_of_their_buffer),
        cmocka_unit_test(bounds_of_loops_reach_the_analysis),
        cmocka_unit_test(loops_have_names_and_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

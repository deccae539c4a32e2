/* SPDX-License-Identifier: Apache-2.0 */
/* test_kernel.c - a kernel of the suite launched by calls: grids, blocks, arguments that fit. */
#include "machine_fixture.h"

enum { COUNT = 777 };

struct saxpy {
    wc_context *context;
    wc_job *job;
    wc_result *result;
    float x[COUNT], y[COUNT], before[COUNT];
};

/* saxpy(x, y, alpha, n) with its buffers bound and no argument given yet. */
static struct saxpy *open_saxpy(void)
{
    struct saxpy *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->context = wc_context_new();
    for (unsigned i = 0; i < COUNT; i++) {
        s->x[i] = (float)i * 0.25f - 50;
        s->y[i] = s->before[i] = (float)(i % 13);
    }
    assert_int_equal(wc_job_new(s->context, "kernels/saxpy/vortex.elf", "saxpy", &s->job), WC_OK);
    assert_int_equal(wc_job_buffer(s->job, "x", WC_F32, COUNT, s->x, true), WC_OK);
    assert_int_equal(wc_job_buffer(s->job, "y", WC_F32, COUNT, s->y, false), WC_OK);
    return s;
}

static void grid(struct saxpy *s, uint32_t x, uint32_t y, uint32_t z, uint32_t block)
{
    assert_int_equal(wc_job_grid(s->job, (uint32_t[]){x, y, z}, (uint32_t[]){block, 1, 1}), WC_OK);
}

static void give(struct saxpy *s, enum wc_type alpha_type, enum wc_type n_type)
{
    double alpha64 = 2;
    float alpha = 2;
    int32_t n = COUNT;
    int64_t n64 = COUNT;
    const void *alpha_at = alpha_type == WC_F64 ? (void *)&alpha64
                           : alpha_type == WC_F32 ? (void *)&alpha : (void *)&n;
    const void *n_at = n_type == WC_F32 ? (void *)&alpha : n_type == WC_I64 ? (void *)&n64
                                                                            : (void *)&n;
    assert_int_equal(wc_job_arg_buffer(s->job, "x"), WC_OK);
    assert_int_equal(wc_job_arg_buffer(s->job, "y"), WC_OK);
    assert_int_equal(wc_job_arg_scalar(s->job, alpha_type, alpha_at), WC_OK);
    assert_int_equal(wc_job_arg_scalar(s->job, n_type, n_at), WC_OK);
}

static enum wc_status run_saxpy(struct saxpy *s)
{
    wc_result_free(s->result);
    return wc_run(s->job, &WC_RUN_OPTIONS(.functional = true), &s->result);
}

static void close_saxpy(struct saxpy *s)
{
    wc_result_free(s->result);
    wc_job_free(s->job);
    wc_context_free(s->context);
    free(s);
}

static void assert_refused_as(struct saxpy *s, enum wc_status status, const char *part)
{
    assert_int_equal(run_saxpy(s), status);
    assert_part(wc_error_message(s->context), part);
    assert_null(s->result);
    assert_memory_equal(s->y, s->before, sizeof s->y);
}

static void assert_refused(struct saxpy *s, const char *part)
{
    assert_refused_as(s, WC_BAD_INPUT, part);
}

/* HOUSE-14 */
static void a_kernel_of_the_suite_runs_on_the_callers_own_memory(void **unused)
{
    (void)unused;
    struct saxpy *s = open_saxpy();
    give(s, WC_F32, WC_I32);
    grid(s, 49, 1, 1, 16);
    if (run_saxpy(s) != WC_OK)
        fail_msg("%s", wc_error_message(s->context));
    for (unsigned i = 0; i < COUNT; i++)
        assert_true(s->y[i] == 2 * s->x[i] + s->before[i]);
    close_saxpy(s);
}

static void blocks_that_are_no_multiple_of_a_warp_and_several_cores_give_the_same(void **unused)
{
    (void)unused;
    static const uint32_t blocks[] = {1, 7, 32, 33, 100, 1024};
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
        struct saxpy *s = open_saxpy();
        give(s, WC_F32, WC_I32);
        grid(s, (COUNT + blocks[b] - 1) / blocks[b], 1, 1, blocks[b]);
        assert_int_equal(wc_job_set(s->job, "cores", b % 2 ? "3" : "1"), WC_OK);
        if (run_saxpy(s) != WC_OK)
            fail_msg("block %u: %s", blocks[b], wc_error_message(s->context));
        for (unsigned i = 0; i < COUNT; i++)
            assert_true(s->y[i] == 2 * s->x[i] + s->before[i]);
        close_saxpy(s);
    }
}

static void too_few_and_too_many_arguments_are_refused(void **unused)
{
    (void)unused;
    struct saxpy *s = open_saxpy();
    grid(s, 49, 1, 1, 16);
    assert_int_equal(wc_job_arg_buffer(s->job, "x"), WC_OK);
    assert_refused(s, "saxpy takes 4 arguments; the job has 1");
    close_saxpy(s);
    s = open_saxpy();
    grid(s, 49, 1, 1, 16);
    give(s, WC_F32, WC_I32);
    assert_int_equal(wc_job_arg_buffer(s->job, "x"), WC_OK);
    assert_refused(s, "saxpy takes 4 arguments; the job has 5");
    close_saxpy(s);
}

static void an_argument_of_another_kind_is_refused(void **unused)
{
    (void)unused;
    struct saxpy *s = open_saxpy();
    float alpha = 2;
    int32_t n = COUNT;
    grid(s, 49, 1, 1, 16);
    assert_int_equal(wc_job_arg_buffer(s->job, "x"), WC_OK);
    assert_int_equal(wc_job_arg_local(s->job, 64), WC_OK);
    assert_int_equal(wc_job_arg_scalar(s->job, WC_F32, &alpha), WC_OK);
    assert_int_equal(wc_job_arg_scalar(s->job, WC_I32, &n), WC_OK);
    assert_refused(s, "argument 2 of saxpy: 'y' expects a buffer, found local memory");
    close_saxpy(s);
}

static void an_argument_of_another_type_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        enum wc_type alpha, n;
        const char *part;
    } bad[] = {
        {WC_I32, WC_I32, "argument 3 of saxpy: 'alpha' is a float of 4 bytes; found an i32"},
        {WC_F64, WC_I32, "argument 3 of saxpy: 'alpha' is a float of 4 bytes; found an f64"},
        {WC_F32, WC_F32, "argument 4 of saxpy: 'n' is an int of 4 bytes; found an f32"},
        {WC_F32, WC_I64, "argument 4 of saxpy: 'n' is an int of 4 bytes; found an i64"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct saxpy *s = open_saxpy();
        grid(s, 49, 1, 1, 16);
        give(s, bad[i].alpha, bad[i].n);
        assert_refused(s, bad[i].part);
        close_saxpy(s);
    }
}

static void sizes_that_no_core_can_hold_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t grid[3], block[3];
        enum wc_status status; /* nobody can have it, or this machine has not */
        const char *part;
    } bad[] = {
        {{0, 1, 1}, {16, 1, 1}, WC_BAD_INPUT, "must be at least 1"},
        {{1, 1, 1}, {16, 0, 1}, WC_BAD_INPUT, "must be at least 1"},
        {{1, 1, 1}, {1025, 1, 1}, WC_KERNEL_FAULT,
         "block of 1025 work-items needs 33 warps of 32 threads"},
        {{1, 1, 1}, {1u << 31, 1u << 31, 4}, WC_BAD_INPUT, "work-items"},
        {{1u << 16, 1u << 16, 1}, {1, 1, 1}, WC_KERNEL_FAULT, "work-groups; the maximum"},
        {{1u << 31, 1, 1}, {1, 1, 1}, WC_KERNEL_FAULT, "work-groups; the maximum"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct saxpy *s = open_saxpy();
        give(s, WC_F32, WC_I32);
        wc_job_grid(s->job, bad[i].grid, bad[i].block);
        assert_refused_as(s, bad[i].status, bad[i].part);
        close_saxpy(s);
    }
}

static void a_kernel_that_the_file_does_not_have_is_refused_with_the_nearest_name(void **unused)
{
    (void)unused;
    wc_context *context = wc_context_new();
    wc_job *job;
    wc_result *result;
    assert_int_equal(wc_job_new(context, "kernels/saxpy/vortex.elf", "sapxy", &job), WC_OK);
    assert_int_equal(wc_job_grid(job, (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1}), WC_OK);
    assert_int_equal(wc_run(job, NULL, &result), WC_BAD_INPUT);
    assert_part(wc_error_message(context), "sapxy");
    assert_part(wc_error_hint(context), "saxpy");
    wc_job_free(job);
    wc_context_free(context);
}

/* HOUSE-15: x is too short for the grid; element 700 is lane 12 of group 43. */
static void a_fault_in_a_kernel_names_its_work_group_and_source_line(void **unused)
{
    (void)unused;
    struct saxpy *s = open_saxpy();
    float alpha = 2;
    int32_t n = COUNT;
    assert_int_equal(wc_job_buffer(s->job, "short", WC_F32, 700, s->x, true), WC_OK);
    assert_int_equal(wc_job_arg_buffer(s->job, "short"), WC_OK);
    assert_int_equal(wc_job_arg_buffer(s->job, "y"), WC_OK);
    assert_int_equal(wc_job_arg_scalar(s->job, WC_F32, &alpha), WC_OK);
    assert_int_equal(wc_job_arg_scalar(s->job, WC_I32, &n), WC_OK);
    grid(s, 49, 1, 1, 16);
    assert_int_equal(run_saxpy(s), WC_KERNEL_FAULT);
    const char *message = wc_error_message(s->context);
    assert_part(message, "kernel saxpy, work-group (43, 0, 0), core 0 warp ");
    assert_part(message, " lane 12, pc 0x8");
    assert_part(message, "buffer short");
    assert_part(message, "saxpy.cl:9");
    close_saxpy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_of_the_suite_runs_on_the_callers_own_memory),
        cmocka_unit_test(blocks_that_are_no_multiple_of_a_warp_and_several_cores_give_the_same),
        cmocka_unit_test(too_few_and_too_many_arguments_are_refused),
        cmocka_unit_test(an_argument_of_another_kind_is_refused),
        cmocka_unit_test(an_argument_of_another_type_is_refused),
        cmocka_unit_test(sizes_that_no_core_can_hold_are_refused),
        cmocka_unit_test(a_kernel_that_the_file_does_not_have_is_refused_with_the_nearest_name),
        cmocka_unit_test(a_fault_in_a_kernel_names_its_work_group_and_source_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_local.c - accesses before, in and after the arrays that a kernel has in local memory.
 *
 * programs/edges.cl has first[5] and last[3], then the array mine[4] of another kernel, then its
 * two arguments. */
#include "machine_fixture.h"

enum array { FIRST, LAST, ARGUMENT, SECOND_ARGUMENT };
enum { GROUPS = 4 };

struct access {
    enum array array;
    int32_t index;
};

/* Arguments of 12 and 8 bytes: 4 and 8 bytes of padding follow them. */
static void give(wc_job *job, const struct access *access, int32_t store)
{
    assert_int_equal(wc_job_arg_buffer(job, "out"), WC_OK);
    assert_int_equal(wc_job_arg_scalar(job, WC_I32, &(int32_t){(int32_t)access->array}), WC_OK);
    assert_int_equal(wc_job_arg_scalar(job, WC_I32, &access->index), WC_OK);
    assert_int_equal(wc_job_arg_scalar(job, WC_I32, &store), WC_OK);
    assert_int_equal(wc_job_arg_local(job, 12), WC_OK);
    assert_int_equal(wc_job_arg_local(job, 8), WC_OK);
}

static enum wc_status run_access(wc_context *context, const struct access *access, int32_t store,
                                 bool functional)
{
    int32_t out[GROUPS];
    wc_job *job;
    wc_result *result;
    assert_int_equal(wc_job_new(context, "tests/machine/vortex/elf/edges.elf", "edges", &job),
                     WC_OK);
    assert_int_equal(wc_job_buffer(job, "out", WC_I32, GROUPS, out, true), WC_OK);
    assert_int_equal(wc_job_grid(job, (uint32_t[]){GROUPS, 1, 1}, (uint32_t[]){8, 1, 1}), WC_OK);
    give(job, access, store);
    enum wc_status status = wc_run(job, &WC_RUN_OPTIONS(.functional = functional), &result);
    wc_result_free(result);
    wc_job_free(job);
    return status;
}

/* Loads and stores, with and without a clock. */
static void assert_each(const struct access *access, enum wc_status status, const char *part)
{
    wc_context *context = wc_context_new();
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(run_access(context, access, i & 1, i >> 1), status);
        if (part)
            assert_part(wc_error_message(context), part);
    }
    wc_context_free(context);
}

/* HOUSE-62 */
static void elements_of_the_arrays_are_accessible(void **unused)
{
    static const struct access all[] = {{FIRST, 0},    {FIRST, 4},    {LAST, 0},
                                        {LAST, 2},     {ARGUMENT, 0}, {ARGUMENT, 2},
                                        {SECOND_ARGUMENT, 0}, {SECOND_ARGUMENT, 1}};
    (void)unused;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_each(&all[i], WC_OK, NULL);
}

/* HOUSE-15, HOUSE-62 */
static void one_element_before_or_after_is_a_fault_that_names_the_array(void **unused)
{
    static const struct {
        struct access access;
        const char *part;
    } all[] = {
        {{FIRST, -1}, "nearest: edges.first at "}, /* the ids of the group */
        {{FIRST, -4}, "16 bytes before it"},
        {{LAST, 3}, "nearest: edges.last at "}, /* the other kernel's array */
        {{ARGUMENT, -1}, "nearest: argument at "},
        {{ARGUMENT, 3}, "at its end"}, /* padding */
        {{SECOND_ARGUMENT, -1}, "nearest: argument at "}, /* the same padding */
        {{SECOND_ARGUMENT, 2}, "nearest: second_argument at "},
        {{SECOND_ARGUMENT, 5}, "is outside all allocations"}, /* the next group's */
        {{FIRST, -9}, "is outside all allocations"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_each(&all[i].access, WC_KERNEL_FAULT, all[i].part);
}

/* HOUSE-62: nothing in an address tells the end of an array from the next one's beginning. */
static void arrays_of_a_kernel_without_a_gap_are_not_told_apart(void **unused)
{
    (void)unused;
    assert_each(&(struct access){FIRST, 5}, WC_OK, NULL);
    assert_each(&(struct access){LAST, -1}, WC_OK, NULL);
}

/* HOUSE-62: the static array of each kernel is its own. */
static void another_kernel_has_its_own_array(void **unused)
{
    wc_context *context = wc_context_new();
    int32_t out[GROUPS] = {0};
    wc_job *job;
    wc_result *result;
    (void)unused;
    assert_int_equal(wc_job_new(context, "tests/machine/vortex/elf/edges.elf", "other", &job),
                     WC_OK);
    assert_int_equal(wc_job_buffer(job, "out", WC_I32, GROUPS, out, false), WC_OK);
    assert_int_equal(wc_job_grid(job, (uint32_t[]){GROUPS, 1, 1}, (uint32_t[]){8, 1, 1}), WC_OK);
    assert_int_equal(wc_job_arg_buffer(job, "out"), WC_OK);
    assert_int_equal(wc_run(job, &WC_RUN_OPTIONS(.functional = true), &result), WC_OK);
    for (unsigned i = 0; i < GROUPS; i++)
        assert_int_equal(out[i], 5);
    wc_result_free(result);
    wc_job_free(job);
    wc_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_of_the_arrays_are_accessible),
        cmocka_unit_test(one_element_before_or_after_is_a_fault_that_names_the_array),
        cmocka_unit_test(arrays_of_a_kernel_without_a_gap_are_not_told_apart),
        cmocka_unit_test(another_kernel_has_its_own_array),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

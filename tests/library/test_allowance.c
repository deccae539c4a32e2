/* SPDX-License-Identifier: Apache-2.0 */
/* test_allowance.c - a program limits the memory of its inputs, and ends calls from outside. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <warpclock.h>

#include <cmocka.h>

static const char job_file[] = "kernels/sgemm/vortex-tiny.yaml";
static const char long_job_file[] = "kernels/sgemm/vortex-large.yaml";
static const char binary_file[] = "kernels/sgemm/vortex.elf";

/* HOUSE-54 */
static void a_context_limits_memory(void **unused)
{
    (void)unused;
    wc_context *context = wc_context_new();
    wc_binary *binary;
    wc_context_max_memory(context, 4096);
    assert_int_equal(wc_binary_open(context, binary_file, &binary), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(context), "exceed the limit of 4096"));
    assert_non_null(strstr(wc_error_hint(context), "max_memory"));
    wc_context_max_memory(context, 0);
    assert_int_equal(wc_binary_open(context, binary_file, &binary), WC_OK);
    wc_binary_free(binary);
    wc_context_free(context);
}

/* HOUSE-54 */
static void options_of_a_run_take_precedence(void **unused)
{
    (void)unused;
    wc_context *context = wc_context_new();
    wc_job *job;
    wc_result *result;
    wc_context_max_memory(context, 1 << 30);
    assert_int_equal(wc_job_open(context, job_file, &job), WC_OK);
    assert_int_equal(wc_run(job, &WC_RUN_OPTIONS(.functional = true, .max_memory = 4096), &result),
                     WC_BAD_INPUT);
    assert_null(result);
    assert_int_equal(wc_run(job, &WC_RUN_OPTIONS(.functional = true), &result), WC_OK);
    wc_result_free(result);
    wc_job_free(job);
    wc_context_free(context);
}

static bool take_nothing(void *user, const char *bytes, size_t length)
{
    (void)bytes;
    *(size_t *)user += length;
    return false;
}

/* HOUSE-55 */
static void a_report_in_parts_can_be_ended(void **unused)
{
    (void)unused;
    wc_context *context = wc_context_new();
    wc_binary *binary;
    size_t taken = 0;
    assert_int_equal(wc_binary_open(context, binary_file, &binary), WC_OK);
    assert_int_equal(wc_binary_disassemble_to(binary, NULL, WC_JSON, take_nothing, &taken),
                     WC_INTERRUPTED);
    assert_in_range(taken, 1, 1 << 17);
    taken = 0;
    assert_int_equal(wc_binary_flow_graph_to(binary, NULL, WC_DOT, take_nothing, &taken),
                     WC_INTERRUPTED);
    assert_in_range(taken, 1, 1 << 17);
    wc_binary_free(binary);
    wc_context_free(context);
}

/* HOUSE-58: one call, and not those after it. */
static void an_interrupt_ends_the_next_call_that_takes_long(void **unused)
{
    (void)unused;
    wc_context *context = wc_context_new();
    wc_job *job;
    wc_interrupt(context);
    assert_int_equal(wc_job_open(context, job_file, &job), WC_INTERRUPTED);
    assert_null(job);
    assert_int_equal(wc_job_open(context, job_file, &job), WC_OK);
    wc_job_free(job);
    wc_context_free(context);
}

static void *interrupt_soon(void *context)
{
    nanosleep(&(struct timespec){.tv_nsec = 200 * 1000 * 1000}, NULL);
    wc_interrupt(context);
    return NULL;
}

/* HOUSE-58 */
static void another_thread_ends_a_run(void **unused)
{
    (void)unused;
    wc_context *context = wc_context_new();
    pthread_t thread;
    wc_job *job;
    wc_result *result;
    assert_int_equal(wc_job_open(context, long_job_file, &job), WC_OK);
    assert_int_equal(pthread_create(&thread, NULL, interrupt_soon, context), 0);
    assert_int_equal(wc_run(job, &WC_RUN_OPTIONS(.check = true), &result), WC_INTERRUPTED);
    pthread_join(thread, NULL);
    wc_result_free(result);
    wc_job_free(job);
    wc_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_context_limits_memory),
        cmocka_unit_test(options_of_a_run_take_precedence),
        cmocka_unit_test(a_report_in_parts_can_be_ended),
        cmocka_unit_test(an_interrupt_ends_the_next_call_that_takes_long),
        cmocka_unit_test(another_thread_ends_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

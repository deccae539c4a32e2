/* SPDX-License-Identifier: Apache-2.0 */
/* test_misuse.c - calls in the wrong order or from a callback, and memory that is not there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <warpclock.h>

#include <cmocka.h>

static const char one_launch[] = "kernels/saxpy/vortex-tiny.yaml";
static const char many_launches[] = "kernels/bfs/vortex-tiny.yaml";
static const char figure3[] = "papers/pastis/figure3.cubin";
static const char copy_elf[] = "kernels/saxpy/vortex.elf";
static const char split_hsaco[] = "kernels/lud/gcn3.hsaco";

/* ---- order ---- */

/* HOUSE-61 */
static void a_context_may_be_freed_before_what_was_made_from_it(void **unused)
{
    wc_context *context = wc_context_new();
    wc_job *job;
    wc_binary *binary;
    wc_output *output;
    wc_result *result = (wc_result *)&context;
    char *text = (char *)&context;
    (void)unused;
    assert_int_equal(wc_job_open(context, one_launch, &job), WC_OK);
    assert_int_equal(wc_binary_open(context, figure3, &binary), WC_OK);
    assert_int_equal(wc_output_open(context, "/dev/null", "the output", &output), WC_OK);
    wc_context_free(context);
    assert_int_equal(wc_run(job, NULL, &result), WC_BAD_INPUT);
    assert_null(result);
    assert_int_equal(wc_job_set(job, "warps", "4"), WC_BAD_INPUT);
    assert_null(wc_job_machine_name(job));
    assert_int_equal(wc_binary_info(binary, WC_TEXT, &text), WC_BAD_INPUT);
    assert_null(text);
    wc_output_write(output, "x", 1);
    assert_int_equal(wc_output_commit(output), WC_BAD_INPUT);
    wc_output_free(output);
    wc_binary_free(binary);
    wc_job_free(job);
}

/* HOUSE-61: results need neither. */
static void a_result_outlives_its_job_and_context(void **unused)
{
    wc_context *context = wc_context_new();
    wc_job *job;
    wc_result *result;
    char *text;
    (void)unused;
    assert_int_equal(wc_job_open(context, one_launch, &job), WC_OK);
    assert_int_equal(wc_run(job, &WC_RUN_OPTIONS(.functional = true), &result), WC_OK);
    wc_job_free(job);
    wc_context_free(context);
    assert_int_equal(wc_result_text(result, WC_JSON, &text), WC_OK);
    assert_non_null(strstr(text, "\"warp_instructions\""));
    wc_text_free(text);
    assert_int_equal(wc_result_text(result, WC_DOT, &text), WC_BAD_INPUT);
    assert_null(text);
    wc_result_free(result);
}

/* HOUSE-61 */
static void an_output_is_committed_once_and_not_with_bytes_that_are_missing(void **unused)
{
    wc_context *context = wc_context_new();
    wc_output *output;
    (void)unused;
    assert_int_equal(wc_output_open(context, "/dev/null", "the output", &output), WC_OK);
    wc_output_write(output, NULL, 0);
    assert_int_equal(wc_output_commit(output), WC_OK);
    wc_output_write(output, "late", 4);
    assert_int_equal(wc_output_commit(output), WC_BAD_INPUT);
    wc_output_free(output);
    assert_int_equal(wc_output_open(context, "/dev/null", "the output", &output), WC_OK);
    wc_output_write(output, NULL, 7);
    assert_int_equal(wc_output_commit(output), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(context), "cannot be read"));
    wc_output_free(output);
    wc_context_free(context);
}

/* HOUSE-61: a call changes the only launch; with several it would be one of them. */
static void calls_do_not_change_one_launch_of_many(void **unused)
{
    const uint32_t one[3] = {1, 1, 1};
    wc_context *context = wc_context_new();
    wc_job *job;
    (void)unused;
    assert_int_equal(wc_job_open(context, many_launches, &job), WC_OK);
    assert_int_equal(wc_job_grid(job, one, one), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(context), "launches"));
    assert_int_equal(wc_job_shared(job, 4), WC_BAD_INPUT);
    assert_int_equal(wc_job_arg_local(job, 4), WC_BAD_INPUT);
    assert_int_equal(wc_job_arg_pointer(job, context, 4), WC_BAD_INPUT);
    wc_job_free(job);
    wc_context_free(context);
}

/* ---- callbacks ---- */

struct intruder {
    wc_context *context;
    wc_job *job;
    unsigned calls, accepted;
    bool frees;
};

static void intrude(struct intruder *intruder)
{
    wc_job *job = intruder->job;
    wc_result *result;
    wc_job *other;
    const uint32_t one[3] = {1, 1, 1};
    intruder->calls++;
    if (intruder->frees) {
        wc_job_free(intruder->calls == 1 ? job : NULL);
        wc_context_free(intruder->calls == 1 ? intruder->context : NULL);
        return;
    }
    wc_context_on_progress(intruder->context, NULL, NULL);
    wc_context_on_console(intruder->context, NULL, NULL);
    intruder->accepted += wc_run(job, NULL, &result) == WC_OK;
    intruder->accepted += wc_job_grid(job, one, one) == WC_OK;
    intruder->accepted += wc_job_buffer(job, "more", WC_I32, 1, NULL, true) == WC_OK;
    intruder->accepted += wc_job_open(intruder->context, one_launch, &other) == WC_OK;
    intruder->accepted += wc_job_machine_name(job) != NULL;
    assert_string_equal(wc_error_message(intruder->context), "no error");
}

static void on_progress(void *user, const struct wc_progress *progress)
{
    assert_non_null(progress->activity);
    intrude(user);
}

static struct intruder open_intruder(bool frees)
{
    struct intruder intruder = {.context = wc_context_new(), .frees = frees};
    assert_int_equal(wc_job_open(intruder.context, one_launch, &intruder.job), WC_OK);
    return intruder;
}

/* HOUSE-61: the run is not disturbed. */
static void calls_from_a_callback_are_refused(void **unused)
{
    struct intruder intruder = open_intruder(false);
    wc_result *result;
    double cycles, again;
    (void)unused;
    assert_int_equal(wc_run(intruder.job, NULL, &result), WC_OK);
    assert_true(wc_result_value(result, "cycles", &cycles));
    wc_result_free(result);
    wc_context_on_progress(intruder.context, on_progress, &intruder);
    assert_int_equal(wc_run(intruder.job, &WC_RUN_OPTIONS(.bound = true, .bound_may_fail = true),
                            &result), WC_OK);
    assert_true(intruder.calls > 0);
    assert_int_equal(intruder.accepted, 0);
    assert_true(wc_result_value(result, "cycles", &again) && again == cycles);
    wc_result_free(result);
    wc_job_free(intruder.job);
    wc_context_free(intruder.context);
}

/* HOUSE-61 */
static void what_a_callback_frees_lasts_until_the_run_has_ended(void **unused)
{
    struct intruder intruder = open_intruder(true);
    wc_result *result;
    (void)unused;
    wc_context_on_progress(intruder.context, on_progress, &intruder);
    assert_int_equal(wc_run(intruder.job, &WC_RUN_OPTIONS(.bound = true, .bound_may_fail = true),
                            &result), WC_OK);
    assert_true(intruder.calls > 0);
    wc_result_free(result);
}

/* ---- memory ---- */

/* Frees the binary whose listing it gets, after a call that is refused. */
static bool take_part(void *user, const char *bytes, size_t length)
{
    wc_binary **binary = user;
    char *text;
    (void)bytes;
    (void)length;
    if (*binary) {
        assert_int_equal(wc_binary_info(*binary, WC_TEXT, &text), WC_BAD_INPUT);
        assert_null(text);
        wc_binary_free(*binary);
        *binary = NULL;
    }
    return true;
}

/* HOUSE-61 */
static void a_binary_that_its_reader_frees_lasts_until_the_end(void **unused)
{
    wc_context *context = wc_context_new();
    wc_binary *binary, *left;
    (void)unused;
    assert_int_equal(wc_binary_open(context, copy_elf, &binary), WC_OK);
    left = binary;
    assert_int_equal(wc_binary_disassemble_to(binary, NULL, WC_TEXT, take_part, &left), WC_OK);
    assert_null(left);
    assert_int_equal(wc_binary_open(context, copy_elf, &binary), WC_OK);
    left = binary;
    assert_int_equal(wc_binary_flow_graph_to(binary, NULL, WC_JSON, take_part, &left), WC_OK);
    assert_null(left);
    wc_context_free(context);
}

/* HOUSE-60, HOUSE-61 */
static void split_points_outlive_their_binary_and_marks_are_checked(void **unused)
{
    wc_context *context = wc_context_new();
    wc_binary *binary;
    wc_splitting *splitting;
    const char *marks[] = {NULL};
    char *text;
    (void)unused;
    assert_int_equal(wc_binary_open(context, split_hsaco, &binary), WC_OK);
    assert_int_equal(wc_split(binary, &WC_SPLIT_OPTIONS(.mark_count = 1), &splitting),
                     WC_BAD_INPUT);
    assert_null(splitting);
    assert_int_equal(wc_split(binary, &WC_SPLIT_OPTIONS(.marks = marks, .mark_count = 1),
                              &splitting), WC_BAD_INPUT);
    assert_int_equal(wc_split(binary, NULL, &splitting), WC_OK);
    wc_binary_free(binary);
    assert_int_equal(wc_splitting_text(splitting, WC_TEXT, &text), WC_OK);
    wc_text_free(text);
    wc_splitting_free(splitting);
    wc_context_free(context);
}

/* Two pages with rights, then one that is not mapped. */
struct pages {
    char *first;
    size_t page;
};

static struct pages new_pages(int first_rights, int second_rights)
{
    struct pages pages = {.page = (size_t)sysconf(_SC_PAGESIZE)};
    pages.first = mmap(NULL, 3 * pages.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                       -1, 0);
    assert_true(pages.first != MAP_FAILED);
    assert_int_equal(mprotect(pages.first, pages.page, first_rights), 0);
    assert_int_equal(mprotect(pages.first + pages.page, pages.page, second_rights), 0);
    assert_int_equal(munmap(pages.first + 2 * pages.page, pages.page), 0);
    return pages;
}

static void free_pages(struct pages *pages)
{
    munmap(pages->first, 2 * pages->page);
}

/* The kernel doubles what is positive in the first 32 integers at `a`. */
static enum wc_status run_in_place(wc_context *context, void *a, uint64_t bytes, int count)
{
    struct wc_parameter parameters[] = {{WC_PARAMETER_POINTER, {.ptr = a}},
                                        {WC_PARAMETER_INT, {.i = count}}};
    const uint64_t sizes[] = {bytes, 0};
    return wc_simulate_launch(context, figure3,
                              &WC_SIMULATION(.block = {32}, .parameters = parameters,
                                             .parameter_count = 2, .bytes = sizes), NULL);
}

enum { R = PROT_READ, RW = PROT_READ | PROT_WRITE };

/* HOUSE-59, PAS-79 */
static void lent_memory_must_be_mapped_to_its_end(void **unused)
{
    wc_context *context = wc_context_new();
    struct pages pages = new_pages(RW, RW);
    const uint64_t all = 2 * pages.page;
    (void)unused;
    ((int *)pages.first)[1] = 21;
    assert_int_equal(run_in_place(context, pages.first, all, 32), WC_OK);
    assert_int_equal(((int *)pages.first)[1], 42);
    assert_int_equal(run_in_place(context, pages.first, all + 1, 32), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(context), "argument 1"));
    assert_non_null(strstr(wc_error_message(context), "no memory"));
    assert_int_equal(run_in_place(context, pages.first + all - 128, 256, 64), WC_BAD_INPUT);
    assert_int_equal(run_in_place(context, pages.first, UINT64_MAX, 32), WC_BAD_INPUT);
    assert_int_equal(run_in_place(context, pages.first, UINT64_MAX / 2, 32), WC_BAD_INPUT);
    assert_int_equal(run_in_place(context, NULL, 64, 32), WC_BAD_INPUT);
    free_pages(&pages);
    wc_context_free(context);
}

/* HOUSE-59 */
static void lent_memory_is_writable_as_a_whole_or_not_at_all(void **unused)
{
    wc_context *context = wc_context_new();
    struct pages pages = new_pages(RW, R), fixed = new_pages(R, R), hole = new_pages(RW, PROT_NONE);
    (void)unused;
    assert_int_equal(run_in_place(context, pages.first, 2 * pages.page, 32), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(context), "read-only"));
    assert_int_equal(run_in_place(context, pages.first, pages.page, 32), WC_OK);
    assert_int_equal(run_in_place(context, fixed.first, 2 * pages.page, 0), WC_OK);
    assert_int_equal(run_in_place(context, fixed.first, 2 * pages.page, 32), WC_KERNEL_FAULT);
    assert_int_equal(run_in_place(context, hole.first, 2 * pages.page, 32), WC_BAD_INPUT);
    free_pages(&pages);
    free_pages(&fixed);
    free_pages(&hole);
    wc_context_free(context);
}

/* y := a * x + y, of 32 elements. */
static wc_job *saxpy_job(wc_context *context, void *x, void *y, bool read_only)
{
    const uint32_t grid[3] = {1, 1, 1}, block[3] = {32, 1, 1};
    const float factor = 2;
    const uint32_t count = 32;
    wc_job *job;
    assert_int_equal(wc_job_new(context, copy_elf, "saxpy", &job), WC_OK);
    assert_int_equal(wc_job_grid(job, grid, block), WC_OK);
    assert_int_equal(wc_job_buffer(job, "x", WC_F32, count, x, true), WC_OK);
    assert_int_equal(wc_job_buffer(job, "y", WC_F32, count, y, read_only), WC_OK);
    assert_int_equal(wc_job_arg_buffer(job, "x"), WC_OK);
    assert_int_equal(wc_job_arg_buffer(job, "y"), WC_OK);
    assert_int_equal(wc_job_arg_scalar(job, WC_F32, &factor), WC_OK);
    assert_int_equal(wc_job_arg_scalar(job, WC_U32, &count), WC_OK);
    return job;
}

static enum wc_status run_saxpy(wc_context *context, void *x, void *y, bool read_only)
{
    wc_job *job = saxpy_job(context, x, y, read_only);
    wc_result *result;
    enum wc_status status = wc_run(job, &WC_RUN_OPTIONS(.functional = true), &result);
    wc_result_free(result);
    wc_job_free(job);
    return status;
}

/* HOUSE-59 */
static void memory_bound_as_a_buffer_must_be_mapped_with_its_rights(void **unused)
{
    wc_context *context = wc_context_new();
    struct pages pages = new_pages(R, RW);
    char *end = pages.first + 2 * pages.page;
    float *y = (float *)(end - 128);
    (void)unused;
    y[31] = 5;
    assert_int_equal(run_saxpy(context, pages.first, y, false), WC_OK);
    assert_true(y[31] == 5);
    assert_int_equal(run_saxpy(context, pages.first, end - 124, false), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(context), "buffer 'y'"));
    assert_int_equal(run_saxpy(context, end - 64, y, false), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(context), "buffer 'x'"));
    assert_int_equal(run_saxpy(context, pages.first, pages.first, true), WC_OK);
    assert_int_equal(run_saxpy(context, pages.first, pages.first, false), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(context), "read-only"));
    assert_int_equal(run_saxpy(context, NULL, NULL, false), WC_OK);
    free_pages(&pages);
    wc_context_free(context);
}

static void unmap(void *user, const struct wc_progress *progress)
{
    struct pages *pages = user;
    (void)progress;
    munmap(pages->first + pages->page, pages->page);
}

/* HOUSE-59: the memory was there when the run began. */
static void memory_that_has_gone_when_the_run_ends_is_an_error(void **unused)
{
    wc_context *context = wc_context_new();
    struct pages pages = new_pages(R, RW);
    wc_job *job = saxpy_job(context, pages.first, pages.first + pages.page, false);
    wc_result *result;
    (void)unused;
    wc_context_on_progress(context, unmap, &pages);
    assert_int_equal(wc_run(job, &WC_RUN_OPTIONS(.bound = true, .bound_may_fail = true), &result),
                     WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(context), "buffer 'y'"));
    wc_result_free(result);
    wc_job_free(job);
    munmap(pages.first, pages.page);
    wc_context_free(context);
}

/* HOUSE-59 */
static void lengths_beyond_the_mapping_are_errors_where_bytes_are_read(void **unused)
{
    wc_context *context = wc_context_new();
    struct pages pages = new_pages(RW, RW);
    char *tail = pages.first + 2 * pages.page - 16, *text;
    wc_job *job = saxpy_job(context, NULL, NULL, true);
    (void)unused;
    memset(tail, '#', 16);
    assert_int_equal(wc_job_arg_bytes(job, tail, 16), WC_OK);
    assert_int_equal(wc_job_arg_bytes(job, tail, 17), WC_BAD_INPUT);
    assert_int_equal(wc_job_arg_bytes(job, NULL, 1), WC_BAD_INPUT);
    assert_int_equal(wc_job_arg_bytes(job, NULL, 0), WC_OK);
    assert_int_equal(wc_write_file(context, "/dev/null", tail, 16), WC_OK);
    assert_int_equal(wc_write_file(context, "/dev/null", tail, 17), WC_BAD_INPUT);
    assert_int_equal(wc_write_file(context, "/dev/null", NULL, 1), WC_BAD_INPUT);
    assert_int_equal(wc_diverge(context, "a.s", tail, 17, &text), WC_BAD_INPUT);
    assert_int_equal(wc_machine_text(context, "vortex", NULL, 1, WC_TEXT, &text), WC_BAD_INPUT);
    assert_int_equal(wc_machine_text(context, "vortex", (const char *const *)tail, 3, WC_TEXT,
                                     &text), WC_BAD_INPUT);
    wc_job_free(job);
    free_pages(&pages);
    wc_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_context_may_be_freed_before_what_was_made_from_it),
        cmocka_unit_test(a_result_outlives_its_job_and_context),
        cmocka_unit_test(an_output_is_committed_once_and_not_with_bytes_that_are_missing),
        cmocka_unit_test(calls_do_not_change_one_launch_of_many),
        cmocka_unit_test(calls_from_a_callback_are_refused),
        cmocka_unit_test(what_a_callback_frees_lasts_until_the_run_has_ended),
        cmocka_unit_test(a_binary_that_its_reader_frees_lasts_until_the_end),
        cmocka_unit_test(split_points_outlive_their_binary_and_marks_are_checked),
        cmocka_unit_test(lent_memory_must_be_mapped_to_its_end),
        cmocka_unit_test(lent_memory_is_writable_as_a_whole_or_not_at_all),
        cmocka_unit_test(memory_bound_as_a_buffer_must_be_mapped_with_its_rights),
        cmocka_unit_test(memory_that_has_gone_when_the_run_ends_is_an_error),
        cmocka_unit_test(lengths_beyond_the_mapping_are_errors_where_bytes_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

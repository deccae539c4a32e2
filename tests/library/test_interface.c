/* SPDX-License-Identifier: Apache-2.0 */
/* test_interface.c - how the library's interface grows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpclock.h>

#include <cmocka.h>

static const char one_launch[] = "kernels/saxpy/vortex-tiny.yaml";

struct stage {
    wc_context *context;
    wc_job *job;
    wc_result *result;
};

static struct stage open_job(const char *path, const char *machine)
{
    struct stage stage = {.context = wc_context_new()};
    assert_int_equal(wc_job_open(stage.context, path, &stage.job), WC_OK);
    assert_int_equal(wc_job_machine(stage.job, machine), WC_OK);
    return stage;
}

static void leave(struct stage *stage)
{
    wc_result_free(stage->result);
    wc_job_free(stage->job);
    wc_context_free(stage->context);
}

/* HOUSE-40 */
static void header_library_and_build_have_one_version(void **unused)
{
    char numbers[32];
    (void)unused;
    snprintf(numbers, sizeof numbers, "%d.%d.%d", WC_VERSION_MAJOR, WC_VERSION_MINOR,
             WC_VERSION_PATCH);
    assert_string_equal(WC_VERSION_STRING, numbers);
    assert_string_equal(WC_VERSION_STRING, MESON_PROJECT_VERSION);
    assert_string_equal(WC_VERSION_STRING, wc_version());
    assert_true(WC_VERSION >= WC_VERSION_NUMBER(0, 1, 0));
    assert_true(WC_VERSION < WC_VERSION_NUMBER(WC_VERSION_MAJOR, WC_VERSION_MINOR + 1, 0));
}

/* HOUSE-39: beyond its size an older caller's struct is somebody else's memory. */
static void options_of_an_older_caller_have_what_is_missing_as_0(void **unused)
{
    struct stage stage = open_job(one_launch, "vortex");
    struct wc_run_options options = {.size = offsetof(struct wc_run_options, bound),
                                     .functional = true};
    double value;
    (void)unused;
    memset((char *)&options + options.size, 0x55, sizeof options - options.size);
    assert_int_equal(wc_run(stage.job, &options, &stage.result), WC_OK);
    assert_true(wc_result_value(stage.result, "warp_instructions", &value) && value > 0);
    leave(&stage);
}

/* HOUSE-39 */
static void options_of_a_newer_caller_are_taken_while_the_unknown_ones_are_0(void **unused)
{
    struct stage stage = open_job(one_launch, "vortex");
    struct {
        struct wc_run_options known;
        uint64_t unknown;
    } options = {.known = {.size = sizeof options, .functional = true}};
    (void)unused;
    assert_int_equal(wc_run(stage.job, &options.known, &stage.result), WC_OK);
    wc_result_free(stage.result);
    options.unknown = 1;
    assert_int_equal(wc_run(stage.job, &options.known, &stage.result), WC_BAD_INPUT);
    assert_null(stage.result);
    assert_non_null(strstr(wc_error_message(stage.context), "wc_run_options"));
    assert_non_null(strstr(wc_error_message(stage.context), "does not have"));
    leave(&stage);
}

/* HOUSE-39: a forgotten size is said, and memory beyond the struct is not read. */
static void a_size_that_was_never_set_is_refused(void **unused)
{
    static const size_t sizes[] = {0, 1, sizeof(size_t) - 1, (size_t)1 << 20, SIZE_MAX};
    struct stage stage = open_job(one_launch, "vortex");
    struct wc_simulation simulation = {.block = {32}};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct wc_run_options options = {.size = sizes[i]};
        assert_int_equal(wc_run(stage.job, &options, &stage.result), WC_BAD_INPUT);
        assert_non_null(strstr(wc_error_hint(stage.context), ".size = sizeof"));
    }
    assert_int_equal(wc_simulate_launch(stage.context, "kernels/saxpy/vortex.elf", &simulation,
                                        NULL), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(stage.context), "wc_simulation"));
    leave(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_library_and_build_have_one_version),
        cmocka_unit_test(options_of_an_older_caller_have_what_is_missing_as_0),
        cmocka_unit_test(options_of_a_newer_caller_are_taken_while_the_unknown_ones_are_0),
        cmocka_unit_test(a_size_that_was_never_set_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_interface.c - how the library's interface grows, and what it says about a run by number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpclock.h>

#include <cmocka.h>

static const char one_launch[] = "kernels/saxpy/vortex-tiny.yaml";
static const char many_launches[] = "kernels/bfs/vortex-tiny.yaml";
static const char bounded[] = "kernels/vecadd/vortex-tiny.yaml";

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

static struct stage run(const char *path, const char *machine, struct wc_run_options options)
{
    struct stage stage = open_job(path, machine);
    assert_int_equal(wc_run(stage.job, &options, &stage.result), WC_OK);
    return stage;
}

static void leave(struct stage *stage)
{
    wc_result_free(stage->result);
    wc_job_free(stage->job);
    wc_context_free(stage->context);
}

static size_t find(const struct stage *stage, const char *name)
{
    size_t i = 0;
    while (wc_statistic_name(stage->result, i) &&
           strcmp(wc_statistic_name(stage->result, i), name) != 0)
        i++;
    return i;
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
    static const size_t sizes[] = {0, 1, sizeof(size_t) - 1, sizeof(size_t) + 4,
                                   offsetof(struct wc_run_options, steps) + 4, (size_t)1 << 20,
                                   SIZE_MAX};
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

/* HOUSE-31, HOUSE-41 */
static void every_statistic_has_a_name_of_its_own_a_unit_and_a_meaning(void **unused)
{
    struct stage stage = run(one_launch, "vortex", WC_RUN_OPTIONS(.functional = true));
    const wc_result *result = stage.result;
    size_t count = wc_statistic_count(result);
    (void)unused;
    assert_true(count > 30);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(find(&stage, wc_statistic_name(result, i)), i);
        assert_true(*wc_statistic_unit(result, i) && *wc_statistic_about(result, i));
    }
    assert_true(wc_statistic_is_timed(result, find(&stage, "cycles")));
    assert_false(wc_statistic_is_timed(result, find(&stage, "warp_instructions")));
    assert_null(wc_statistic_formula(result, find(&stage, "cycles")));
    assert_non_null(strstr(wc_statistic_formula(result, find(&stage, "ipc")), "cycles"));
    leave(&stage);
}

/* HOUSE-41 */
static void past_the_last_statistic_and_launch_there_is_nothing(void **unused)
{
    struct stage stage = run(one_launch, "vortex", WC_RUN_OPTIONS(.functional = true));
    size_t end = wc_statistic_count(stage.result);
    uint64_t cycles;
    double value;
    (void)unused;
    for (size_t i = end; i >= end; i = i == end ? SIZE_MAX : 0) {
        assert_true(!wc_statistic_name(stage.result, i) && !wc_statistic_unit(stage.result, i) &&
                    !wc_statistic_about(stage.result, i) &&
                    !wc_statistic_formula(stage.result, i) &&
                    !wc_statistic_is_timed(stage.result, i));
        assert_false(wc_result_statistic(stage.result, i, &value));
        assert_false(wc_result_launch_statistic(stage.result, 0, i, &value));
    }
    assert_int_equal(wc_result_launch_count(stage.result), 1);
    assert_null(wc_result_launch_kernel(stage.result, 1));
    assert_false(wc_result_launch_statistic(stage.result, 1, 0, &value));
    assert_false(wc_result_launch_bound(stage.result, 1, &cycles));
    leave(&stage);
}

/* HOUSE-41: the same rule as in JSON, where such numbers are null or absent. */
static void a_run_has_the_statistics_of_its_kind_and_machine_alone(void **unused)
{
    struct stage timed = run(one_launch, "vortex", WC_RUN_OPTIONS());
    struct stage functional = run(one_launch, "vortex", WC_RUN_OPTIONS(.functional = true));
    double value;
    (void)unused;
    for (size_t i = 0; i < wc_statistic_count(timed.result); i++) {
        bool counted = wc_result_statistic(functional.result, i, &value);
        assert_false(counted && wc_statistic_is_timed(timed.result, i));
        if (counted)
            assert_true(wc_result_statistic(timed.result, i, &value));
    }
    assert_true(wc_result_statistic(timed.result, find(&timed, "cycles"), &value) && value > 0);
    assert_false(wc_result_statistic(functional.result, find(&functional, "cycles"), &value));
    assert_int_equal(find(&timed, "gcn3.vector_instructions"), wc_statistic_count(timed.result));
    leave(&timed);
    leave(&functional);
}

/* HOUSE-20, HOUSE-41 */
static void launches_add_up_to_the_run(void **unused)
{
    struct stage stage = run(many_launches, "vortex", WC_RUN_OPTIONS());
    size_t cycles = find(&stage, "cycles"), count = wc_result_launch_count(stage.result);
    double all, one, sum = 0;
    (void)unused;
    assert_true(count > 1);
    for (size_t k = 0; k < count; k++) {
        const char *kernel = k % 2 ? "expand" : k ? "advance" : "begin";
        assert_string_equal(wc_result_launch_kernel(stage.result, k), kernel);
        assert_true(wc_result_launch_statistic(stage.result, k, cycles, &one) && one > 0);
        sum += one;
    }
    assert_true(wc_result_statistic(stage.result, cycles, &all) && all == sum);
    leave(&stage);
}

/* HOUSE-41 */
static void a_launch_has_its_bound_and_a_bound_alone_no_statistics(void **unused)
{
    struct stage both = run(bounded, "vortex-swas", WC_RUN_OPTIONS(.bound = true));
    struct stage alone = run(bounded, "vortex-swas", WC_RUN_OPTIONS(.no_run = true));
    struct stage without = run(bounded, "vortex-swas", WC_RUN_OPTIONS());
    uint64_t bound = 0, again = 0;
    double value, observed;
    (void)unused;
    assert_true(wc_result_launch_bound(both.result, 0, &bound));
    assert_true(wc_result_launch_statistic(both.result, 0, find(&both, "cycles"), &observed));
    assert_true(observed > 0 && observed <= (double)bound);
    assert_true(wc_result_launch_value(both.result, 0, "cycles", &value) && value == observed);
    assert_true(wc_result_launch_value(both.result, 0, "icache_misses", &value)); /* an alias */
    assert_false(wc_result_launch_value(both.result, 0, "cycle", &value));
    assert_false(wc_result_launch_value(both.result, 1, "cycles", &value));
    assert_true(wc_result_value(both.result, "bound", &value) && value == (double)bound);
    assert_true(wc_result_launch_bound(alone.result, 0, &again) && again == bound);
    assert_false(wc_result_launch_statistic(alone.result, 0, find(&alone, "loads"), &value));
    assert_false(wc_result_statistic(alone.result, find(&alone, "loads"), &value));
    assert_false(wc_result_launch_bound(without.result, 0, &bound));
    leave(&both);
    leave(&alone);
    leave(&without);
}

static double cycles_with(const char *path, const char *key, const char *bytes)
{
    struct stage stage = open_job(path, NULL);
    double cycles = 0;
    if (key)
        assert_int_equal(wc_job_set(stage.job, key, bytes), WC_OK);
    assert_int_equal(wc_run(stage.job, NULL, &stage.result), WC_OK);
    assert_true(wc_result_value(stage.result, "cycles", &cycles) && cycles > 0);
    leave(&stage);
    return cycles;
}

/* HOUSE-33: the most that a group may have limits launches and changes nothing else. The memory of
 * groups is aligned in the host's all the same, as the undefined-behaviour sanitizer sees. */
static void the_maximum_of_group_memory_may_be_odd(void **unused)
{
    static const char gcn3[] = "kernels/sgemm-tiled/gcn3-tiny.yaml";
    static const char pascal[] = "kernels/sgemm-tiled/pascal-tiny.yaml";
    (void)unused;
    assert_true(cycles_with(gcn3, NULL, NULL) == cycles_with(gcn3, "group.lds", "8193"));
    assert_true(cycles_with(pascal, NULL, NULL) == cycles_with(pascal, "block.shared", "8195"));
}

/* Contents of 0 elements have no address, and an empty buffer still gets one on the device. */
static void buffers_may_be_empty(void **unused)
{
    static const struct {
        const char *kernel, *machine;
    } all[] = {{"kernels/saxpy/vortex.elf", "vortex"},
               {"kernels/saxpy/pascal.cubin", "jetson-tx2"},
               {"kernels/saxpy/gcn3.hsaco", "gcn3"}};
    const uint32_t grid[3] = {1, 1, 1}, block[3] = {64, 1, 1};
    const float factor = 2;
    const int32_t count = 0;
    (void)unused;
    for (size_t i = 0; i < 2 * sizeof all / sizeof *all; i++) {
        struct stage stage = {.context = wc_context_new()};
        assert_int_equal(wc_job_new(stage.context, all[i / 2].kernel, "saxpy", &stage.job), WC_OK);
        assert_int_equal(wc_job_grid(stage.job, grid, block), WC_OK);
        assert_int_equal(wc_job_buffer(stage.job, "x", WC_F32, 0, NULL, true), WC_OK);
        assert_int_equal(wc_job_buffer(stage.job, "y", WC_F32, 0, stage.context, false), WC_OK);
        assert_int_equal(wc_job_arg_buffer(stage.job, "x"), WC_OK);
        assert_int_equal(wc_job_arg_buffer(stage.job, "y"), WC_OK);
        assert_int_equal(wc_job_arg_scalar(stage.job, WC_F32, &factor), WC_OK);
        assert_int_equal(wc_job_arg_scalar(stage.job, WC_I32, &count), WC_OK);
        struct wc_run_options options = {.size = sizeof options, .functional = i % 2,
                                         .bound = !(i % 2), .bound_may_fail = true};
        assert_int_equal(wc_run(stage.job, &options, &stage.result), WC_OK);
        leave(&stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_library_and_build_have_one_version),
        cmocka_unit_test(options_of_an_older_caller_have_what_is_missing_as_0),
        cmocka_unit_test(options_of_a_newer_caller_are_taken_while_the_unknown_ones_are_0),
        cmocka_unit_test(a_size_that_was_never_set_is_refused),
        cmocka_unit_test(every_statistic_has_a_name_of_its_own_a_unit_and_a_meaning),
        cmocka_unit_test(past_the_last_statistic_and_launch_there_is_nothing),
        cmocka_unit_test(a_run_has_the_statistics_of_its_kind_and_machine_alone),
        cmocka_unit_test(launches_add_up_to_the_run),
        cmocka_unit_test(a_launch_has_its_bound_and_a_bound_alone_no_statistics),
        cmocka_unit_test(the_maximum_of_group_memory_may_be_odd),
        cmocka_unit_test(buffers_may_be_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

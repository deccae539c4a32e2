/* SPDX-License-Identifier: Apache-2.0 */
/* test_simulate.c - a kernel in one call, on the caller's own memory (PAS-78, PAS-79). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define WC_PASTIS_SHORT_NAMES
#include <warpclock/pastis.h>

#include <cmocka.h>

static const char figure3[] = "papers/pastis/figure3.cubin";
static const char perceptron[] = "papers/pastis/mlp.cubin";
static const char shapes[] = "tests/load/cuda/shapes-12.6.cubin";
static const char sample[] = "tests/load/cubin/sample.cubin";

enum { THREADS = 1024 };

static int open_context(void **state)
{
    *state = wc_context_new();
    return *state ? 0 : -1;
}

static int close_context(void **state)
{
    wc_context_free(*state);
    return 0;
}

/* Numbers of all sizes and both signs. */
static int pattern(int i)
{
    return (int)((unsigned)(i - 500) * 2654435u);
}

/* PAS-35, PAS-78: the paper's own lines, for 1, 2 and 5 blocks. */
static void the_papers_call_doubles_what_is_positive_in_place(void **state)
{
    (void)state;
    for (int n = 1; n <= 5; n = 2 * n + n / 2) {
        int count = n * THREADS, *a = malloc((size_t)count * sizeof *a);
        for (int i = 0; i < count; i++)
            a[i] = pattern(i);
        a[0] = INT32_MIN;
        a[1] = -1;
        a[2] = 0;
        a[3] = INT32_MAX;
        parameter_t par[2];
        par[0].kind = PTR;
        par[0].val.ptr = a;
        par[1].kind = INT;
        par[1].val.i = count;
        assert_int_equal(simulate(figure3, n, THREADS, par), 0);
        assert_true(wc_pastis_cycles > 0);
        assert_int_equal(a[0], 0);
        assert_int_equal(a[1], 0);
        assert_int_equal(a[2], 0);
        assert_int_equal(a[3], -2);
        for (int i = 4; i < count; i++)
            assert_int_equal(a[i], pattern(i) < 0 ? 0 : (int)(2u * (unsigned)pattern(i)));
        free(a);
    }
}

/* PAS-79: kernel name, two dimensions, a report; and what lies outside of the array stays. */
static void the_extended_call_takes_two_dimensions_and_hands_out_a_report(void **state)
{
    enum { N = 16 };
    static double in[N][N], weights[N][N], bias[N], out[N][N];
    wc_result *result;
    double cycles = 0;
    for (int i = 0; i < N * N; i++) {
        in[i / N][i % N] = i % 7 - 3;
        weights[i / N][i % N] = i % 5 - 2;
        bias[i % N] = i % N;
    }
    struct wc_parameter parameters[] = {
        {WC_PARAMETER_POINTER, {.ptr = in}},   {WC_PARAMETER_POINTER, {.ptr = weights}},
        {WC_PARAMETER_POINTER, {.ptr = bias}}, {WC_PARAMETER_POINTER, {.ptr = out}},
        {WC_PARAMETER_INT, {.i = N}},          {WC_PARAMETER_INT, {.i = N}},
        {WC_PARAMETER_INT, {.i = N}},
    };
    const uint64_t bytes[] = {sizeof in, sizeof weights, sizeof bias, sizeof out, 0, 0, 0};
    struct wc_simulation simulation = {.size = sizeof simulation, .kernel = "layer",
                                       .block = {N, N}, .bytes = bytes,
                                       .parameters = parameters, .parameter_count = 7};
    assert_int_equal(wc_simulate_launch(*state, perceptron, &simulation, &result), WC_OK);
    assert_true(wc_result_value(result, "cycles", &cycles) && cycles > 0);
    wc_result_free(result);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            double sum = bias[x];
            for (int k = 0; k < N; k++)
                sum += in[y][k] * weights[k][x];
            assert_true(out[y][x] == (sum > 0 ? sum : 0));
        }
}

/* PAS-79: the kernel goes beyond the memory it was given; the host program does not fall. */
static void an_access_beyond_the_memory_lent_is_a_fault_with_its_place(void **state)
{
    static int a[2 * THREADS];
    struct wc_parameter parameters[] = {{WC_PARAMETER_POINTER, {.ptr = a}},
                                        {WC_PARAMETER_INT, {.i = 2 * THREADS}}};
    const uint64_t bytes[] = {THREADS * sizeof *a, 0};
    struct wc_simulation simulation = {.size = sizeof simulation, .grid = {2},
                                       .block = {THREADS}, .bytes = bytes,
                                       .parameters = parameters, .parameter_count = 2};
    assert_int_equal(wc_simulate_launch(*state, figure3, &simulation, NULL), WC_KERNEL_FAULT);
    assert_int_equal(wc_error_fault(*state), WC_FAULT_ADDRESS);
    const char *message = wc_error_message(*state);
    assert_non_null(strstr(message, "is outside all allocations"));
    assert_non_null(strstr(message, "the caller's memory 1"));
    assert_non_null(strstr(message, "lane 0"));
    assert_non_null(strstr(message, "pc 0x"));
}

/* What a kernel of shapes.cu did wrong. */
static enum wc_fault fault_of(wc_context *context, const char *kernel, void *pointer, int32_t value)
{
    struct wc_parameter parameters[] = {{WC_PARAMETER_POINTER, {.ptr = pointer}},
                                        {WC_PARAMETER_INT, {.i = value}}};
    struct wc_simulation simulation = {
        .size = sizeof simulation, .kernel = kernel, .grid = {1}, .block = {8},
        .parameters = pointer ? parameters : parameters + 1,
        .parameter_count = pointer ? 1 : value ? 1 : 0};
    wc_simulate_launch(context, shapes, &simulation, NULL);
    return wc_error_fault(context);
}

static void a_fault_has_a_kind(void **state)
{
    static int a[16];
    assert_int_equal(fault_of(*state, "_Z6checksi", NULL, 6), WC_FAULT_ASSERT);
    assert_int_equal(fault_of(*state, "_Z6checksi", NULL, 100), WC_FAULT_NONE);
    assert_int_equal(fault_of(*state, "_Z5trapsv", NULL, 0), WC_FAULT_TRAP);
    assert_int_equal(fault_of(*state, "_Z5freesPv", a, 0), WC_FAULT_OTHER);
    assert_int_equal(fault_of(*state, "no_such_kernel", a, 0), WC_FAULT_NONE);
}

/* One page between two that nobody may touch: a mapping of its own. */
static int *lone_page(size_t page)
{
    char *three = mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(three != MAP_FAILED);
    assert_int_equal(mprotect(three + page, page, PROT_READ | PROT_WRITE), 0);
    return (int *)(three + page);
}

static void a_pointer_without_a_size_reaches_as_far_as_its_mapping(void **state)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int *a = lone_page(page), count = (int)(page / sizeof *a);
    struct wc_parameter fits[] = {{WC_PARAMETER_POINTER, {.ptr = a + 1}},
                                  {WC_PARAMETER_INT, {.i = count - 1}}};
    a[count - 1] = 21;
    assert_int_equal(wc_simulate(*state, figure3, 2, (uint32_t)count / 2, fits, NULL), WC_OK);
    assert_int_equal(a[count - 1], 42);
    struct wc_parameter wild[] = {{WC_PARAMETER_POINTER, {.ptr = a + 1}},
                                  {WC_PARAMETER_INT, {.i = count}}};
    assert_int_equal(wc_simulate(*state, figure3, 2, (uint32_t)count / 2, wild, NULL),
                     WC_KERNEL_FAULT);
    munmap((char *)a - page, 3 * page);
    struct wc_parameter nowhere[] = {{WC_PARAMETER_POINTER, {.ptr = (void *)16}},
                                     {WC_PARAMETER_INT, {.i = 1}}};
    assert_int_equal(wc_simulate(*state, figure3, 1, 32, nowhere, NULL), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(*state), "not mapped in this process"));
}

/* PAS-78: .bss begins in a page of the program's file and goes on in memory of no file. Whether
 * this array crosses that border is the linker's choice; the next test has such a border for
 * sure. */
static void a_static_array_without_a_size_may_span_mappings(void **state)
{
    enum { COUNT = 64 * THREADS };
    static int a[COUNT];
    struct wc_parameter parameters[] = {{WC_PARAMETER_POINTER, {.ptr = a}},
                                        {WC_PARAMETER_INT, {.i = COUNT}}};
    for (int i = 0; i < COUNT; i++)
        a[i] = i % 3 ? i : -i;
    assert_int_equal(wc_simulate(*state, figure3, COUNT / THREADS, THREADS, parameters, NULL),
                     WC_OK);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(a[i], i % 3 ? 2 * i : 0);
}

/* Two pages of one mapping where the second is of a file: the list of mappings has two lines. */
static void mappings_that_adjoin_are_one_unless_their_rights_differ(void **state)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int *a = lone_page(page), count = (int)(page / sizeof *a);
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(ftruncate(fileno(file), (off_t)page), 0);
    char *behind = (char *)a + page;
    assert_ptr_equal(mmap(behind, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED,
                          fileno(file), 0), behind);
    struct wc_parameter parameters[] = {{WC_PARAMETER_POINTER, {.ptr = a}},
                                        {WC_PARAMETER_INT, {.i = 2 * count}}};
    a[2 * count - 1] = 21;
    assert_int_equal(wc_simulate(*state, figure3, 2, (uint32_t)count, parameters, NULL), WC_OK);
    assert_int_equal(a[2 * count - 1], 42);
    assert_int_equal(mprotect(behind, page, PROT_READ), 0);
    assert_int_equal(wc_simulate(*state, figure3, 2, (uint32_t)count, parameters, NULL),
                     WC_KERNEL_FAULT);
    munmap((char *)a - page, 3 * page);
    fclose(file);
}

/* A structure takes the place of a parameter of its size. */
static void structures_are_passed_by_value_and_must_fit(void **state)
{
    static uint32_t out[64 * 4];
    const struct { float x, y, beyond; } pair = {1, 2, 3};
    struct wc_parameter parameters[] = {
        {WC_PARAMETER_POINTER, {.ptr = out}}, {WC_PARAMETER_INT, {.i = 64}},
        {WC_PARAMETER_BYTES, {.bytes = "\1"}}, {WC_PARAMETER_BYTES, {.bytes = "\1\2"}},
        {WC_PARAMETER_BYTES, {.bytes = &pair}}};
    uint64_t bytes[] = {sizeof out, 0, 1, 2, offsetof(typeof(pair), beyond)};
    struct wc_simulation simulation = {.size = sizeof simulation, .kernel = "first",
                                       .block = {64}, .bytes = bytes,
                                       .parameters = parameters, .parameter_count = 5};
    assert_int_equal(wc_simulate_launch(*state, sample, &simulation, NULL), WC_OK);
    bytes[4] = sizeof pair;
    assert_int_equal(wc_simulate_launch(*state, sample, &simulation, NULL), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(*state), "argument 5"));
}

static void wrong_parameters_are_refused_before_the_first_cycle(void **state)
{
    static int a[THREADS];
    struct wc_parameter parameters[] = {{WC_PARAMETER_POINTER, {.ptr = a}},
                                        {WC_PARAMETER_DOUBLE, {.d = 1}},
                                        {WC_PARAMETER_INT, {.i = 1}}};
    struct wc_simulation simulation = {.size = sizeof simulation, .block = {32},
                                       .parameters = parameters, .parameter_count = 2};
    assert_int_equal(wc_simulate_launch(*state, figure3, &simulation, NULL), WC_BAD_INPUT);
    simulation.parameter_count = 3;
    assert_int_equal(wc_simulate_launch(*state, figure3, &simulation, NULL), WC_BAD_INPUT);
    parameters[1].kind = (enum wc_parameter_kind)77;
    assert_int_equal(wc_simulate(*state, figure3, 1, 32, parameters, NULL), WC_BAD_INPUT);
    assert_int_equal(wc_simulate(*state, figure3, 0, 32, parameters, NULL), WC_BAD_INPUT);
    assert_int_equal(simulate(figure3, -1, 32, parameters), WC_BAD_INPUT);
    assert_int_equal(simulate(figure3, 1, -32, parameters), WC_BAD_INPUT);
    assert_int_equal(wc_simulate(*state, sample, 1, 32, parameters, NULL), WC_BAD_INPUT);
    assert_int_equal(wc_simulate(*state, "no-such.cubin", 1, 32, parameters, NULL), WC_BAD_INPUT);
}

/* PAS-79: what is NULL, too large or not writable is said, and nothing crashes. */
static void null_and_unwritable_memory_are_refused_or_faults(void **state)
{
    static const int fixed[THREADS] = {1};
    int here[THREADS + 1];
    struct wc_parameter parameters[2] = {{.kind = WC_PARAMETER_POINTER},
                                         {.kind = WC_PARAMETER_INT, .val.i = THREADS}};
    uint64_t bytes[2] = {64, 0}, cycles = 77;
    struct wc_simulation simulation = {.size = sizeof simulation, .parameter_count = 2};
    wc_result *result = NULL;
    assert_int_equal(wc_simulate(*state, NULL, 1, 1, parameters, NULL), WC_BAD_INPUT);
    assert_int_equal(wc_simulate(*state, figure3, 1, 1, NULL, &cycles), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(*state), "2 parameters"));
    assert_int_equal(cycles, 0);
    assert_int_equal(wc_simulate_launch(*state, figure3, NULL, &result), WC_BAD_INPUT);
    assert_int_equal(wc_simulate_launch(*state, figure3, &simulation, &result), WC_BAD_INPUT);
    assert_null(result);
    assert_int_not_equal(wc_simulate(*state, figure3, 1, THREADS, parameters, NULL), WC_OK);
    parameters[0].val.ptr = (void *)fixed;
    assert_int_equal(wc_simulate(*state, figure3, 1, THREADS, parameters, NULL), WC_KERNEL_FAULT);
    parameters[0].val.ptr = (char *)here + 1; /* misaligned */
    assert_int_equal(wc_simulate(*state, figure3, 1, THREADS, parameters, NULL), WC_KERNEL_FAULT);
    simulation.parameters = parameters;
    simulation.bytes = bytes;
    parameters[0] = (struct wc_parameter){.kind = WC_PARAMETER_BYTES};
    assert_int_equal(wc_simulate_launch(*state, figure3, &simulation, NULL), WC_BAD_INPUT);
}

/* Addresses of 32 bits cannot name the caller's memory. */
static void a_machine_with_short_addresses_refuses_pointers(void **state)
{
    static float x[64], y[64];
    struct wc_parameter parameters[] = {{WC_PARAMETER_POINTER, {.ptr = x}},
                                        {WC_PARAMETER_POINTER, {.ptr = y}},
                                        {WC_PARAMETER_FLOAT, {.f = 2}},
                                        {WC_PARAMETER_INT, {.i = 64}}};
    assert_int_equal(wc_simulate(*state, "kernels/saxpy/vortex.elf", 1, 64, parameters, NULL),
                     WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(*state), "32-bit addresses"));
}

/* ---- memory for a whole job ---- */

/* follows(int **table, int *out) of launches.cu: out[i] = *table[i]; run once per launch. */
static enum wc_status follow(wc_context *context, int *const *table, int *out, int *memory,
                             size_t launches)
{
    enum { COUNT = 4 };
    static const char kernel[] = "tests/load/cuda/launches-12.6.cubin";
    const uint32_t grid[3] = {1, 1, 1}, block[3] = {COUNT, 1, 1};
    wc_job *job;
    wc_result *result = NULL;
    enum wc_status status = wc_job_new(context, kernel, "follows", &job);
    for (size_t i = 0; status == WC_OK && i < launches; i++) {
        if (i)
            status = wc_job_launch(job, NULL, "follows");
        if (status == WC_OK)
            status = wc_job_grid(job, grid, block);
        if (status == WC_OK)
            status = wc_job_arg_pointer(job, (void *)(uintptr_t)table, COUNT * sizeof *table);
        if (status == WC_OK)
            status = wc_job_arg_pointer(job, out + COUNT * i, COUNT * sizeof *out);
    }
    if (status == WC_OK && memory)
        status = wc_job_map(job, memory, COUNT * sizeof *memory);
    if (status == WC_OK)
        status = wc_run(job, NULL, &result);
    wc_result_free(result);
    wc_job_free(job);
    return status;
}

static void mapped_memory_is_there_for_all_launches_of_a_job(void **state)
{
    static int a[4] = {3, 1, 4, 1}, out[8];
    int *table[4] = {&a[3], &a[2], &a[1], &a[0]};
    assert_int_equal(follow(*state, table, out, a, 2), WC_OK);
    for (int i = 0; i < 8; i++)
        assert_int_equal(out[i], a[3 - i % 4]);
    assert_int_equal(follow(*state, table, out, NULL, 1), WC_KERNEL_FAULT);
    assert_int_equal(wc_error_fault(*state), WC_FAULT_ADDRESS);
    static int other[4];
    table[2] = &other[0];
    assert_int_equal(follow(*state, table, out, a, 1), WC_KERNEL_FAULT);
    assert_int_equal(follow(*state, table, out, (int *)16, 1), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(*state), "wc_job_map"));
}

/* The kernel doubles `count` numbers from the pointer on, of which `mapped` are mapped. */
static enum wc_status double_mapped(wc_context *context, int *a, int count, size_t mapped)
{
    const uint32_t grid[3] = {1, 1, 1}, block[3] = {32, 1, 1};
    wc_job *job;
    wc_result *result = NULL;
    assert_int_equal(wc_job_new(context, figure3, NULL, &job), WC_OK);
    assert_int_equal(wc_job_grid(job, grid, block), WC_OK);
    assert_int_equal(wc_job_arg_pointer(job, a, 0), WC_OK);
    assert_int_equal(wc_job_arg_scalar(job, WC_I32, &count), WC_OK);
    assert_int_equal(wc_job_map(job, a, 0), WC_BAD_INPUT);
    assert_int_equal(wc_job_map(job, a, mapped * sizeof *a), WC_OK);
    const enum wc_status status = wc_run(job, &WC_RUN_OPTIONS(.bound = true), &result);
    wc_result_free(result);
    wc_job_free(job);
    return status;
}

static void a_pointer_without_a_size_reaches_the_mapped_memory_alone(void **state)
{
    static int a[32];
    a[15] = 21;
    assert_int_equal(double_mapped(*state, a, 16, 16), WC_OK); /* and has an exact bound */
    assert_int_equal(a[15], 42);
    assert_int_equal(double_mapped(*state, a, 32, 16), WC_KERNEL_FAULT);
}

/* ---- bounds of kernels on the caller's memory ---- */

static enum wc_status bound_in_place(wc_context *context, int *a, uint64_t bytes, bool no_run,
                                     uint64_t *cycles)
{
    wc_job *job;
    wc_result *result = NULL;
    const uint32_t grid[3] = {1, 1, 1}, block[3] = {32, 1, 1};
    const int count = 32;
    *cycles = 0;
    assert_int_equal(wc_job_new(context, figure3, NULL, &job), WC_OK);
    assert_int_equal(wc_job_grid(job, grid, block), WC_OK);
    assert_int_equal(wc_job_arg_pointer(job, a, bytes), WC_OK);
    assert_int_equal(wc_job_arg_scalar(job, WC_I32, &count), WC_OK);
    enum wc_status status =
        wc_run(job, &WC_RUN_OPTIONS(.bound = true, .no_run = no_run), &result);
    if (result)
        wc_result_launch_bound(result, 0, cycles);
    wc_result_free(result);
    wc_job_free(job);
    return status;
}

/* A proof runs the kernel; the caller's memory has its old contents afterwards, and the kernel's
 * results only if the job is run. */
static void a_bound_leaves_the_callers_memory_alone(void **state)
{
    int *a = calloc(32, sizeof *a);
    uint64_t alone, beside;
    a[0] = 21;
    assert_int_equal(bound_in_place(*state, a, 32 * sizeof *a, true, &alone), WC_OK);
    assert_int_equal(a[0], 21);
    assert_int_equal(bound_in_place(*state, a, 32 * sizeof *a, false, &beside), WC_OK);
    assert_int_equal(a[0], 42);
    assert_true(alone && alone == beside);
    free(a);
}

/* To return to its old contents would overwrite the heap of this process. */
static void memory_without_a_size_has_no_exact_bound(void **state)
{
    int *a = calloc(32, sizeof *a);
    uint64_t cycles;
    a[0] = 21;
    assert_int_equal(bound_in_place(*state, a, 0, true, &cycles), WC_BAD_INPUT);
    assert_non_null(strstr(wc_error_message(*state), "of which no size is given"));
    assert_int_equal(cycles, 0);
    assert_int_equal(a[0], 21);
    free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            null_and_unwritable_memory_are_refused_or_faults, open_context, close_context),
        cmocka_unit_test_setup_teardown(
            the_papers_call_doubles_what_is_positive_in_place, open_context, close_context),
        cmocka_unit_test_setup_teardown(
            the_extended_call_takes_two_dimensions_and_hands_out_a_report, open_context,
            close_context),
        cmocka_unit_test_setup_teardown(
            an_access_beyond_the_memory_lent_is_a_fault_with_its_place, open_context,
            close_context),
        cmocka_unit_test_setup_teardown(a_fault_has_a_kind, open_context, close_context),
        cmocka_unit_test_setup_teardown(
            a_pointer_without_a_size_reaches_as_far_as_its_mapping, open_context, close_context),
        cmocka_unit_test_setup_teardown(
            a_static_array_without_a_size_may_span_mappings, open_context, close_context),
        cmocka_unit_test_setup_teardown(
            mappings_that_adjoin_are_one_unless_their_rights_differ, open_context, close_context),
        cmocka_unit_test_setup_teardown(
            structures_are_passed_by_value_and_must_fit, open_context, close_context),
        cmocka_unit_test_setup_teardown(
            wrong_parameters_are_refused_before_the_first_cycle, open_context, close_context),
        cmocka_unit_test_setup_teardown(
            a_machine_with_short_addresses_refuses_pointers, open_context, close_context),
        cmocka_unit_test_setup_teardown(
            mapped_memory_is_there_for_all_launches_of_a_job, open_context, close_context),
        cmocka_unit_test_setup_teardown(
            a_pointer_without_a_size_reaches_the_mapped_memory_alone, open_context,
            close_context),
        cmocka_unit_test_setup_teardown(
            a_bound_leaves_the_callers_memory_alone, open_context, close_context),
        cmocka_unit_test_setup_teardown(
            memory_without_a_size_has_no_exact_bound, open_context, close_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

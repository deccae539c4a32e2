/* SPDX-License-Identifier: Apache-2.0 */
/* test_program.c - a run seen from outside: arguments in, console, exit code and results out,
 * limits, interruption, and the same answer every time. */
#include "machine_fixture.h"

/* HOUSE-18: an exit code that is not 0 is status 1, and the run has its console and results. */
static void run_to_exit_code(struct stage *stage, const char *code)
{
    assert_int_equal(run(stage), WC_MISMATCH);
    assert_says(stage, "the program ended with exit code");
    assert_says(stage, code);
}

static void the_console_of_2_1_comes_a_line_at_a_time(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("console_bytes", 1, 0xff004000u);
    run_to_exit_code(stage, "42");
    assert_string_equal(stage->console, "hello from lane 0\na\nb\nc\nd\nABCD");
    assert_int_equal(stage->console_calls, 1 + 4 + 4);
    close_stage(stage);
}

static void the_console_of_2_2_is_at_another_place(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("console_bytes", 1, 0x40);
    assert_int_equal(run(stage), WC_KERNEL_FAULT); /* 2.1 has nothing there */
    set(stage, "version", "2.2");
    run_well(stage);
    assert_part(stage->console, "hello from lane 0\n");
    close_stage(stage);
}

/* More characters than a ring holds: they come out only if the host empties it while it runs. */
static void the_rings_of_3_0_are_drained_while_the_program_runs(void **unused)
{
    (void)unused;
    struct stage *stage = open_bare("console_rings");
    char expected[701] = "";
    assert_int_equal(wc_job_machine(stage->job, "vortex-3.0"), WC_OK);
    run_to_exit_code(stage, "17");
    for (unsigned i = 1; i <= 700; i++)
        expected[i - 1] = i % 50 ? (char)('0' + i % 50) : '\n';
    assert_string_equal(stage->console, expected);
    assert_int_equal(stage->console_calls, 14);
    assert_json_has(stage, "\"exit_code\": 17");
    close_stage(stage);
}

static void a_program_runs_without_anybody_listening(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("console_bytes", 1, 0xff004000u);
    wc_context_on_console(stage->context, NULL, NULL);
    run_to_exit_code(stage, "42");
    assert_int_equal(stage->console_length, 0);
    close_stage(stage);
}

static void the_exit_code_of_2_1_is_gp(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("console_bytes", 1, 0xff004000u);
    run_to_exit_code(stage, "42");
    assert_json_has(stage, "\"exit_code\": 42");
    close_stage(stage);
}

/* HOUSE-18 */
static void tohost_ends_a_program_with_its_verdict(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("tohost", 1, 1);
    run_well(stage);
    assert_json_has(stage, "\"verdict\": 0");
    close_stage(stage);
    stage = open_program("tohost", 1, 7 << 1 | 1);
    assert_int_equal(run(stage), WC_MISMATCH);
    assert_says(stage, "failure of test 7");
    assert_json_has(stage, "\"verdict\": 7");
    close_stage(stage);
}

/* HOUSE-14 */
static void arguments_are_laid_out_as_a_c_structure(void **unused)
{
    (void)unused;
    struct stage *stage = open_bare("arguments");
    int8_t small = -5;
    int64_t big = 0x1122334455667788;
    float real = 1.5f;
    uint32_t real_bits;
    memcpy(&real_bits, &real, 4);
    assert_int_equal(wc_job_buffer(stage->job, "out", WC_U32, 64, stage->out, false), WC_OK);
    assert_int_equal(wc_job_arg_scalar(stage->job, WC_I8, &small), WC_OK);
    assert_int_equal(wc_job_arg_scalar(stage->job, WC_I64, &big), WC_OK);
    assert_int_equal(wc_job_arg_scalar(stage->job, WC_F32, &real), WC_OK);
    assert_int_equal(wc_job_arg_local(stage->job, 1024), WC_OK);
    assert_int_equal(wc_job_arg_buffer(stage->job, "out"), WC_OK);
    set(stage, "warps", "4");
    run_well(stage);
    for (uint32_t warp = 0; warp < 4; warp++) { /* every warp reads the same structure */
        const uint32_t *words = stage->out + 8 * warp;
        assert_int_equal(words[0] & 0xff, 0xfb);
        assert_int_equal(words[2], 0x55667788);
        assert_int_equal(words[3], 0x11223344);
        assert_int_equal(words[4], real_bits);
        assert_int_equal(words[5], 0xff000000u);
        assert_int_equal(words[6], 0x10000);
    }
    close_stage(stage);
}

static void more_local_memory_than_the_core_has_is_refused(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("forever", 1, 1);
    assert_int_equal(wc_job_arg_local(stage->job, 16000), WC_OK);
    assert_int_equal(wc_job_shared(stage->job, 1000), WC_OK);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "17000 bytes of local memory; the core has 16384");
    assert_null(stage->result);
    close_stage(stage);
}

static void local_memory_that_would_hide_the_console_is_refused(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("forever", 1, 1);
    set(stage, "local.bytes", "65536");
    assert_int_equal(run(stage), WC_BAD_INPUT);
    assert_says(stage, "local memory");
    assert_says(stage, "console");
    close_stage(stage);
}

/* HOUSE-1: the cycle limit is status 4. */
static void an_endless_loop_ends_at_the_limit(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("forever", 1, 0);
    assert_int_equal(run_at_most(stage, 12345), WC_DEADLOCK);
    assert_says(stage, "cycle limit reached after 12345 warp-instructions of this launch");
    assert_true(value(stage, "warp_instructions") == 12345);
    close_stage(stage);
}

/* 3 + 4 * 1000 instructions. */
static void a_program_that_needs_just_the_limit_is_done(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("forever", 1, 1000);
    assert_int_equal(run_at_most(stage, 4003), WC_OK);
    assert_true(value(stage, "warp_instructions") == 4003);
    assert_true(value(stage, "branches") == 1000);
    assert_int_equal(run_at_most(stage, 4002), WC_DEADLOCK);
    close_stage(stage);
}

struct watch {
    wc_context *context;
    unsigned calls;
    uint64_t instructions;
};

static void interrupt_at_the_third_call(void *user, const struct wc_progress *progress)
{
    struct watch *watch = user;
    assert_string_equal(progress->activity, "forever");
    assert_int_equal(progress->total, 1);
    assert_true(progress->instructions >= watch->instructions);
    watch->instructions = progress->instructions;
    if (++watch->calls == 3)
        wc_interrupt(watch->context);
}

/* HOUSE-29 */
static void an_interruption_leaves_a_result_with_what_ran_so_far(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("forever", 1, 0);
    struct watch watch = {.context = stage->context};
    wc_context_on_progress(stage->context, interrupt_at_the_third_call, &watch);
    assert_int_equal(run_at_most(stage, 0), WC_INTERRUPTED);
    assert_int_equal(wc_error_status(stage->context), 130);
    assert_says(stage, "interrupted after");
    assert_int_equal(watch.calls, 3);
    assert_true(value(stage, "warp_instructions") >= (double)watch.instructions);
    assert_json_has(stage, "\"status\": 130");
    close_stage(stage);
}

/* A signal may come between the opening of a job and its run. */
static void an_interruption_before_a_run_stops_it_and_no_other(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("forever", 1, 10);
    wc_interrupt(stage->context);
    assert_int_equal(run(stage), WC_INTERRUPTED);
    run_well(stage);
    close_stage(stage);
}

enum { THREADS = 8 * 16 };

/* Runs exchange.S under a policy; hands the memory and the counts back. */
static void exchange(const char *order, uint32_t memory[2 * THREADS], double counts[4])
{
    struct stage *stage = open_bare("exchange");
    static const char *const names[] = {"warp_instructions", "thread_instructions", "loads",
                                        "barriers"};
    for (uint32_t i = 0; i < THREADS; i++)
        memory[i] = i * 2654435761u;
    assert_int_equal(wc_job_buffer(stage->job, "a", WC_U32, THREADS, memory, false), WC_OK);
    assert_int_equal(wc_job_buffer(stage->job, "b", WC_U32, THREADS, memory + THREADS, false),
                     WC_OK);
    assert_int_equal(wc_job_arg_buffer(stage->job, "a"), WC_OK);
    assert_int_equal(wc_job_arg_buffer(stage->job, "b"), WC_OK);
    set(stage, "warps", "8");
    set(stage, "threads", "16");
    set(stage, "functional.order", order);
    run_well(stage);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        counts[i] = value(stage, names[i]);
    close_stage(stage);
}

/* HOUSE-19 */
static void the_order_of_warps_does_not_show_and_neither_does_the_day(void **unused)
{
    (void)unused;
    static const char *const orders[] = {"lrr", "lrr", "fp", "gtlrr", "gtlo"};
    uint32_t want[2 * THREADS] = {0}, a[THREADS], b[THREADS];
    double first[4] = {0};
    for (uint32_t i = 0; i < THREADS; i++)
        a[i] = i * 2654435761u;
    for (unsigned round = 0; round < 8; round++) {
        for (uint32_t i = 0; i < THREADS; i++)
            b[i] = a[i] + 3 * a[(i + 1) % THREADS];
        for (uint32_t i = 0; i < THREADS; i++)
            a[i] = b[i] ^ b[(i + 5) % THREADS];
    }
    memcpy(want, a, sizeof a);
    memcpy(want + THREADS, b, sizeof b);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        uint32_t memory[2 * THREADS] = {0};
        double counts[4];
        exchange(orders[i], memory, counts);
        assert_memory_equal(memory, want, sizeof want);
        if (i == 0)
            memcpy(first, counts, sizeof first);
        assert_memory_equal(counts, first, sizeof first);
    }
    assert_true(first[3] == 8 * 8 * 2);
}

static void a_job_can_run_again_and_reads_its_buffers_anew(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("predicate", 64, 0);
    run_well(stage);
    double instructions = value(stage, "warp_instructions");
    memset(stage->out, 0xee, 64 * 4);
    run_well(stage);
    for (uint32_t lane = 0; lane < 32; lane++)
        assert_int_equal(stage->out[lane], lane);
    assert_true(value(stage, "warp_instructions") == instructions);
    close_stage(stage);
}

static void what_is_bound_read_only_is_not_written_back(void **unused)
{
    (void)unused;
    struct stage *stage = open_bare("predicate");
    assert_int_equal(wc_job_buffer(stage->job, "out", WC_U32, 64, stage->out, true), WC_OK);
    assert_int_equal(wc_job_arg_buffer(stage->job, "out"), WC_OK);
    add_word(stage, 0);
    run_well(stage);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(stage->out[i], 0);
    close_stage(stage);
}

static void a_buffer_of_nothing_is_no_fault_until_it_is_touched(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("forever", 0, 5);
    run_well(stage);
    close_stage(stage);
    stage = open_program("predicate", 0, 0);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "buffer out");
    close_stage(stage);
}

/* HOUSE-32 */
static void a_buffer_that_no_memory_can_hold_is_refused_and_the_job_stays_whole(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("forever", 1, 5);
    assert_int_equal(wc_job_buffer(stage->job, "big", WC_U32, UINT64_MAX / 2, NULL, false),
                     WC_BAD_INPUT);
    assert_says(stage, "big");
    run_well(stage);
    assert_int_equal(wc_job_buffer(stage->job, "big", WC_U32, 10, NULL, false), WC_OK);
    assert_int_equal(wc_job_arg_buffer(stage->job, "big"), WC_OK);
    run_well(stage);
    close_stage(stage);
}

static void names_that_do_not_fit_are_refused(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("forever", 1, 1);
    assert_int_equal(wc_job_arg_buffer(stage->job, "ouf"), WC_BAD_INPUT);
    assert_says(stage, "no buffer 'ouf'");
    assert_int_equal(wc_job_buffer(stage->job, "out", WC_U8, 1, NULL, false), WC_BAD_INPUT);
    assert_says(stage, "'out'");
    set(stage, "wraps", "4");
    assert_int_equal(run(stage), WC_BAD_INPUT);
    assert_says(stage, "wraps");
    assert_hints(stage, "warps");
    close_stage(stage);
}

/* `fixed` and `assume` of a job file. */
static void facts_about_buffers_are_checked(void **unused)
{
    (void)unused;
    const uint32_t low = 3, high = 5;
    struct stage *stage = open_program("forever", 1, 5);
    assert_int_equal(wc_job_buffer_fixed(stage->job, "ouf"), WC_BAD_INPUT);
    assert_says(stage, "no buffer 'ouf'");
    assert_int_equal(wc_job_buffer_assume(stage->job, "ouf", NULL, NULL), WC_BAD_INPUT);
    assert_int_equal(wc_job_buffer_assume(stage->job, "out", &high, &low), WC_BAD_INPUT);
    assert_says(stage, "min <= max");
    assert_int_equal(wc_job_buffer_fixed(stage->job, "out"), WC_OK);
    assert_int_equal(wc_job_buffer_assume(stage->job, "out", NULL, &high), WC_OK);
    run_well(stage);
    assert_int_equal(wc_job_buffer_assume(stage->job, "out", &low, &high), WC_OK);
    stage->out[0] = 4;
    run_well(stage);
    stage->out[0] = 2;
    assert_int_equal(run(stage), WC_BAD_INPUT);
    assert_says(stage, "element [0] of buffer 'out' is 2; the job assumes 3 to 5");
    close_stage(stage);
}

static void a_grid_for_a_program_that_spawns_its_own_warps_is_refused(void **unused)
{
    (void)unused;
    struct stage *stage = open_bare("forever");
    assert_int_equal(wc_job_grid(stage->job, (uint32_t[]){1, 1, 1}, (uint32_t[]){32, 1, 1}), WC_OK);
    assert_int_equal(run(stage), WC_BAD_INPUT);
    assert_null(stage->result);
    close_stage(stage);
}

static void a_missing_file_is_named(void **unused)
{
    (void)unused;
    struct stage *stage = open_bare("no-such-program");
    assert_int_equal(run(stage), WC_BAD_INPUT);
    assert_null(stage->result);
    assert_part(wc_error_place(stage->context) ? wc_error_place(stage->context)
                                               : wc_error_message(stage->context),
                "no-such-program.elf");
    close_stage(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_console_of_2_1_comes_a_line_at_a_time),
        cmocka_unit_test(the_console_of_2_2_is_at_another_place),
        cmocka_unit_test(the_rings_of_3_0_are_drained_while_the_program_runs),
        cmocka_unit_test(a_program_runs_without_anybody_listening),
        cmocka_unit_test(the_exit_code_of_2_1_is_gp),
        cmocka_unit_test(tohost_ends_a_program_with_its_verdict),
        cmocka_unit_test(arguments_are_laid_out_as_a_c_structure),
        cmocka_unit_test(more_local_memory_than_the_core_has_is_refused),
        cmocka_unit_test(local_memory_that_would_hide_the_console_is_refused),
        cmocka_unit_test(an_endless_loop_ends_at_the_limit),
        cmocka_unit_test(a_program_that_needs_just_the_limit_is_done),
        cmocka_unit_test(an_interruption_leaves_a_result_with_what_ran_so_far),
        cmocka_unit_test(an_interruption_before_a_run_stops_it_and_no_other),
        cmocka_unit_test(the_order_of_warps_does_not_show_and_neither_does_the_day),
        cmocka_unit_test(a_job_can_run_again_and_reads_its_buffers_anew),
        cmocka_unit_test(what_is_bound_read_only_is_not_written_back),
        cmocka_unit_test(a_buffer_of_nothing_is_no_fault_until_it_is_touched),
        cmocka_unit_test(a_buffer_that_no_memory_can_hold_is_refused_and_the_job_stays_whole),
        cmocka_unit_test(names_that_do_not_fit_are_refused),
        cmocka_unit_test(facts_about_buffers_are_checked),
        cmocka_unit_test(a_grid_for_a_program_that_spawns_its_own_warps_is_refused),
        cmocka_unit_test(a_missing_file_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

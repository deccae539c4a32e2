/* SPDX-License-Identifier: Apache-2.0 */
/* test_run_bound.c - bounds beside runs and without them, with an analysis that is told what to
 * say: sums, refusals, and what is reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/run_exact.h"
#include "bound/models.h"

#include <cmocka.h> /* last: it has a macro named fail */

/* ---- a machine whose analysis says what the test wants ---- */

/* The linker puts this in the place of bound_find(). */
bound_fn *__wrap_bound_find(const char *model, const char *isa);

static struct {
    uint64_t bound; /* of every launch; 0: the analysis refuses */
    bool absent;    /* there is no analysis */
    size_t asked;
    int b;          /* what buffer b contains; a contains 1 */
    wc_context *interrupts; /* set by the analysis as if ^C had come, or NULL */
    uint64_t issues;  /* predicted; 0: no run is compared with it */
    uint64_t issued;  /* observed */
    size_t compared;
    bool strays;      /* an access leaves its buffer */
    bool miscounts;   /* the bound is not the sum of its terms */
    bool explains_nothing; /* rows without a term */
} stub;

static void stub_event(struct observer *observer, const struct event *event)
{
    (void)observer;
    stub.issued = event->kind == EVENT_LAUNCH ? 0 : stub.issued + (event->kind == EVENT_ISSUE);
}

static void stub_compare(struct bound_watch *watch, struct expectations *out)
{
    stub.compared++;
    watch->breach = (struct reach_breach){.found = stub.strays, .bytes = 4, .address = 0x10100};
    expectations_add(out, (struct expectation){"issues", "the launch", "straight.S:1",
                                               stub.issues, stub.issued});
}

static struct reach_object stub_object = {"buffer a", 0x10000, 8, NULL};
static struct reach_insn stub_reach = {.objects = &stub_object};
static struct bound_watch stub_watch = {.observer = {stub_event}, .compare = stub_compare,
                                        .reach = {.insn = &stub_reach}};

static struct term *stub_tree(struct arena *arena)
{
    struct term *whole = term_make(arena, TERM_SUM, (struct term_name){"bound", "all"});
    struct term *work = term_make(arena, TERM_PRODUCT, (struct term_name){"work", "what is done"});
    term_add(work, term_number(arena, (struct term_name){"lines", NULL, "lines"}, stub.bound - 1));
    term_add(work, term_number(arena, (struct term_name){"each"}, 1));
    term_add(whole, work);
    term_add(whole, term_number(arena, (struct term_name){"waiting", "what is waited for"}, 1));
    return whole;
}

static enum wc_status stub_bound(struct error *err, struct machine *machine, struct memory *memory,
                                 const struct launch *launch, const struct walk_bounds *loops,
                                 const struct bound_request *request, struct arena *arena,
                                 struct bound *out)
{
    (void)machine, (void)memory, (void)launch;
    stub.asked++;
    if (stub.interrupts)
        wc_interrupt(stub.interrupts);
    if (*request->watch->interrupt && stub.bound == 0)
        return (fail)(err, WC_INTERRUPTED, "interrupted");
    if (stub.bound == 0)
        return (fail)(err, WC_BAD_INPUT, "cannot say");
    *out = (struct bound){.steps = 10, .path_known = 1,
                          .watch = stub.issues && loops->watched ? &stub_watch : NULL};
    struct term *tree = stub_tree(arena);
    tree->value -= stub.miscounts;
    bound_set_tree(out, tree);
    if (stub.explains_nothing)
        bound_explain(out, arena_alloc(arena, sizeof *out->explanation));
    return WC_OK;
}

bound_fn *__wrap_bound_find(const char *model, const char *isa)
{
    (void)isa;
    (void)model;
    return stub.absent ? NULL : stub_bound;
}

/* The linker puts this in the place of run_exact_launch(): every launch is exact. */
enum wc_status __wrap_run_exact_launch(struct run *run, size_t launch,
                                       const struct run_control *control);

enum wc_status __wrap_run_exact_launch(struct run *run, size_t launch,
                                       const struct run_control *control)
{
    struct result_launch *to = &run->result->launches[launch];
    (void)control;
    to->exact = true;
    to->bound = (struct bound){.steps = 10, .path_known = 1};
    bound_set_tree(&to->bound, stub_tree(&run->result->arena));
    return WC_OK;
}

/* ---- jobs of two launches, 206 cycles each ---- */

struct stage {
    char path[32], saved[40];
    wc_context *context;
    wc_job *job;
    wc_result *result;
    enum wc_status status;
    char *text, *json;
};

static const uint64_t alone = 206;

static void write_job(struct stage *stage, const char *more)
{
    char folder[256];
    assert_non_null(getcwd(folder, sizeof folder));
    strcpy(stage->path, P_tmpdir "/test_run_bound.XXXXXX");
    int file = mkstemp(stage->path);
    assert_true(file >= 0);
    snprintf(stage->saved, sizeof stage->saved, "%s.npy", stage->path);
    dprintf(file,
            "kernel: %s/tests/machine/vortex/elf/straight.elf\nmachine: vortex\n"
            "launches: [{entry: first}, {entry: second%s}]\n"
            "buffers: {a: {type: u32, shape: [2], fill: 1}, b: {type: u32, shape: [2], fill: %d}}\n"
            "expect: {a: {equal: b}}\nsave: {a: %s}\n",
            folder, more, stub.b, stage->saved);
    close(file);
}

static struct stage open_job(const char *more)
{
    struct stage stage = {.context = wc_context_new()};
    wc_context_add_machine_folder(stage.context, "machines");
    write_job(&stage, more);
    unlink(stage.saved);
    assert_int_equal(wc_job_open(stage.context, stage.path, &stage.job), WC_OK);
    return stage;
}

static struct stage run_job(struct wc_run_options options, const char *more)
{
    struct stage stage = open_job(more);
    options.bound_method = WC_BOUND_ANALYSIS;
    stage.status = wc_run(stage.job, &options, &stage.result);
    return stage;
}

static struct stage run(struct wc_run_options options)
{
    struct stage stage = run_job(options, "");
    assert_non_null(stage.result);
    assert_int_equal(wc_result_text(stage.result, WC_TEXT, &stage.text), WC_OK);
    assert_int_equal(wc_result_text(stage.result, WC_JSON, &stage.json), WC_OK);
    return stage;
}

static void leave(struct stage *stage)
{
    unlink(stage->path);
    unlink(stage->saved);
    wc_text_free(stage->text);
    wc_text_free(stage->json);
    wc_result_free(stage->result);
    wc_job_free(stage->job);
    wc_context_free(stage->context);
}

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

static void assert_silent(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("'%s' is in:\n%s", part, text);
}

static int set_up(void **unused)
{
    (void)unused;
    memset(&stub, 0, sizeof stub);
    stub.bound = 250;
    stub.b = 2;
    return 0;
}

static void a_bound_alone_simulates_checks_and_saves_nothing(void **unused)
{
    (void)unused;
    struct stage stage = run(WC_RUN_OPTIONS(.no_run = true));
    double value;
    assert_int_equal(stage.status, WC_OK); /* a is not b, but nobody looked */
    assert_int_equal(access(stage.saved, F_OK), -1);
    assert_int_equal(stub.asked, 2);
    assert_true(wc_result_value(stage.result, "bound", &value) && value == 500);
    assert_false(wc_result_value(stage.result, "tightness", &value));
    assert_false(wc_result_value(stage.result, "cycles", &value));
    assert_says(stage.text, "at most 500 cycles");
    assert_says(stage.text, "what is waited for");
    assert_says(stage.json, "\"mode\": \"bound\"");
    assert_says(stage.json, "\"cycles\": null");
    assert_says(stage.json, "\"warp_instructions\": null");
    assert_says(stage.json, "\"bound\": 500");
    assert_says(stage.json, "\"bound\": 250"); /* of a launch */
    leave(&stage);
}

static void a_run_within_its_bound_tells_how_tight_it_is(void **unused)
{
    (void)unused;
    struct stage stage = run(WC_RUN_OPTIONS(.bound = true));
    double cycles, tightness;
    assert_int_equal(stage.status, WC_MISMATCH); /* a is not b */
    assert_true(wc_result_value(stage.result, "cycles", &cycles) && cycles == 2 * alone);
    assert_true(wc_result_value(stage.result, "tightness", &tightness));
    assert_true(tightness == 500.0 / cycles);
    assert_says(stage.text, "observed 412 <= bound 500 cycles, tightness 1.21; ");
    assert_says(stage.text, "launch 2   second: observed 206 <= bound 250 cycles, tightness 1.21");
    assert_says(stage.text, "differs in 2 of 2");
    assert_says(stage.json, "\"tightness\"");
    leave(&stage);
}

static void a_bound_of_exactly_the_cycles_is_kept_and_one_less_is_not(void **unused)
{
    (void)unused;
    stub.bound = alone;
    struct stage stage = run(WC_RUN_OPTIONS(.bound = true));
    assert_says(wc_error_message(stage.context), "a differs from its expected value");
    leave(&stage);
    stub.bound = alone - 1;
    stage = run(WC_RUN_OPTIONS(.bound = true));
    assert_int_equal(stage.status, WC_MISMATCH);
    assert_says(stage.text, "observed 412 > bound 410 cycles");
    assert_says(stage.text, "a bug in warpclock");
    assert_says(stage.text, "differs in 2 of 2"); /* a is not b either: the bound is worse news */
    assert_says(wc_error_message(stage.context), "took 206 cycles, more than its bound of 205");
    leave(&stage);
}

static void an_exact_bound_is_refuted_by_a_shorter_run_too(void **unused)
{
    (void)unused;
    struct wc_run_options options = {.size = sizeof options, .bound = true,
                                     .bound_method = WC_BOUND_EXACT};
    static const char *const said[] = {
        "206 > bound 205 cycles, tightness 1.00: the bound does not hold, this is a bug",
        "206 <= bound 206 cycles, tightness 1.00\n",
        "206 < bound 207 cycles, tightness 1.00: the bound is not exact, this is a bug"};
    stub.b = 1;
    for (unsigned i = 0; i < 3; i++) {
        struct stage stage = open_job("");
        stub.bound = alone - 1 + i;
        assert_int_equal(wc_run(stage.job, &options, &stage.result),
                         stub.bound == alone ? WC_OK : WC_MISMATCH);
        assert_int_equal(wc_result_text(stage.result, WC_TEXT, &stage.text), WC_OK);
        assert_says(stage.text, said[i]);
        leave(&stage);
    }
}

/* The cycles are within the bound; one of the numbers that it is made of is not. */
static void a_number_above_its_prediction_is_reported(void **unused)
{
    (void)unused;
    stub.issues = 1000;
    struct stage stage = run(WC_RUN_OPTIONS(.bound = true));
    assert_int_equal(stub.compared, 2);
    assert_true(stub.issued > 1);
    assert_says(stage.text, "2 expectations of the bound hold");
    assert_says(stage.json, "\"place\": \"straight.S:1\"");
    leave(&stage);
    stub.issues = stub.issued - 1;
    stub.b = 1;
    stage = run(WC_RUN_OPTIONS(.bound = true));
    assert_int_equal(stage.status, WC_MISMATCH);
    assert_says(stage.text, "not as predicted: issues of the launch: observed ");
    assert_says(wc_error_message(stage.context), "(straight.S:1): this is a bug in warpclock");
    leave(&stage);
}

static void an_access_elsewhere_than_assumed_is_the_programs_error(void **unused)
{
    (void)unused;
    stub.b = stub.issues = 1;
    stub.strays = true;
    struct stage stage = run(WC_RUN_OPTIONS(.bound = true));
    assert_int_equal(stage.status, WC_MISMATCH);
    assert_says(wc_error_message(stage.context), "its bound assumes that it stays in buffer a");
    assert_says(wc_error_hint(stage.context), "error in the program or its data");
    leave(&stage);
}

static void without_a_run_nothing_is_compared(void **unused)
{
    (void)unused;
    stub.issues = 1;
    struct stage stage = run(WC_RUN_OPTIONS(.no_run = true));
    assert_int_equal(stage.status, WC_OK);
    leave(&stage);
    stage = run(WC_RUN_OPTIONS(.bound = true, .functional = true));
    assert_silent(stage.json, "expectations");
    assert_int_equal(stub.compared, 0);
    leave(&stage);
}

static void a_run_without_a_bound_says_nothing_of_bounds(void **unused)
{
    (void)unused;
    struct stage stage = run(WC_RUN_OPTIONS());
    double value;
    assert_int_equal(stub.asked, 0);
    assert_false(wc_result_value(stage.result, "bound", &value));
    assert_silent(stage.json, "\"bound");
    assert_silent(stage.json, "tightness");
    leave(&stage);
}

static void a_run_that_was_cut_short_has_no_tightness(void **unused)
{
    (void)unused;
    struct stage stage = run(WC_RUN_OPTIONS(.bound = true, .max_cycles = 300));
    double value;
    assert_int_equal(stage.status, WC_DEADLOCK);
    assert_true(wc_result_value(stage.result, "bound", &value) && value == 500);
    assert_false(wc_result_value(stage.result, "tightness", &value));
    assert_says(stage.text, "stopped after 300 cycles; bound 500 cycles");
    leave(&stage);
}

static void a_functional_run_has_a_bound_and_no_tightness(void **unused)
{
    (void)unused;
    struct stage stage = run(WC_RUN_OPTIONS(.bound = true, .functional = true));
    double value;
    assert_true(wc_result_value(stage.result, "bound", &value) && value == 500);
    assert_false(wc_result_value(stage.result, "tightness", &value));
    leave(&stage);
}

/* ---- refusals ---- */

static void assert_refused(struct wc_run_options options, const char *more, const char *saying)
{
    struct stage stage = run_job(options, more);
    assert_int_equal(stage.status, WC_BAD_INPUT);
    assert_null(stage.result);
    assert_says(wc_error_message(stage.context), saying);
    leave(&stage);
}

static void a_machine_without_an_analysis_is_refused_with_the_one_that_has_one(void **unused)
{
    (void)unused;
    stub.absent = true;
    struct stage stage = run_job(WC_RUN_OPTIONS(.bound = true), "");
    assert_int_equal(stage.status, WC_BAD_INPUT);
    assert_says(wc_error_message(stage.context), "no worst-case analysis for machine vortex");
    assert_says(wc_error_hint(stage.context), "vortex");
    leave(&stage);
}

static void what_cannot_be_bounded_is_refused_before_it_runs(void **unused)
{
    (void)unused;
    stub.bound = 0;
    assert_refused(WC_RUN_OPTIONS(.bound = true), "", "cannot say");
    assert_refused(WC_RUN_OPTIONS(.no_run = true), "", "cannot say");
}

static void a_wrong_loop_of_the_last_launch_is_found_before_the_first(void **unused)
{
    (void)unused;
    assert_refused(WC_RUN_OPTIONS(.bound = true), ", loops: {\"0x80000000\": 3}",
                   "0x80000000 is not inside a loop");
    assert_int_equal(stub.asked, 0);
}

static void options_of_a_run_are_refused_where_nothing_runs(void **unused)
{
    (void)unused;
    assert_refused(WC_RUN_OPTIONS(.no_run = true, .trace = "/tmp/t"), "", "no timeline");
    assert_refused(WC_RUN_OPTIONS(.no_run = true, .check = true), "", "no cycles");
    assert_refused(WC_RUN_OPTIONS(.no_run = true, .functional = true), "",
                   "no functional results");
}

static void a_method_that_does_not_exist_is_refused(void **unused)
{
    (void)unused;
    struct wc_run_options options = {.size = sizeof options, .no_run = true,
                                     .bound_method = (enum wc_bound_method)7};
    struct stage stage = open_job("");
    assert_int_equal(wc_run(stage.job, &options, &stage.result), WC_BAD_INPUT);
    assert_says(wc_error_message(stage.context), "unknown bound_method 7");
    leave(&stage);
}

static void a_run_goes_on_without_its_bound_where_it_may(void **unused)
{
    (void)unused;
    stub.bound = 0;
    struct stage stage = run(WC_RUN_OPTIONS(.bound = true, .bound_may_fail = true));
    double value;
    assert_int_equal(stage.status, WC_MISMATCH); /* it ran: a is not b */
    assert_true(wc_result_value(stage.result, "cycles", &value) && value == 2 * alone);
    assert_false(wc_result_value(stage.result, "bound", &value));
    assert_says(stage.json, "\"bound_problem\": \"cannot say\"");
    leave(&stage);
}

/* HOUSE-50 */
static void a_bound_whose_parts_do_not_add_up_is_refused(void **unused)
{
    (void)unused;
    stub.miscounts = true;
    struct stage stage = run_job(WC_RUN_OPTIONS(.bound = true, .bound_may_fail = true), "");
    assert_int_equal(stage.status, WC_INTERNAL);
    assert_says(wc_error_message(stage.context), "the terms of the bound do not add up");
    leave(&stage);
    stub.miscounts = false;
    stub.explains_nothing = true;
    stage = run_job(WC_RUN_OPTIONS(.no_run = true), "");
    assert_int_equal(stage.status, WC_INTERNAL);
    assert_says(wc_error_message(stage.context), "does not add up to it");
    leave(&stage);
}

static void an_interrupted_analysis_ends_the_run(void **unused)
{
    (void)unused;
    struct wc_run_options options = {.size = sizeof options, .bound = true, .bound_may_fail = true,
                                     .bound_method = WC_BOUND_ANALYSIS};
    struct stage stage = open_job("");
    stub.bound = 0;
    stub.interrupts = stage.context;
    assert_int_equal(wc_run(stage.job, &options, &stage.result), WC_INTERRUPTED);
    assert_null(stage.result);
    leave(&stage);
}

static void an_interrupt_between_launches_leaves_the_bounds_so_far(void **unused)
{
    (void)unused;
    struct wc_run_options options = {.size = sizeof options, .no_run = true,
                                     .bound_method = WC_BOUND_ANALYSIS};
    struct stage stage = open_job("");
    double value;
    stub.interrupts = stage.context;
    assert_int_equal(wc_run(stage.job, &options, &stage.result), WC_INTERRUPTED);
    assert_int_equal(stub.asked, 1);
    assert_non_null(stage.result);
    assert_false(wc_result_value(stage.result, "bound", &value)); /* of the whole */
    assert_int_equal(wc_result_text(stage.result, WC_TEXT, &stage.text), WC_OK);
    assert_int_equal(wc_result_text(stage.result, WC_JSON, &stage.json), WC_OK);
    assert_says(stage.json, "\"exact\": false");
    assert_says(stage.text, "1 of 2 launches have a bound");
    assert_says(stage.text, "without the launches that have no bound: 250 cycles\n");
    leave(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_bound_alone_simulates_checks_and_saves_nothing, set_up),
        cmocka_unit_test_setup(a_run_within_its_bound_tells_how_tight_it_is, set_up),
        cmocka_unit_test_setup(a_bound_of_exactly_the_cycles_is_kept_and_one_less_is_not, set_up),
        cmocka_unit_test_setup(an_exact_bound_is_refuted_by_a_shorter_run_too, set_up),
        cmocka_unit_test_setup(a_number_above_its_prediction_is_reported, set_up),
        cmocka_unit_test_setup(an_access_elsewhere_than_assumed_is_the_programs_error, set_up),
        cmocka_unit_test_setup(without_a_run_nothing_is_compared, set_up),
        cmocka_unit_test_setup(a_run_without_a_bound_says_nothing_of_bounds, set_up),
        cmocka_unit_test_setup(a_run_that_was_cut_short_has_no_tightness, set_up),
        cmocka_unit_test_setup(a_functional_run_has_a_bound_and_no_tightness, set_up),
        cmocka_unit_test_setup(a_machine_without_an_analysis_is_refused_with_the_one_that_has_one,
                               set_up),
        cmocka_unit_test_setup(what_cannot_be_bounded_is_refused_before_it_runs, set_up),
        cmocka_unit_test_setup(a_wrong_loop_of_the_last_launch_is_found_before_the_first, set_up),
        cmocka_unit_test_setup(options_of_a_run_are_refused_where_nothing_runs, set_up),
        cmocka_unit_test_setup(a_method_that_does_not_exist_is_refused, set_up),
        cmocka_unit_test_setup(a_run_goes_on_without_its_bound_where_it_may, set_up),
        cmocka_unit_test_setup(a_bound_whose_parts_do_not_add_up_is_refused, set_up),
        cmocka_unit_test_setup(an_interrupted_analysis_ends_the_run, set_up),
        cmocka_unit_test_setup(an_interrupt_between_launches_leaves_the_bounds_so_far, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_trace.c - the timeline's observer, told events that real runs seldom have in this order. */
#include "report/trace.h" /* before cmocka.h, which has a macro `fail` */

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
    char folder[64], path[96];
    struct insn insn;
    struct program program;
    struct launch launch;
    struct trace *trace;
    struct error err;
    char *text; /* of the file, once it was read */
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    const char *folder = getenv("TMPDIR");
    snprintf(f->folder, sizeof f->folder, "%s/timeline-XXXXXX", folder ? folder : ".");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/t.json", f->folder);
    f->program = (struct program){.insns = &f->insn, .count = 1};
    f->launch = (struct launch){.name = "kernel", .program = &f->program};
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    unlink(f->path);
    rmdir(f->folder);
    error_clear(&f->err);
    free(f->text);
    free(f);
    return 0;
}

static void tell(struct fixture *f, struct event event)
{
    struct observer *observer = trace_observer(f->trace);
    event.insn = &f->insn;
    event.launch = &f->launch;
    observer->event(observer, &event);
}

static void open_on(struct fixture *f, struct topology topology)
{
    assert_int_equal(trace_open(&f->err, f->path, &topology, &f->trace), WC_OK);
    tell(f, (struct event){.kind = EVENT_LAUNCH, .core = topology_units(&topology),
                           .warp = topology.slot.count});
}

static void begin(struct fixture *f, uint32_t cores, uint32_t warps)
{
    open_on(f, (struct topology){.core = {"core", cores}, .unit = {NULL, 1},
                                 .slot = {"warp slot", warps}, .warp = "warp"});
}

static void issue(struct fixture *f, uint32_t warp, cycle_t cycle)
{
    tell(f, (struct event){.kind = EVENT_ISSUE, .warp = warp, .cycle = cycle, .until = cycle + 3,
                           .mask = 1});
}

static void close_and_read(struct fixture *f)
{
    assert_int_equal(trace_close(&f->err, f->trace, true), WC_OK);
    FILE *file = fopen(f->path, "r");
    assert_non_null(file);
    f->text = calloc(1, 1 << 16);
    assert_true(fread(f->text, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
}

/* Where the text stands, which it must, behind an earlier place. */
static const char *find(const char *from, const char *text)
{
    const char *found = strstr(from, text);
    if (!found)
        fail_msg("no %s in %s", text, from);
    return found;
}

static void a_start_that_lies_ahead_is_counted_when_it_comes(void **state)
{
    struct fixture *f = *state;
    begin(f, 1, 3);
    issue(f, 0, 10);
    tell(f, (struct event){.kind = EVENT_START, .warp = 1, .cycle = 50});
    tell(f, (struct event){.kind = EVENT_START, .warp = 2, .cycle = 40});
    issue(f, 0, 20);
    tell(f, (struct event){.kind = EVENT_END, .warp = 0, .cycle = 20});
    issue(f, 2, 60);
    tell(f, (struct event){.kind = EVENT_FINISH, .cycle = 70});
    close_and_read(f);
    static const char *const steps[] = {
        "\"ts\":0.010,\"name\":\"active warps\",\"args\":{\"value\":1.00}",
        "\"ts\":0.021,\"name\":\"active warps\",\"args\":{\"value\":0.00}",
        "\"ts\":0.040,\"name\":\"active warps\",\"args\":{\"value\":1.00}",
        "\"ts\":0.050,\"name\":\"active warps\",\"args\":{\"value\":2.00}",
    };
    const char *at = f->text;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        at = find(at, steps[i]) + 1;
}

static void transactions_that_overlap_get_rows_of_their_own(void **state)
{
    struct fixture *f = *state;
    begin(f, 1, 1);
    tell(f, (struct event){.kind = EVENT_MEMORY, .cycle = 5, .until = 30, .hit = true});
    tell(f, (struct event){.kind = EVENT_MEMORY, .cycle = 6, .until = 20});
    tell(f, (struct event){.kind = EVENT_MEMORY, .cycle = 20, .until = 20, .store = true});
    issue(f, 0, 1);
    tell(f, (struct event){.kind = EVENT_FINISH, .cycle = 40});
    close_and_read(f);
    /* Tracks: 1 launches, 2 the core, 3 to 7 counters, 8 the warp; then rows of memory and of the
     * unit in which the instruction is. */
    find(f->text, "\"tid\":9,\"ts\":0.005,\"dur\":0.025,\"cat\":\"memory\",\"name\":\"load hit\"");
    find(f->text,
         "\"tid\":10,\"ts\":0.006,\"dur\":0.014,\"cat\":\"memory\",\"name\":\"load miss\"");
    find(f->text, "\"tid\":10,\"ts\":0.020,\"dur\":0.001,\"cat\":\"memory\",\"name\":\"store\"");
    const char *unit = find(f->text, "\"tid\":11,\"ts\"");
    assert_true(find(unit, "\"cat\":\"unit\"") < find(unit, "}"));
    assert_null(strstr(f->text, "\"tid\":12"));
}

static void access_bank(struct fixture *f, cycle_t from, uint64_t row, enum channel_row found)
{
    static const struct dram_numbers numbers = {.banks = 2};
    const struct dram_access access = {.numbers = &numbers, .bank = 1, .row = row, .found = found};
    tell(f, (struct event){.kind = EVENT_BANK, .cycle = from, .until = from + 5,
                           .arrival = from + 7, .bank = &access});
}

/* The row that is in the way closes when the access begins that finds it. */
static void accesses_of_a_bank_are_in_its_rows(void **state)
{
    struct fixture *f = *state;
    begin(f, 1, 1);
    access_bank(f, 10, 3, CHANNEL_CLOSED);
    access_bank(f, 20, 3, CHANNEL_HIT);
    access_bank(f, 25, 4, CHANNEL_CONFLICT);
    tell(f, (struct event){.kind = EVENT_FINISH, .cycle = 40});
    close_and_read(f);
    static const char *const steps[] = {
        "\"ts\":0.010,\"cat\":\"dram\",\"name\":\"row\",\"args\":{\"row\":3}",
        "\"ts\":0.010,\"dur\":0.005,\"cat\":\"dram\",\"name\":\"read closed\"",
        "\"ts\":0.020,\"dur\":0.005,\"cat\":\"dram\",\"name\":\"read hit\"",
        "\"ts\":0.025}",
        "\"ts\":0.025,\"cat\":\"dram\",\"name\":\"row\",\"args\":{\"row\":4}",
        "\"ts\":0.025,\"dur\":0.005,\"cat\":\"dram\",\"name\":\"read conflict\"",
        "\"ts\":0.040}",
    };
    const char *at = f->text;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        at = find(at, steps[i]) + 1;
}

static void nops_are_slices_of_their_warp(void **state)
{
    struct fixture *f = *state;
    begin(f, 1, 1);
    tell(f, (struct event){.kind = EVENT_NOP, .cycle = 4, .until = 5, .nop = NOP_MISS});
    close_and_read(f);
    find(f->text, "\"tid\":8,\"ts\":0.004,\"dur\":0.001,\"cat\":\"nop\",\"name\":\"nop (miss)\"}");
    find(f->text, "{\"ph\":\"E\",\"pid\":2,\"tid\":8,\"ts\":0.005}"); /* the life around it */
}

/* SWAS-28 */
static void choices_of_oracles_have_a_row_of_their_own(void **state)
{
    struct fixture *f = *state;
    begin(f, 1, 3);
    tell(f, (struct event){.kind = EVENT_ORACLE, .cycle = 4, .until = 5, .warp = 0, .other = 2,
                           .count = 1, .cause = CAUSE_SYNC});
    tell(f, (struct event){.kind = EVENT_ORACLE, .cycle = 5, .until = 9, .warp = NO_WARP,
                           .other = 1, .count = 0, .cause = CAUSE_MISS});
    close_and_read(f);
    find(f->text, "\"dur\":0.001,\"cat\":\"oracle\",\"name\":\"sync\",\"args\":"
                  "{\"warp\":0,\"oracle\":2,\"queue\":1}}");
    find(f->text, "\"dur\":0.004,\"cat\":\"oracle\",\"name\":\"miss\",\"args\":"
                  "{\"oracle\":1,\"queue\":0}}");
}

static void a_file_that_is_closed_in_the_middle_of_a_launch_ends_all_slices(void **state)
{
    struct fixture *f = *state;
    begin(f, 1, 1);
    issue(f, 0, 8);
    close_and_read(f);
    const char *life = find(f->text, "{\"ph\":\"E\",\"pid\":2,\"tid\":8,\"ts\":0.009}");
    find(life, "{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":0.009}");
}

static void events_of_cores_and_warps_that_are_not_there_are_passed_over(void **state)
{
    struct fixture *f = *state;
    begin(f, 1, 1);
    issue(f, 1, 3);
    tell(f, (struct event){.kind = EVENT_END, .core = 1});
    tell(f, (struct event){.kind = EVENT_FINISH, .cycle = 9});
    close_and_read(f);
    assert_null(strstr(f->text, "\"cat\":\"issue\""));
}

static void names_with_odd_characters_are_escaped(void **state)
{
    struct fixture *f = *state;
    f->launch.name = "a\"\\\t\xe4";
    begin(f, 1, 1);
    tell(f, (struct event){.kind = EVENT_FINISH, .cycle = 9});
    close_and_read(f);
    find(f->text, "\"name\":\"a\\\"\\\\\\u0009\\u00e4\"");
}

static void an_instruction_that_no_row_matches_has_a_name(void **state)
{
    struct fixture *f = *state;
    begin(f, 1, 1);
    issue(f, 0, 2);
    close_and_read(f);
    find(f->text, "\"cat\":\"issue\",\"name\":\"illegal\"");
}

static void tracks_have_the_names_of_the_machines_parts(void **state)
{
    struct fixture *f = *state;
    open_on(f, (struct topology){.core = {"CU", 11}, .unit = {"SIMD", 4},
                                 .slot = {"wavefront context", 2}, .warp = "wavefront"});
    tell(f, (struct event){.kind = EVENT_ISSUE, .core = 7, .cycle = 3, .until = 4, .mask = 1});
    close_and_read(f);
    find(f->text, "\"args\":{\"name\":\"CU 00 SIMD 0\"}"); /* padded: viewers sort by name */
    find(f->text, "\"args\":{\"name\":\"CU 10 SIMD 3\"}");
    assert_null(strstr(f->text, "CU 11"));
    assert_null(strstr(f->text, "SIMD 4"));
    find(f->text, "\"args\":{\"name\":\"wavefront 1\"}");
    find(f->text, "\"name\":\"active wavefronts\",\"args\":{\"value\":1.00}");
    assert_null(strstr(f->text, "warps"));
}

static void a_file_that_is_not_kept_leaves_nothing(void **state)
{
    struct fixture *f = *state;
    begin(f, 1, 1);
    assert_int_equal(trace_close(&f->err, f->trace, false), WC_OK);
    assert_int_equal(access(f->path, F_OK), -1);
    assert_int_equal(rmdir(f->folder), 0); /* no temporary either */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_start_that_lies_ahead_is_counted_when_it_comes),
        TEST(transactions_that_overlap_get_rows_of_their_own),
        TEST(accesses_of_a_bank_are_in_its_rows),
        TEST(nops_are_slices_of_their_warp),
        TEST(choices_of_oracles_have_a_row_of_their_own),
        TEST(a_file_that_is_closed_in_the_middle_of_a_launch_ends_all_slices),
        TEST(events_of_cores_and_warps_that_are_not_there_are_passed_over),
        TEST(names_with_odd_characters_are_escaped),
        TEST(an_instruction_that_no_row_matches_has_a_name),
        TEST(tracks_have_the_names_of_the_machines_parts),
        TEST(a_file_that_is_not_kept_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

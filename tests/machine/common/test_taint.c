/* SPDX-License-Identifier: Apache-2.0 */
/* test_taint.c - how dependence passes through one instruction, on a toy instruction set whose
 * lists the tests write (HOUSE-46). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "machine/common/run_state.h"
#include "machine/common/taint.h"

#include <cmocka.h> /* last: it has a macro named fail */

/* Four lane registers, two uniform ones, one for all warps, a fixed one; then hidden state. */
enum { V0, V1, V2, GUARD, S0, S1, COMMON, ZERO, REGISTERS, HIDDEN = REGISTERS, NAMES };
enum { SOURCE = LABEL_FIRST_FREE };

static struct dependence given; /* the list of the one instruction */
static uint64_t acting;

static void toy_dependence(const struct insn *insn, const struct warp *warp,
                           struct dependence *out)
{
    (void)insn;
    (void)warp;
    *out = given;
}

static uint64_t toy_acting(const struct warp *warp, const struct insn *insn)
{
    (void)warp;
    (void)insn;
    return acting;
}

static enum name_kind toy_kind(uint32_t name)
{
    return name <= GUARD ? NAME_LANES : name == COMMON ? NAME_COMMON
           : name == ZERO ? NAME_FIXED : NAME_UNIFORM;
}

static const char *toy_name(uint32_t name)
{
    static const char *const names[] = {"v0", "v1", "v2", "guard", "s0", "s1", "common", "zero",
                                        "hidden"};
    return names[name];
}

static const struct isa toy = {.name = "toy", .register_count = REGISTERS, .name_count = NAMES,
                               .dependence = toy_dependence, .acting = toy_acting,
                               .name_kind = toy_kind, .register_name = toy_name};

struct stage {
    struct run_state run;
    struct run_control control;
    struct memory memory;
    struct launch launch;
    struct program program;
    struct insn insn;
    struct resident warp[2], *warps[2];
    struct error err;
};

static struct stage *open_stage(void)
{
    struct stage *stage = calloc(1, sizeof *stage);
    assert_non_null(stage);
    given = (struct dependence){0};
    acting = 0xf;
    stage->program = (struct program){.isa = &toy, .insns = &stage->insn, .count = 1};
    stage->launch.program = &stage->program;
    stage->control.taint = taint_new();
    stage->control.taint->source[SOURCE] = "buffer a";
    stage->run = (struct run_state){.err = &stage->err, .memory = &stage->memory,
                                    .launch = &stage->launch, .control = &stage->control,
                                    .warps = stage->warps, .warp_count = 2};
    for (unsigned i = 0; i < 2; i++) {
        stage->warps[i] = &stage->warp[i];
        stage->warp[i].warp.mask = 0xf;
        stage->warp[i].warp.lanes = 16;
    }
    assert_int_equal(taint_begin(&stage->run), WC_OK);
    for (unsigned i = 0; i < 2; i++)
        taint_set(&stage->run, stage->warps[i], 0, REGISTERS);
    return stage;
}

static void close_stage(struct stage *stage)
{
    taint_end(&stage->run);
    taint_free(stage->control.taint);
    free(stage);
}

static void depend(struct stage *stage, uint32_t name, uint64_t lanes)
{
    stage->warp[0].tainted[name] = (struct tainted){lanes, SOURCE};
}

static uint64_t lanes_of(const struct stage *stage, uint32_t name)
{
    return stage->warp[0].tainted[name].lanes;
}

static void run_on(struct stage *stage, unsigned warp, uint64_t loads)
{
    stage->control.taint->lists[0] = given;
    taint_before(&stage->run, &stage->warp[warp], &stage->insn);
    stage->control.taint->shadow.loaded = loads;
    stage->control.taint->shadow.loaded_label = SOURCE;
    taint_after(&stage->run, &stage->warp[warp], &stage->insn);
}

static void run(struct stage *stage)
{
    run_on(stage, 0, 0);
}

static bool decided(const struct stage *stage)
{
    return stage->control.taint->decision.found;
}

static void test_registers_start_unset_but_fixed_and_hidden_ones(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    taint_unset(&stage->run, stage->warps[0]);
    assert_int_equal(lanes_of(stage, V0), ~0ull);
    assert_int_equal(lanes_of(stage, S0), ~0ull);
    assert_int_equal(lanes_of(stage, ZERO), 0);
    assert_int_equal(lanes_of(stage, HIDDEN), 0);
    close_stage(stage);
}

static void test_a_lane_depends_on_its_own_lane_and_keeps_what_it_does_not_write(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    dependence_read(&given, V1, 1, READ_VALUE);
    dependence_write(&given, V0, 1, WRITE_WHOLE);
    depend(stage, V0, 0xff0);
    depend(stage, V1, 0x5);
    run(stage);
    assert_int_equal(lanes_of(stage, V0), 0xff5);
    acting = 0x30; /* lanes 4 and 5 write something clean */
    run(stage);
    assert_int_equal(lanes_of(stage, V0), 0xfc5);
    assert_false(decided(stage));
    close_stage(stage);
}

static void test_a_part_that_is_written_clears_nothing(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    dependence_write(&given, V0, 1, WRITE_PART);
    dependence_write(&given, S0, 1, WRITE_PART);
    depend(stage, V0, 0x3);
    depend(stage, S0, ~0ull);
    run(stage);
    assert_int_equal(lanes_of(stage, V0), 0x3);
    assert_int_equal(lanes_of(stage, S0), ~0ull);
    close_stage(stage);
}

static void test_across_lanes_one_is_all(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    dependence_read(&given, V1, 1, READ_VALUE);
    dependence_write(&given, V0, 1, WRITE_WHOLE);
    depend(stage, V1, 0x10); /* a lane that does not act */
    given.flow = LANES_ACTIVE;
    run(stage);
    assert_int_equal(lanes_of(stage, V0), 0);
    given.flow = LANES_ALL;
    run(stage);
    assert_int_equal(lanes_of(stage, V0), 0xf);
    depend(stage, V1, 1 << 16); /* ... that the warp does not have */
    run(stage);
    assert_int_equal(lanes_of(stage, V0), 0);
    close_stage(stage);
}

static void test_a_uniform_result_depends_on_every_lane_that_acts(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    dependence_read(&given, V1, 1, READ_VALUE);
    dependence_write(&given, S0, 1, WRITE_WHOLE);
    depend(stage, V1, 0x10);
    depend(stage, S0, ~0ull);
    run(stage);
    assert_int_equal(lanes_of(stage, S0), 0);
    depend(stage, V1, 0x8);
    run(stage);
    assert_int_equal(lanes_of(stage, S0), ~0ull);
    close_stage(stage);
}

/* Scalar code runs even when no lane acts. */
static void test_uniform_sources_and_loads_count_without_a_lane(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    acting = 0;
    dependence_read(&given, S1, 1, READ_VALUE);
    dependence_write(&given, S0, 1, WRITE_WHOLE);
    depend(stage, S1, ~0ull);
    run(stage);
    assert_int_equal(lanes_of(stage, S0), ~0ull);
    taint_set(&stage->run, stage->warps[0], S0, 2);
    run_on(stage, 0, 1);
    assert_int_equal(lanes_of(stage, S0), ~0ull);
    close_stage(stage);
}

static void test_a_guard_reaches_lanes_that_it_turned_off(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    acting = 0x1;
    dependence_read(&given, GUARD, 1, READ_GUARD);
    dependence_write(&given, V0, 1, WRITE_WHOLE);
    depend(stage, GUARD, 0x6);
    run(stage);
    assert_int_equal(lanes_of(stage, V0), 0x6);
    assert_false(decided(stage));
    given.guard_decides = true;
    run(stage);
    assert_true(decided(stage));
    assert_string_equal(stage->control.taint->decision.source, "buffer a");
    assert_string_equal(stage->control.taint->decision.subject, "guard");
    assert_true(stage->run.stopped);
    close_stage(stage);
}

static void test_a_uniform_guard_reaches_all_lanes(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    acting = 0;
    dependence_read(&given, S0, 1, READ_GUARD);
    dependence_write(&given, V0, 1, WRITE_WHOLE);
    depend(stage, S0, ~0ull);
    run(stage);
    assert_int_equal(lanes_of(stage, V0), ~0ull);
    close_stage(stage);
}

static void test_an_address_decides_only_in_lanes_that_act(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    dependence_read(&given, V1, 1, READ_DECIDES);
    depend(stage, V1, 0xf0);
    run(stage);
    assert_false(decided(stage));
    depend(stage, V1, 0x8);
    run(stage);
    assert_true(decided(stage));
    close_stage(stage);
}

static void test_data_go_to_memory_and_decide_nothing(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    dependence_read(&given, V1, 1, READ_DATA);
    depend(stage, V1, 0x3c);
    stage->control.taint->lists[0] = given;
    taint_before(&stage->run, &stage->warp[0], &stage->insn);
    assert_int_equal(stage->control.taint->shadow.stored, 0xc);
    assert_int_equal(stage->control.taint->shadow.stored_label, SOURCE);
    assert_false(decided(stage));
    close_stage(stage);
}

static void test_what_is_loaded_reaches_the_target_and_may_decide(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    dependence_write(&given, V0, 2, WRITE_WHOLE);
    run_on(stage, 0, 0x2);
    assert_int_equal(lanes_of(stage, V0), 0x2);
    assert_int_equal(lanes_of(stage, V1), 0x2);
    assert_false(decided(stage));
    given.loaded_decides = true;
    run_on(stage, 0, 0x2);
    assert_true(decided(stage));
    close_stage(stage);
}

static void test_common_state_joins_the_warps(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    dependence_read(&given, V1, 1, READ_VALUE);
    dependence_write(&given, COMMON, 1, WRITE_WHOLE);
    depend(stage, V1, 0x1);
    run_on(stage, 0, 0);
    run_on(stage, 1, 0); /* the other warp's clean value does not clear it */
    given = (struct dependence){0};
    dependence_read(&given, COMMON, 1, READ_VALUE);
    dependence_write(&given, V0, 1, WRITE_WHOLE);
    run_on(stage, 1, 0);
    assert_int_equal(stage->warp[1].tainted[V0].lanes, 0xf);
    close_stage(stage);
}

static void test_a_list_without_room_ends_the_claim(void **state)
{
    (void)state;
    struct stage *stage = open_stage();
    for (unsigned i = 0; i <= READS_MAX; i++)
        dependence_read(&given, V0, 1, READ_VALUE);
    assert_true(given.is_full);
    run(stage);
    assert_true(decided(stage));
    close_stage(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers_start_unset_but_fixed_and_hidden_ones),
        cmocka_unit_test(test_a_lane_depends_on_its_own_lane_and_keeps_what_it_does_not_write),
        cmocka_unit_test(test_a_part_that_is_written_clears_nothing),
        cmocka_unit_test(test_across_lanes_one_is_all),
        cmocka_unit_test(test_a_uniform_result_depends_on_every_lane_that_acts),
        cmocka_unit_test(test_uniform_sources_and_loads_count_without_a_lane),
        cmocka_unit_test(test_a_guard_reaches_lanes_that_it_turned_off),
        cmocka_unit_test(test_a_uniform_guard_reaches_all_lanes),
        cmocka_unit_test(test_an_address_decides_only_in_lanes_that_act),
        cmocka_unit_test(test_data_go_to_memory_and_decide_nothing),
        cmocka_unit_test(test_what_is_loaded_reaches_the_target_and_may_decide),
        cmocka_unit_test(test_common_state_joins_the_warps),
        cmocka_unit_test(test_a_list_without_room_ends_the_claim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

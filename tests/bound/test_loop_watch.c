/* SPDX-License-Identifier: Apache-2.0 */
/* test_loop_watch.c - runs of loops' bodies, counted from events that the tests make up.
 *
 * The program is tests/bound/loops/loops.S: `nested` is a loop in a loop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bound/engine/loop_watch.h"
#include "flow/cfg.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { OUTER, INNER, LOOPS };

struct stage {
    struct error err;
    struct arena arena;
    struct image *image;
    struct program *program;
    struct walk_bound list[LOOPS];
    struct walk_bounds bounds[2]; /* the second launch has none */
    struct launch launches[2];
    struct loop_watch *watch;
    uint32_t first; /* instruction of the function: in no loop */
    uint32_t body;  /* of the inner loop, behind its header */
};

static void tell(struct stage *stage, struct event event)
{
    struct observer *observer = loop_watch_observer(stage->watch);
    observer->event(observer, &event);
}

static void launch(struct stage *stage, size_t number)
{
    tell(stage, (struct event){.kind = EVENT_LAUNCH, .launch = &stage->launches[number],
                               .core = 2, .warp = 4});
}

static void finish(struct stage *stage, size_t number)
{
    tell(stage, (struct event){.kind = EVENT_FINISH, .launch = &stage->launches[number]});
}

static void issue(struct stage *stage, uint32_t core, uint32_t warp, uint32_t insn)
{
    tell(stage, (struct event){.kind = EVENT_ISSUE, .core = core, .warp = warp, .mask = 1,
                               .insn = &stage->program->insns[insn]});
}

static const struct function *function_named(const struct program *program, const char *name)
{
    for (uint32_t f = 0; f < program->function_count; f++) {
        if (!strcmp(program->functions[f].name, name))
            return &program->functions[f];
    }
    fail_msg("no function %s", name);
    return NULL;
}

static int set_up(void **state)
{
    static struct stage stage;
    memset(&stage, 0, sizeof stage);
    if (image_open(&stage.err, "tests/bound/loops/loops.elf", &stage.image) != WC_OK ||
        isa_rv32.decode(&stage.err, stage.image, isa_rv32.default_features, &stage.program) !=
            WC_OK)
        fail_msg("%s", stage.err.message);
    const struct cfg cfg =
        cfg_make(&stage.arena, stage.program, function_named(stage.program, "nested"));
    assert_int_equal(cfg.loops.count, LOOPS);
    assert_int_equal(cfg.loops.loop[INNER].parent, OUTER);
    for (uint32_t i = 0; i < LOOPS; i++)
        stage.list[i] = (struct walk_bound){cfg.blocks[cfg.loops.loop[i].header].first, 10};
    stage.first = cfg.blocks[0].first;
    stage.body = cfg.blocks[cfg.loops.loop[INNER].header].end - 1;
    stage.bounds[0] = (struct walk_bounds){.list = stage.list, .count = LOOPS};
    stage.launches[0].program = stage.launches[1].program = stage.program;
    stage.watch = loop_watch_new(&stage.arena, stage.launches, stage.bounds, 2);
    assert_non_null(stage.watch);
    launch(&stage, 0);
    *state = &stage;
    return 0;
}

static int tear_down(void **state)
{
    struct stage *stage = *state;
    arena_free(&stage->arena);
    program_free(stage->program);
    image_free(stage->image);
    return 0;
}

static void assert_runs(struct stage *stage, uint64_t outer, uint64_t inner)
{
    finish(stage, 0);
    assert_int_equal(loop_watch_runs(stage->watch, 0)[OUTER].max, outer);
    assert_int_equal(loop_watch_runs(stage->watch, 0)[INNER].max, inner);
}

/* Enters the inner loop and goes round in it so many times. */
static void inner_rounds(struct stage *stage, uint32_t warp, uint32_t rounds)
{
    for (uint32_t i = 0; i <= rounds; i++)
        issue(stage, 0, warp, stage->list[INNER].header);
}

static void the_max_runs_of_one_entry_count(void **state)
{
    struct stage *stage = *state;
    static const uint32_t rounds[] = {2, 5, 1};
    issue(stage, 0, 0, stage->first);
    for (size_t i = 0; i < 3; i++) {
        issue(stage, 0, 0, stage->list[OUTER].header);
        inner_rounds(stage, 0, rounds[i]);
    }
    assert_runs(stage, 3, 6);
}

static void issue_lanes(struct stage *stage, uint32_t warp, uint32_t insn, uint64_t mask)
{
    tell(stage, (struct event){.kind = EVENT_ISSUE, .warp = warp, .mask = mask,
                               .insn = &stage->program->insns[insn]});
}

/* Two warps, one with lanes that leave one after the other, and entered twice. */
static void a_total_counts_the_lanes_of_every_run(void **state)
{
    struct stage *stage = *state;
    static const uint64_t masks[] = {0xf, 0x7, 0x1};
    for (uint32_t entry = 0; entry < 2; entry++) {
        issue_lanes(stage, 0, stage->first, 0xf);
        for (size_t i = 0; i < 3; i++)
            issue_lanes(stage, 0, stage->list[INNER].header, masks[i]);
    }
    issue_lanes(stage, 1, stage->list[INNER].header, 0x30);
    finish(stage, 0);
    assert_int_equal(loop_watch_runs(stage->watch, 0)[INNER].max, 3);
    assert_int_equal(loop_watch_runs(stage->watch, 0)[INNER].total, 2 * (4 + 3 + 1) + 2);
}

/* Lanes that have parted in the loop go round one after the other, each as often as its own. */
static void lanes_that_have_parted_have_counts_of_their_own(void **state)
{
    struct stage *stage = *state;
    issue_lanes(stage, 0, stage->list[INNER].header, 0x3);
    for (size_t i = 0; i < 4; i++)
        issue_lanes(stage, 0, stage->list[INNER].header, 0x1);
    issue_lanes(stage, 0, stage->first, 0x1);
    for (size_t i = 0; i < 3; i++)
        issue_lanes(stage, 0, stage->list[INNER].header, 0x2);
    finish(stage, 0);
    assert_int_equal(loop_watch_runs(stage->watch, 0)[INNER].max, 5);
    assert_int_equal(loop_watch_runs(stage->watch, 0)[INNER].total, 5 + 4);
}

static void leaving_a_loop_and_entering_it_again_starts_from_zero(void **state)
{
    struct stage *stage = *state;
    for (size_t i = 0; i < 3; i++) {
        issue(stage, 0, 0, stage->first);
        issue(stage, 0, 0, stage->list[OUTER].header);
        inner_rounds(stage, 0, 1);
    }
    assert_runs(stage, 1, 2);
}

static void warps_and_cores_have_counts_of_their_own(void **state)
{
    struct stage *stage = *state;
    for (uint32_t i = 0; i < 3; i++) {
        issue(stage, 0, 1, stage->list[INNER].header);
        issue(stage, 1, 1, stage->list[INNER].header);
        issue(stage, 0, 2, stage->list[INNER].header);
    }
    issue(stage, 1, 1, stage->list[INNER].header);
    assert_runs(stage, 0, 4);
}

static void a_call_inside_a_loop_does_not_leave_it(void **state)
{
    struct stage *stage = *state;
    int32_t other = program_index(stage->program,
                                  function_named(stage->program, "rotated")->base);
    for (uint32_t i = 0; i < 4; i++) {
        issue(stage, 0, 0, stage->list[INNER].header);
        issue(stage, 0, 0, stage->body);
        issue(stage, 0, 0, (uint32_t)other);
    }
    assert_runs(stage, 0, 4);
}

static void a_warp_that_ends_or_starts_is_in_no_loop(void **state)
{
    struct stage *stage = *state;
    static const enum event_kind kinds[] = {EVENT_END, EVENT_START};
    for (size_t i = 0; i < 2; i++) {
        issue(stage, 0, 3, stage->list[INNER].header);
        tell(stage, (struct event){.kind = kinds[i], .warp = 3});
    }
    issue(stage, 0, 3, stage->list[INNER].header);
    assert_runs(stage, 0, 1);
}

/* The inner loop is one block without a test in front: if the source tests at the top, the last
 * arrival is no run of the body; at the bottom it is; without a test, too. */
static void arrivals_are_runs_of_the_body_unless_the_source_tests_at_the_top(void **state)
{
    struct stage *stage = *state;
    static const uint64_t runs[] = {[LOOP_TOP] = 4, [LOOP_BOTTOM] = 5, [LOOP_ENDLESS] = 5};
    struct loop_statement statements[] = {
        {"loops.cl", .line = 20, .first = 20, .head = 20, .last = 21, .is_outer = true},
        {"loops.cl", .line = 21, .first = 21, .head = 21, .last = 21, .depth = 1}};
    finish(stage, 0);
    stage->image->loop_statements = statements;
    stage->image->loop_statement_count = 2;
    for (size_t kind = LOOP_TOP; kind <= LOOP_ENDLESS; kind++) {
        statements[1].kind = (enum loop_kind)kind;
        launch(stage, 0);
        inner_rounds(stage, 0, 4);
        finish(stage, 0);
        assert_int_equal(loop_watch_runs(stage->watch, 0)[INNER].max, runs[kind]);
    }
}

static void a_launch_without_bounds_is_passed_over(void **state)
{
    struct stage *stage = *state;
    inner_rounds(stage, 0, 4);
    finish(stage, 0);
    launch(stage, 1);
    inner_rounds(stage, 0, 9);
    finish(stage, 1);
    assert_int_equal(loop_watch_runs(stage->watch, 0)[INNER].max, 5);
    assert_null(loop_watch_new(&stage->arena, stage->launches, &stage->bounds[1], 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_max_runs_of_one_entry_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_total_counts_the_lanes_of_every_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lanes_that_have_parted_have_counts_of_their_own, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(leaving_a_loop_and_entering_it_again_starts_from_zero,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(warps_and_cores_have_counts_of_their_own, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_call_inside_a_loop_does_not_leave_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_warp_that_ends_or_starts_is_in_no_loop, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            arrivals_are_runs_of_the_body_unless_the_source_tests_at_the_top, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_launch_without_bounds_is_passed_over, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

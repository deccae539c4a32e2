/* SPDX-License-Identifier: Apache-2.0 */
/* test_observer.c - an observer that says where issues matter gets these, and those of warps that
 * have jumped or have other lanes than at the instruction before. */
#include "gcn3.h"
#include "program.h"
#include "sass.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4096 }; /* of all partitions */

/* Hears only issues, and names every third instruction. */
struct chooser {
    struct observer observer; /* first */
    bool *begins;
    const struct event *expected, *end; /* events of the run before */
    const struct insn *insns;
    size_t heard;
    struct {
        const struct insn *insn;
        uint64_t lanes;
    } last[SLOTS]; /* of the issue before, by slot */
};

/* The warp has ended with that issue. */
static bool ends(const struct chooser *chooser, const struct event *issue)
{
    const struct event *event = issue + 1;
    while (event < chooser->end && event->kind != EVENT_ISSUE && event->kind != EVENT_END)
        event++;
    return event < chooser->end && event->kind == EVENT_END && event->core == issue->core &&
           event->warp == issue->warp;
}

static bool matters(struct chooser *chooser, const struct event *event)
{
    const uint32_t slot = event->core * 64 + event->warp;
    assert_true(slot < SLOTS);
    const struct insn *last = chooser->last[slot].insn;
    const bool follows = last && last->next == event->insn - chooser->insns;
    const bool same = follows && chooser->last[slot].lanes == event->mask;
    chooser->last[slot].insn = event->insn;
    chooser->last[slot].lanes = event->mask;
    return !same || ends(chooser, event) || chooser->begins[event->insn - chooser->insns];
}

/* The next issue of the run before that matters. */
static const struct event *next_expected(struct chooser *chooser)
{
    while (chooser->expected < chooser->end) {
        const struct event *event = chooser->expected++;
        if (event->kind == EVENT_START)
            chooser->last[event->core * 64 + event->warp].insn = NULL;
        if (event->kind == EVENT_ISSUE && matters(chooser, event))
            return event;
    }
    return NULL;
}

static void hear(struct observer *observer, const struct event *event)
{
    struct chooser *chooser = (struct chooser *)observer;
    if (event->kind == EVENT_LAUNCH)
        observer->begins = chooser->begins;
    if (event->kind != EVENT_ISSUE)
        return;
    const struct event *expected = next_expected(chooser);
    assert_non_null(expected);
    assert_ptr_equal(event->insn, expected->insn);
    assert_int_equal(event->cycle, expected->cycle);
    assert_int_equal(event->mask, expected->mask);
    assert_int_equal(event->core, expected->core);
    assert_int_equal(event->warp, expected->warp);
    chooser->heard++;
}

/* After a run in which every issue was told. */
static void expect_choice(struct rig *rig)
{
    const uint32_t heard = 1u << EVENT_LAUNCH | 1u << EVENT_ISSUE;
    struct chooser chooser = {.observer = {hear, .ignores = ~heard},
                              .expected = rig->recorder.events,
                              .end = rig->recorder.events + rig->recorder.count,
                              .insns = rig->program->insns};
    struct observers observers = {.list = {&chooser.observer}, .count = 1};
    struct run_control control = {.max_cycles = RIG_CYCLES_MAX, .observers = &observers};
    chooser.begins = calloc(rig->program->count, sizeof *chooser.begins);
    assert_non_null(chooser.begins);
    for (uint32_t i = 0; i < rig->program->count; i += 3)
        chooser.begins[i] = true;
    size_t issues = 0;
    for (size_t i = 0; i < rig->recorder.count; i++)
        issues += rig->recorder.events[i].kind == EVENT_ISSUE;
    rig->outcome = (struct outcome){0};
    rig_expect_ok(rig, rig->ops->run_timed(&rig->err, rig->machine, &rig->memory, &rig->launch,
                                           &control, &rig->outcome));
    assert_null(next_expected(&chooser));
    assert_true(chooser.heard && chooser.heard < issues);
    free(chooser.begins);
    rig_free(rig);
}

/* Lanes that part and join. */
static void vortex(void **state)
{
    (void)state;
    struct rig *rig = rig_new_program("vortex", "tests/machine/vortex/elf/split.elf", "");
    rig->arguments[1].bits = 3;
    rig_expect_ok(rig, rig_clock(rig, RIG_CYCLES_MAX, false));
    expect_choice(rig);
}

/* A branch that some lanes take, and a barrier. */
static void pascal(void **state)
{
    (void)state;
    struct rig *rig = sass_rig("jetson-tx2", "");
    sass_add(rig, s2r(0, TID_X, WRITES(0) + STALL(2)));
    sass_add(rig, isetp_lt(0, 0, 7, WAITS(1) + STALL(13)));
    sass_add(rig, guarded(exit_(STALL(5)), 0, false));
    for (uint32_t i = 0; i < 4; i++)
        sass_add(rig, iadd(5, 5, 0, STALL(6)));
    sass_add(rig, bar_sync(STALL(5)));
    for (uint32_t i = 0; i < 4; i++)
        sass_add(rig, iadd(6, 5, 0, STALL(6)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 3, 64);
    expect_choice(rig);
}

/* EXEC changes between instructions of a block. */
static void gcn3(void **state)
{
    (void)state;
    struct rig *rig = gcn3_rig("gcn3", "");
    gcn3_add(rig, v_cmp_gt_u32(CONSTANT(40), 0));
    gcn3_add(rig, s_and_saveexec_b64(8, VCC));
    for (uint32_t i = 0; i < 4; i++)
        gcn3_add(rig, v_mov_b32(1 + i, CONSTANT(1)));
    gcn3_add(rig, s_mov_b64(EXEC, 8));
    for (uint32_t i = 0; i < 4; i++)
        gcn3_add(rig, v_mov_b32(1 + i, CONSTANT(2)));
    gcn3_add(rig, s_branch(1));
    gcn3_add(rig, s_nop(0));
    gcn3_add(rig, v_mov_b32(1, CONSTANT(3)));
    gcn3_add(rig, v_mov_b32(2, CONSTANT(3)));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 3, 100);
    expect_choice(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vortex),
        cmocka_unit_test(pascal),
        cmocka_unit_test(gcn3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_oracle.c - the oracles beside a scheduler whose queues run empty when the test says so. */
#include "machine/vortex/turn.h" /* before cmocka.h, which has a macro `fail` */

#include "vortex_rig.h"

#include <stdlib.h>
#include <string.h>

enum { WARPS_MAX = 4 };

/* What each warp is in each cycle, a letter a cycle:
 *     r  its head can issue             -  its head waits for an operand or a unit
 *     e  its queue is empty             s  its head could issue, but SWaS suspends the warp
 *     m, b  empty, excused by a miss or by a taken branch
 *     x, B, S  empty, and the warp has ended, waits at a barrier, or changes its mask */
struct scene {
    const char *policy;
    bool sync_all;
    enum vortex_frontend front;
    const char *warps[WARPS_MAX];
};

struct stage {
    struct observer observer; /* first */
    struct observers observers;
    struct run_control control;
    struct vortex_clock_numbers numbers;
    struct vortex_memory below;
    struct vortex_pipeline pipeline;
    struct vortex_timing warps[WARPS_MAX];
    struct vortex vortex;
    struct vortex_core core;
    struct event events[64];
    size_t event_count;
    char chosen[64]; /* by the real scheduler: a digit or '.' a cycle */
};

static void record(struct observer *observer, const struct event *event)
{
    struct stage *stage = (struct stage *)observer;
    assert_true(stage->event_count < sizeof stage->events / sizeof *stage->events);
    stage->events[stage->event_count++] = *event;
}

static struct stage *open_stage(const struct scene *scene)
{
    struct stage *s = calloc(1, sizeof *s);
    const struct scheduler_ops *policy = scheduler_find(scene->policy);
    assert_non_null(s);
    assert_non_null(policy);
    s->observer.event = record;
    s->observers = (struct observers){.list = {&s->observer}, .count = 1};
    s->control.observers = &s->observers;
    s->numbers.frontend = scene->front;
    s->below.kernel_warps = 1;
    s->vortex.run.control = &s->control;
    s->vortex.run.observed = true;
    s->vortex.run.tells = 1u << EVENT_ORACLE;
    s->vortex.below = &s->below;
    s->pipeline.numbers = &s->numbers;
    s->pipeline.warp = s->warps;
    s->core.machine = &s->vortex;
    s->core.pipeline = &s->pipeline;
    uint32_t warps = 0;
    while (warps < WARPS_MAX && scene->warps[warps])
        warps++;
    scheduler_reset(&s->pipeline.issue, policy, warps);
    vortex_oracle_reset(&s->pipeline.oracle,
                        &(struct vortex_oracle_numbers){.on = true, .sync_all = scene->sync_all},
                        &s->pipeline.issue);
    for (uint32_t warp = 0; warp < warps; warp++) {
        s->warps[warp].ibuffer.count = warp + 1; /* so that events can tell whose it is */
        wakeup_set(&s->pipeline.oracle.window_at, warp, 0);
        wakeup_set(&s->pipeline.oracle.settled_at, warp, 0);
    }
    return s;
}

static void place(struct stage *s, uint32_t warp, char letter, cycle_t now)
{
    uint64_t bit = 1ull << warp;
    s->core.active |= letter == 'x' ? 0 : bit;
    s->core.blocked |= letter == 'B' ? bit : 0;
    s->pipeline.undecided |= letter == 'S' ? bit : 0;
    wakeup_set(&s->pipeline.oracle.head_at, warp, strchr("r-s", letter) ? now : NEVER);
    if (letter == 'm' || letter == 'b')
        vortex_oracle_excuse(&s->pipeline.oracle, warp, now + 1, letter == 'm');
}

static void play_cycle(struct stage *s, const struct scene *scene, cycle_t now)
{
    uint64_t ready = 0, heads = 0;
    s->core.active = s->core.blocked = s->pipeline.undecided = 0;
    for (uint32_t warp = 0; warp < s->pipeline.issue.warps; warp++) {
        char letter = scene->warps[warp][now];
        place(s, warp, letter, now);
        ready |= (uint64_t)(letter == 'r') << warp;
        heads |= (uint64_t)(letter == 'r' || letter == 's') << warp;
    }
    struct oracle_choices choices;
    bool differ = vortex_oracle_choose(&s->core, now, ready, heads, &choices);
    int issued = scheduler_turn(&s->pipeline.issue, ready);
    if (differ)
        vortex_oracle_compare(&s->core, now, &choices, issued);
    s->chosen[now] = issued < 0 ? '.' : (char)('0' + issued);
}

static struct stage *play(const struct scene *scene)
{
    struct stage *s = open_stage(scene);
    for (cycle_t now = 0; scene->warps[0][now]; now++)
        play_cycle(s, scene, now);
    return s;
}

static const struct vortex_oracle *oracle_of(const struct stage *s)
{
    return &s->pipeline.oracle;
}

/* Plays the scene and closes it. */
static void assert_counts(const struct scene *scene, const char *chosen, uint64_t discrepancies,
                          uint64_t errors)
{
    struct stage *s = play(scene);
    assert_string_equal(s->chosen, chosen);
    assert_int_equal(oracle_of(s)->discrepancies, discrepancies);
    assert_int_equal(oracle_of(s)->errors, errors);
    free(s);
}

/* SWAS-22: operands and units are the same for the oracles. */
static void queues_that_are_never_empty_give_no_discrepancy(void **unused)
{
    (void)unused;
    static const char *const policies[] = {"lrr", "gtlrr", "gtlo"};
    for (unsigned i = 0; i < 6; i++) {
        struct scene scene = {policies[i % 3], i >= 3, FRONT_PAPER,
                              {"rr--rr-r---r--", "-rr-rrr-r-r---", "r-r--r-rr-r-r-"}};
        struct stage *s = play(&scene);
        assert_int_equal(strcspn(s->chosen, "."), 3); /* all wait in cycle 3 */
        assert_int_equal(oracle_of(s)->discrepancies, 0);
        assert_int_equal(s->event_count, 0);
        free(s);
    }
}

/* SWAS-22: an empty queue is taken for a ready instruction only where nothing else holds the
 * warp. */
static void warps_that_ended_or_are_held_are_never_chosen(void **unused)
{
    (void)unused;
    assert_counts(&(struct scene){"gtlrr", false, FRONT_PAPER, {"rr---r", "xBSxBS"}}, "00...0",
                  0, 0);
    assert_counts(&(struct scene){"lrr", false, FRONT_PAPER, {"rr---r", "xBSxBS"}}, "00...0",
                  0, 0);
    assert_counts(&(struct scene){"gtlrr", false, FRONT_PAPER, {"rr---r", "eeeeee"}}, "00...0",
                  4, 4); /* in cycle 5 too: it comes behind warp 0 */
}

/* SWAS-23 */
static void one_empty_cycle_is_one_discrepancy(void **unused)
{
    (void)unused;
    assert_counts(&(struct scene){"gtlrr", false, FRONT_PAPER, {"rrrerrr", "rrrrrrr"}}, "0001111",
                  1, 1);
    assert_counts(&(struct scene){"gtlo", false, FRONT_PAPER, {"rrrerrr", "rrrrrrr"}}, "0001111",
                  1, 1);
    assert_counts(&(struct scene){"lrr", true, FRONT_PAPER, {"rrerrrr", "rrrrrrr"}}, "0110101",
                  1, 1);
    assert_counts(&(struct scene){"gtlrr", false, FRONT_PAPER, {"rrrrrrr", "rrrerrr"}}, "0000000",
                  0, 0); /* not its turn */
}

/* SWAS-23: nobody and a warp differ, nobody and nobody do not. */
static void an_idle_cycle_differs_from_a_choice_alone(void **unused)
{
    (void)unused;
    assert_counts(&(struct scene){"gtlrr", false, FRONT_PAPER, {"rre-r", "-----"}}, "00..0", 1, 1);
}

/* SWAS-23, SWAS-28: which of the three causes, and the entry of each. */
static void a_miss_and_a_branch_excuse_and_are_told_apart(void **unused)
{
    (void)unused;
    struct scene scene = {"gtlrr", false, FRONT_PAPER, {"rm-b--e", "rrrr---", "-----r-"}};
    struct stage *s = play(&scene);
    static const struct event expected[] = {
        {.cycle = 1, .warp = 1, .other = 0, .cause = CAUSE_MISS, .count = 1},
        {.cycle = 6, .warp = NO_WARP, .other = 0, .cause = CAUSE_SYNC, .count = 1},
    };
    assert_string_equal(s->chosen, "0111.2.");
    assert_int_equal(s->event_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(s->events[i].kind, EVENT_ORACLE);
        assert_int_equal(s->events[i].cycle, expected[i].cycle);
        assert_int_equal(s->events[i].until, expected[i].cycle + 1);
        assert_int_equal(s->events[i].warp, expected[i].warp);
        assert_int_equal(s->events[i].other, expected[i].other);
        assert_int_equal(s->events[i].cause, expected[i].cause);
        assert_int_equal(s->events[i].count, expected[i].count);
    }
    assert_int_equal(oracle_of(s)->errors, 1);
    assert_int_equal(oracle_of(s)->causes[CAUSE_SYNC], 1);
    free(s);
    scene.warps[0] = "rb-m--m";
    s = play(&scene);
    assert_int_equal(oracle_of(s)->causes[CAUSE_BRANCH], 1);
    assert_int_equal(oracle_of(s)->causes[CAUSE_MISS], 1);
    assert_int_equal(oracle_of(s)->errors, 0);
    free(s);
}

/* SWAS-24: the oracle goes on from where the real scheduler is. */
static void a_greedy_policy_counts_a_deviation_once(void **unused)
{
    (void)unused;
    struct scene scene = {"gtlrr", false, FRONT_PAPER, {"rreeeeeeeeeerr", "rrrrrrrrrrrrrr"}};
    assert_counts(&scene, "00111111111111", 1, 1);
    scene.policy = "gtlo";
    assert_counts(&scene, "00111111111111", 1, 1);
}

/* SWAS-24: round-robin goes its own way, in which a slip stays, or is set right in every cycle. */
static void round_robin_is_set_right_only_when_asked(void **unused)
{
    (void)unused;
    struct scene even = {"lrr", false, FRONT_PAPER, {"rreeeeeeeeeerr", "rrrrrrrrrrrrrr"}};
    struct scene odd = {"lrr", false, FRONT_PAPER, {"rreeeeeeeeerrrrrr", "rrrrrrrrrrrrrrrrr"}};
    assert_counts(&even, "01111111111101", 5, 5);
    assert_counts(&odd, "01111111111010101", 5 + 6, 5 + 6);
    even.sync_all = odd.sync_all = true;
    assert_counts(&even, "01111111111101", 10, 10);
    assert_counts(&odd, "01111111111010101", 9, 9);
}

/* SWAS-21, SWAS-25: of two windows the one that lasts longer, up to before its end. */
static void the_longer_window_excuses(void **unused)
{
    (void)unused;
    struct scene scene = {"gtlrr", false, FRONT_PAPER, {"reeeeeee"}};
    struct stage *s = open_stage(&scene);
    for (cycle_t now = 0; scene.warps[0][now]; now++) {
        if (now == 1)
            vortex_oracle_excuse(&s->pipeline.oracle, 0, 6, true);
        if (now == 2)
            vortex_oracle_excuse(&s->pipeline.oracle, 0, 5, false);
        play_cycle(s, &scene, now);
    }
    assert_int_equal(oracle_of(s)->causes[CAUSE_MISS], 5);   /* cycles 1 to 5 */
    assert_int_equal(oracle_of(s)->causes[CAUSE_BRANCH], 0);
    assert_int_equal(oracle_of(s)->errors, 2);
    free(s);
}

/* SWAS-22, SWAS-42: the first oracle does not know of SWaS's suspension, the second one does. */
static void a_suspended_warp_is_a_discrepancy_and_no_error(void **unused)
{
    (void)unused;
    assert_counts(&(struct scene){"gtlrr", false, FRONT_SWAS, {"rsssr", "rr--r"}}, "01..0", 3, 0);
}

/* SWAS-26: the kernel alone counts. */
static void nothing_counts_outside_of_the_kernel(void **unused)
{
    (void)unused;
    struct scene scene = {"gtlrr", false, FRONT_PAPER, {"reee"}};
    struct stage *s = open_stage(&scene);
    for (cycle_t now = 0; scene.warps[0][now]; now++) {
        s->below.kernel_warps = now == 2;
        play_cycle(s, &scene, now);
    }
    assert_int_equal(oracle_of(s)->discrepancies, 1);
    assert_int_equal(s->event_count, 1);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queues_that_are_never_empty_give_no_discrepancy),
        cmocka_unit_test(warps_that_ended_or_are_held_are_never_chosen),
        cmocka_unit_test(one_empty_cycle_is_one_discrepancy),
        cmocka_unit_test(an_idle_cycle_differs_from_a_choice_alone),
        cmocka_unit_test(a_miss_and_a_branch_excuse_and_are_told_apart),
        cmocka_unit_test(a_greedy_policy_counts_a_deviation_once),
        cmocka_unit_test(round_robin_is_set_right_only_when_asked),
        cmocka_unit_test(the_longer_window_excuses),
        cmocka_unit_test(a_suspended_warp_is_a_discrepancy_and_no_error),
        cmocka_unit_test(nothing_counts_outside_of_the_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

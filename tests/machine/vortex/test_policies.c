/* SPDX-License-Identifier: Apache-2.0 */
/* test_policies.c - the scheduling policies in the machine: their names, and what they choose. */
#include "vortex_rig.h"

#include <stdio.h>
#include <string.h>

static enum wc_status make(const char *key, const char *policy, struct error *err)
{
    struct parameters parameters;
    const struct machine_ops *ops;
    struct machine *machine = NULL;
    assert_int_equal(parameters_load(err, "machines/vortex.yaml", NULL, &parameters), WC_OK);
    enum wc_status status = parameters_set(err, &parameters, key, policy, "test");
    if (status == WC_OK)
        status = machine_find(err, &parameters, &ops);
    if (status == WC_OK)
        status = ops->create(err, &parameters, &machine);
    if (status == WC_OK)
        ops->destroy(machine);
    parameters_free(&parameters);
    return status;
}

/* SWAS-14 */
static void the_four_policies_and_gto_can_be_chosen_for_each_stage(void **unused)
{
    (void)unused;
    static const char *const stages[] = {"fetch", "issue"};
    static const char *const names[] = {"fp", "lrr", "gtlrr", "gtlo", "gto"};
    for (size_t stage = 0; stage < 2; stage++) {
        for (size_t i = 0; i < 5; i++) {
            struct error err = {0};
            if (make(stages[stage], names[i], &err) != WC_OK)
                fail_msg("%s=%s: %s", stages[stage], names[i], err.message);
        }
    }
}

/* SWAS-14 */
static void an_unknown_policy_is_refused_by_name(void **unused)
{
    (void)unused;
    static const char *const stages[] = {"fetch", "issue"};
    for (size_t stage = 0; stage < 2; stage++) {
        struct error err = {0};
        assert_int_equal(make(stages[stage], "icount", &err), WC_BAD_INPUT);
        assert_non_null(strstr(err.message, "icount"));
        error_clear(&err);
    }
}

/* SWAS-14 */
static void gto_is_another_name_of_gtlo(void **unused)
{
    (void)unused;
    struct rig *gto = rig_ran("warps", "warps=8 threads=4 fetch=gto issue=gto");
    struct rig *gtlo = rig_ran("warps", "warps=8 threads=4 fetch=gtlo issue=gtlo");
    assert_memory_equal(&gto->outcome.statistics, &gtlo->outcome.statistics,
                        sizeof gto->outcome.statistics);
    rig_free(gto);
    rig_free(gtlo);
}

/* SWAS-14 */
static void the_documentation_explains_the_vocabulary(void **unused)
{
    (void)unused;
    static const char *const words[] = {"round-robin", "oldest-first", "icount", "strict", "loose",
                                        "greedy", "adaptive", "`fp`", "`lrr`", "`gtlrr`", "`gtlo`",
                                        "call GTLRR \"LRR\"", "GTLO is often called \"GTO\""};
    static char text_of_it[16384];
    FILE *file = fopen("docs/policies.md", "r");
    assert_non_null(file);
    size_t length = fread(text_of_it, 1, sizeof text_of_it - 1, file);
    fclose(file);
    text_of_it[length] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!strstr(text_of_it, words[i]))
            fail_msg("docs/policies.md does not say %s", words[i]);
    }
}

#define FULL_QUEUES "icache.line=1024 warps=2 threads=1 front.queue=16 barrier.release=1 "

/* The first warp to issue the comparison behind the barrier, in *at. */
static uint32_t first_there(struct rig *rig, cycle_t *at)
{
    const struct event *zero = rig_issue_at(rig, 0, "comparison"),
                       *one = rig_issue_at(rig, 1, "comparison");
    *at = zero->cycle < one->cycle ? zero->cycle : one->cycle;
    return zero->cycle < one->cycle ? 0 : 1;
}

/* SWAS-18: the sum could issue two cycles behind the comparison; by then the other warp has the
 * turn, and keeps it for as long as it is ready. */
static void a_wait_of_one_cycle_makes_gtlrr_switch(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("greedy", FULL_QUEUES "issue=gtlrr");
    cycle_t at;
    uint32_t warp = first_there(rig, &at), other = 1 - warp;
    for (cycle_t before = at - 6; before <= at; before++) /* greedy up to here */
        assert_int_equal(rig_issuer(rig, before), warp);
    for (cycle_t behind = at + 1; behind <= at + 7; behind++)
        assert_int_equal(rig_issuer(rig, behind), other);
    rig_free(rig);
}

/* SWAS-18: with a latency of one the sum is ready in the next cycle, and nobody switches. */
static void without_a_wait_gtlrr_stays(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("greedy", FULL_QUEUES "issue=gtlrr units.fmisc.latency=1");
    cycle_t at;
    uint32_t warp = first_there(rig, &at);
    assert_int_equal(rig_issuer(rig, at + 1), warp);
    assert_int_equal(rig_issue_at(rig, warp, "dependent")->cycle, at + 1);
    rig_free(rig);
}

static void lrr_alternates_where_both_are_ready(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("greedy", FULL_QUEUES "issue=lrr");
    cycle_t at;
    uint32_t warp = first_there(rig, &at);
    assert_int_equal(rig_issuer(rig, at - 1), 1 - warp);
    assert_int_equal(rig_issuer(rig, at - 2), warp);
    rig_free(rig);
}

static const char *text(struct rig *rig, const char *name)
{
    const char *value = NULL;
    assert_int_equal(parameter_text(&rig->err, &rig->parameters, name, &value), WC_OK);
    return value;
}

/* SWAS-12 */
static void the_stock_front_end_brings_fixed_priority_fetch_and_lrr_issue(void **unused)
{
    (void)unused;
    struct rig *rig = rig_open("tests/machine/vortex/elf/warps.elf", "frontend=stock");
    assert_string_equal(text(rig, "fetch"), "fp");
    assert_string_equal(text(rig, "issue"), "lrr");
    rig_free(rig);
}

/* When a warp of lower number could be fetched: its instruction is decoded, it has started, and it
 * has not stopped at a control transfer. */
static bool could_fetch(const struct rig *rig, uint32_t warp, cycle_t cycle)
{
    const struct event *last = NULL, *start = NULL;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->warp == warp && event->kind == EVENT_FETCH && event->cycle < cycle)
            last = event;
        if (event->warp == warp && event->kind == EVENT_START)
            start = event;
    }
    if (!start || start->cycle > cycle)
        return false;
    if (!last)
        return true;
    int32_t index = program_index(rig->program, last->address);
    const struct insn *insn = &rig->program->insns[index];
    return last->until <= cycle && insn->flow == FLOW_NEXT &&
           insn->timing != TIMING_WARP_CONTROL && insn->timing != TIMING_BARRIER;
}

/* SWAS-12: in each cycle the lowest warp that can be fetched is. */
static void the_stock_front_end_fetches_the_lowest_ready_warp(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("warps", "icache.line=1024 warps=6 threads=1 frontend=stock "
                                       "front.queue=16");
    uint32_t passed_over = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_FETCH)
            continue;
        for (uint32_t lower = 0; lower < event->warp; lower++) {
            const struct event *end = rig_next(rig, EVENT_END, lower, 0);
            assert_false(end->cycle > event->cycle && could_fetch(rig, lower, event->cycle));
        }
        for (uint32_t higher = event->warp + 1; higher < 6; higher++)
            passed_over += could_fetch(rig, higher, event->cycle);
    }
    assert_true(passed_over > 0); /* the choice was one */
    rig_free(rig);
}

/* SWAS-12: a turn of LRR never goes to the same warp twice while two are ready. */
static void the_stock_issue_goes_round(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("greedy", FULL_QUEUES "frontend=stock");
    assert_string_equal(text(rig, "issue"), "lrr");
    cycle_t at;
    uint32_t warp = first_there(rig, &at);
    assert_int_equal(rig_issuer(rig, at + 1), 1 - warp);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_four_policies_and_gto_can_be_chosen_for_each_stage),
        cmocka_unit_test(an_unknown_policy_is_refused_by_name),
        cmocka_unit_test(gto_is_another_name_of_gtlo),
        cmocka_unit_test(the_documentation_explains_the_vocabulary),
        cmocka_unit_test(a_wait_of_one_cycle_makes_gtlrr_switch),
        cmocka_unit_test(without_a_wait_gtlrr_stays),
        cmocka_unit_test(lrr_alternates_where_both_are_ready),
        cmocka_unit_test(the_stock_front_end_brings_fixed_priority_fetch_and_lrr_issue),
        cmocka_unit_test(the_stock_front_end_fetches_the_lowest_ready_warp),
        cmocka_unit_test(the_stock_issue_goes_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_statistics.c - the one table of statistics says everything about every number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "machine/common/statistics.h"

#include <cmocka.h>

/* HOUSE-31 */
static void every_row_has_a_name_a_unit_and_a_meaning(void **unused)
{
    (void)unused;
    size_t i = 0;
    for (; statistic(i); i++) {
        const struct statistic *s = statistic(i);
        assert_true(s->name && *s->name);
        assert_true(s->unit && *s->unit);
        assert_true(s->about && *s->about);
    }
    assert_int_equal(i, STAT_COUNT);
    assert_null(statistic(STAT_COUNT));
}

static void names_are_json_names_and_each_is_there_once(void **unused)
{
    (void)unused;
    for (size_t i = 0; statistic(i); i++) {
        const char *name = statistic(i)->name;
        assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_."), strlen(name));
        assert_int_equal(statistic_find(name), i);
    }
    assert_int_equal(statistic_find("no_such_statistic"), STAT_COUNT);
    assert_int_equal(statistic_find(""), STAT_COUNT);
}

static void what_is_derived_says_how_and_what_is_counted_does_not(void **unused)
{
    (void)unused;
    for (size_t i = 0; statistic(i); i++)
        assert_int_equal(statistic(i)->derive != NULL, statistic(i)->formula != NULL);
}

/* Every word of a formula is the name of a counted statistic. */
static void formulas_speak_of_counted_statistics_only(void **unused)
{
    (void)unused;
    for (size_t i = 0; statistic(i); i++) {
        const char *at = statistic(i)->formula ? statistic(i)->formula : "";
        while (*(at += strspn(at, " +-*/()"))) {
            char name[64] = "";
            size_t length = strcspn(at, " +-*/()");
            assert_true(length < sizeof name);
            memcpy(name, at, length);
            size_t used = statistic_find(name);
            if (used == STAT_COUNT || statistic(used)->derive)
                fail_msg("'%s' in the formula of %s is no counted statistic", name,
                         statistic(i)->name);
            at += length;
        }
    }
}

static void counted_ones_come_out_as_they_were_counted(void **unused)
{
    (void)unused;
    struct statistics statistics = {0};
    for (size_t i = 0; i < STAT_COUNT; i++)
        statistics.count[i] = 100 + i;
    for (size_t i = 0; i < STAT_COUNT; i++) {
        if (!statistic(i)->derive)
            assert_true(statistic_value(&statistics, i) == (double)(100 + i));
    }
}

static void lanes_active_is_threads_a_warp_instruction(void **unused)
{
    (void)unused;
    struct statistics statistics = {0};
    assert_true(statistic_value(&statistics, STAT_LANES_ACTIVE) == 0); /* nothing ran: no NaN */
    statistics.count[STAT_WARP_INSTRUCTIONS] = 8;
    statistics.count[STAT_THREAD_INSTRUCTIONS] = 20;
    assert_true(statistic_value(&statistics, STAT_LANES_ACTIVE) == 2.5);
}

static void sums_are_taken_before_anything_is_derived(void **unused)
{
    (void)unused;
    struct statistics sum = {0}, more = {0};
    sum.count[STAT_WARP_INSTRUCTIONS] = 1;
    sum.count[STAT_THREAD_INSTRUCTIONS] = 32;
    more.count[STAT_WARP_INSTRUCTIONS] = 3;
    more.count[STAT_THREAD_INSTRUCTIONS] = 8;
    statistics_add(&sum, &more);
    assert_int_equal(sum.count[STAT_WARP_INSTRUCTIONS], 4);
    assert_int_equal(sum.count[STAT_THREAD_INSTRUCTIONS], 40);
    assert_true(statistic_value(&sum, STAT_LANES_ACTIVE) == 10);
}

static void of_what_is_a_largest_value_the_largest_is_kept(void **unused)
{
    (void)unused;
    struct statistics sum = {0}, more = {0};
    sum.count[STAT_GCN3_WAVE_CYCLES] = 7;
    more.count[STAT_GCN3_WAVE_CYCLES] = 5;
    more.count[STAT_GCN3_START_DELAY] = 9;
    statistics_add(&sum, &more);
    assert_int_equal(sum.count[STAT_GCN3_WAVE_CYCLES], 7);
    assert_int_equal(sum.count[STAT_GCN3_START_DELAY], 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_has_a_name_a_unit_and_a_meaning),
        cmocka_unit_test(names_are_json_names_and_each_is_there_once),
        cmocka_unit_test(what_is_derived_says_how_and_what_is_counted_does_not),
        cmocka_unit_test(formulas_speak_of_counted_statistics_only),
        cmocka_unit_test(counted_ones_come_out_as_they_were_counted),
        cmocka_unit_test(lanes_active_is_threads_a_warp_instruction),
        cmocka_unit_test(sums_are_taken_before_anything_is_derived),
        cmocka_unit_test(of_what_is_a_largest_value_the_largest_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

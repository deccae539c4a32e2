/* SPDX-License-Identifier: Apache-2.0 */
/* test_statistics.c - the tables of statistics say everything about every number (HOUSE-31). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "machine/gcn3/statistics.h"
#include "machine/machine.h"
#include "machine/pascal/statistics.h"
#include "machine/vortex/statistics.h"

#include <cmocka.h>

static const char name_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_.";

/* Calls a check for every statistic of every model. */
static void for_all(void (*check)(const struct statistics_table *table, size_t id))
{
    const struct machine_ops *model;
    for (size_t i = 0; (model = machine_model(i)) != NULL; i++) {
        const struct statistics_table *table = model->statistics;
        for (size_t id = statistic_next(table, 0); id < STAT_MAX;
             id = statistic_next(table, id + 1))
            check(table, id);
    }
}

static void says_everything(const struct statistics_table *table, size_t id)
{
    const struct statistic *s = statistic(table, id);
    assert_true(s->name && *s->name && !s->name[strspn(s->name, name_letters)]);
    assert_true(s->unit && *s->unit);
    assert_true(s->about && *s->about);
    assert_int_equal(s->derive != NULL, s->formula != NULL);
    assert_false(s->derive && s->max);
}

static void every_row_has_name_unit_and_meaning(void **unused)
{
    (void)unused;
    for_all(says_everything);
}

/* Each common one exists on some machine; a model lists it once. */
static void every_common_one_is_some_models(void **unused)
{
    (void)unused;
    const struct machine_ops *model;
    for (size_t id = 0; id < STAT_COMMON; id++) {
        size_t models = 0;
        for (size_t i = 0; (model = machine_model(i)) != NULL; i++) {
            size_t uses = 0;
            for (size_t k = 0; k < model->statistics->common_count; k++)
                uses += model->statistics->common[k].id == id;
            models += statistic(model->statistics, id) != NULL;
            assert_true(uses <= 1);
        }
        assert_true(models > 0);
    }
}

static void models_have_no_more_than_their_tables(void **unused)
{
    (void)unused;
    const struct machine_ops *model;
    for (size_t i = 0; (model = machine_model(i)) != NULL; i++) {
        size_t end = STAT_COMMON + model->statistics->own_count;
        assert_true(end <= STAT_MAX);
        assert_non_null(statistic(model->statistics, end - 1));
        assert_null(statistic(model->statistics, end));
    }
    assert_non_null(statistic(NULL, STAT_CYCLES));
    assert_null(statistic(NULL, STAT_L1_HITS));
    assert_null(statistic(NULL, STAT_COMMON));
}

/* A name or alias is one statistic's alone. */
static void is_found_by_all_its_names(const struct statistics_table *table, size_t id)
{
    const char *names[] = {statistic(table, id)->name, statistic(table, id)->alias,
                           statistic_model_alias(table, id)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i])
            assert_int_equal(statistic_find(table, names[i]), id);
    }
}

static void names_are_unique(void **unused)
{
    (void)unused;
    for_all(is_found_by_all_its_names);
    assert_int_equal(statistic_find(&gcn3_statistics, "no_such_statistic"), STAT_MAX);
    assert_int_equal(statistic_find(&gcn3_statistics, ""), STAT_MAX);
}

/* Parts that several models have; older names are a model's own. */
static void the_same_part_has_the_same_name_everywhere(void **unused)
{
    (void)unused;
    static const char *const names[] = {"caches.l1.hits", "caches.l1.misses", "caches.l2.hits",
                                        "caches.instruction.misses", "icache_misses",
                                        "dcache_loads", "dcache_misses"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t id = statistic_find(&vortex_statistics, names[i]);
        assert_true(id < STAT_COMMON);
        assert_int_equal(statistic_find(&pascal_statistics, names[i]), id);
        assert_int_equal(statistic_find(&gcn3_statistics, names[i]), id);
    }
    assert_int_equal(statistic_find(&pascal_statistics, "pastis.l1_hits"), STAT_L1_HITS);
    assert_int_equal(statistic_find(&gcn3_statistics, "gcn3.l1_hits"), STAT_L1_HITS);
    assert_int_equal(statistic_find(&gcn3_statistics, "pastis.l1_hits"), STAT_MAX);
    assert_int_equal(statistic_find(&gcn3_statistics, "gcn3.groups_most"), STAT_GCN3_GROUPS_MAX);
    assert_int_equal(statistic_find(&gcn3_statistics, "gcn3.groups_max"), STAT_GCN3_GROUPS_MAX);
}

/* Every word of a formula is the name of a counted statistic. */
static void speaks_of_counted_ones_only(const struct statistics_table *table, size_t id)
{
    const char *formula = statistic(table, id)->formula;
    for (const char *at = formula ? formula : ""; *at;) {
        char name[64] = {0};
        size_t length = strspn(at, name_letters);
        memcpy(name, at, length < sizeof name ? length : 0);
        size_t used = length ? statistic_find(table, name) : STAT_CYCLES;
        if (used == STAT_MAX || statistic(table, used)->derive)
            fail_msg("'%s' in the formula of %s is no counted statistic", name,
                     statistic(table, id)->name);
        at += length ? length : 1;
    }
}

static void formulas_speak_of_counted_statistics_only(void **unused)
{
    (void)unused;
    for_all(speaks_of_counted_ones_only);
}

static void has_the_value_of_its_counter(const struct statistics_table *table, size_t id)
{
    struct statistics statistics;
    statistics_begin(&statistics, table);
    statistics.count[id] = 100 + id;
    if (!statistic(table, id)->derive)
        assert_true(statistic_value(&statistics, id) == (double)(100 + id));
}

static void counted_values_are_the_counters(void **unused)
{
    (void)unused;
    for_all(has_the_value_of_its_counter);
}

static void derived_values_follow_from_the_counters(void **unused)
{
    (void)unused;
    struct statistics statistics = {0};
    assert_true(statistic_value(&statistics, STAT_LANES_ACTIVE) == 0); /* nothing ran: no NaN */
    statistics.count[STAT_WARP_INSTRUCTIONS] = 8;
    statistics.count[STAT_THREAD_INSTRUCTIONS] = 20;
    assert_true(statistic_value(&statistics, STAT_LANES_ACTIVE) == 2.5);
}

static void what_a_run_could_not_count_is_not_known(void **unused)
{
    (void)unused;
    struct statistics statistics;
    statistics_begin(&statistics, &vortex_statistics);
    statistics.has = VORTEX_HAS_ORACLE;
    assert_true(statistic_is_known(&statistics, STAT_WARP_INSTRUCTIONS, false));
    assert_false(statistic_is_known(&statistics, STAT_CYCLES, false)); /* no clock */
    assert_true(statistic_is_known(&statistics, STAT_CYCLES, true));
    assert_true(statistic_is_known(&statistics, STAT_SWAS_ERRORS, true));
    assert_false(statistic_is_known(&statistics, STAT_L2_HITS, true));     /* not present */
    assert_false(statistic_is_known(&statistics, STAT_SCALAR_HITS, true)); /* not of this model */
    statistics.has = VORTEX_HAS_L2;
    assert_false(statistic_is_known(&statistics, STAT_SWAS_ERRORS, true));
    assert_true(statistic_is_known(&statistics, STAT_L2_HITS, true));
}

static void sums_of_launches_derive_from_summed_counters(void **unused)
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

static void of_longest_times_the_longest_counts(void **unused)
{
    (void)unused;
    struct statistics sum = {0}, more = {0}, first = {0};
    first.table = more.table = &gcn3_statistics;
    first.count[STAT_GCN3_WAVE_CYCLES_MAX] = 7;
    first.count[STAT_GCN3_VALU] = 7;
    more.count[STAT_GCN3_WAVE_CYCLES_MAX] = 5;
    more.count[STAT_GCN3_START_DELAY_MAX] = 9;
    more.count[STAT_GCN3_VALU] = 5;
    statistics_add(&sum, &first);
    statistics_add(&sum, &more);
    assert_int_equal(sum.count[STAT_GCN3_WAVE_CYCLES_MAX], 7);
    assert_int_equal(sum.count[STAT_GCN3_START_DELAY_MAX], 9);
    assert_int_equal(sum.count[STAT_GCN3_VALU], 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_has_name_unit_and_meaning),
        cmocka_unit_test(every_common_one_is_some_models),
        cmocka_unit_test(models_have_no_more_than_their_tables),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(the_same_part_has_the_same_name_everywhere),
        cmocka_unit_test(formulas_speak_of_counted_statistics_only),
        cmocka_unit_test(counted_values_are_the_counters),
        cmocka_unit_test(derived_values_follow_from_the_counters),
        cmocka_unit_test(what_a_run_could_not_count_is_not_known),
        cmocka_unit_test(sums_of_launches_derive_from_summed_counters),
        cmocka_unit_test(of_longest_times_the_longest_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

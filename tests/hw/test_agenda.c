/* SPDX-License-Identifier: Apache-2.0 */
/* test_agenda.c - parts are found in the cycle in which they are due, in order, and nowhere else:
 * compared with a plain list of due cycles. HOUSE-38 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "hw/agenda.h"

#include <cmocka.h>

enum { PARTS_MAX = 9000 };

static uint64_t state = 1;

static uint32_t dice(uint32_t sides)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % sides;
}

static cycle_t least(const cycle_t *due, uint32_t parts)
{
    cycle_t next = NEVER;
    for (uint32_t i = 0; i < parts; i++)
        next = earlier(next, due[i]);
    return next;
}

/* The next cycle of a part: mostly near, sometimes beyond the window, sometimes never. */
static cycle_t after(cycle_t now)
{
    const uint32_t kind = dice(20);
    return kind == 0 ? NEVER : kind < 4 ? now + 1 + dice(1000) : now + 1 + dice(8);
}

/* One cycle: every part that is due is named once, lowest first. A part that is taken may make
 * another one due, also in this cycle. */
static void live_cycle(struct agenda *agenda, cycle_t *due, cycle_t now)
{
    uint32_t last = 0;
    agenda_begin(agenda, now);
    for (uint32_t part; (part = agenda->passed = agenda_first(agenda)) < agenda->parts;) {
        if (!agenda_take(agenda, part)) {
            assert_true(due[part] > now);
            continue;
        }
        assert_true(due[part] <= now && part >= last);
        last = part;
        uint32_t other = dice(agenda->parts);
        cycle_t sooner = now + dice(3);
        if (other != part && sooner < due[other]) {
            due[other] = sooner;
            agenda_set_earlier(agenda, other, sooner);
        }
        due[part] = after(now);
        agenda_set(agenda, part, due[part]);
    }
}

static void every_part_is_found_in_its_cycle_and_only_then(void **unused)
{
    (void)unused;
    static const uint32_t sizes[] = {1, 8, 64, 65, 700, 4096, 4097, PARTS_MAX};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const uint32_t parts = sizes[i];
        struct agenda agenda;
        uint64_t *words = calloc(agenda_words(parts), sizeof *words);
        cycle_t *due = calloc(parts, sizeof *due);
        agenda_build(&agenda, parts, words);
        for (uint32_t part = 0; part < parts; part++) {
            due[part] = dice(4) ? NEVER : dice(300);
            agenda_set(&agenda, part, due[part]);
        }
        cycle_t now = 0;
        for (unsigned k = 0; k < 400 && now != NEVER; k++) {
            live_cycle(&agenda, due, now);
            assert_true(least(due, parts) >= now); /* only those that had passed are left */
            cycle_t next = agenda_next_cycle(&agenda);
            assert_true(next > now && next <= later(least(due, parts), now + 1));
            now = next;
        }
        free(due);
        free(words);
    }
}

static void a_part_that_is_set_after_its_turn_is_due_in_the_next_cycle(void **unused)
{
    (void)unused;
    struct agenda agenda;
    uint64_t *words = calloc(agenda_words(100), sizeof *words);
    agenda_build(&agenda, 100, words);
    agenda_set(&agenda, 70, 5);
    assert_int_equal(agenda_next_cycle(&agenda), 5);
    agenda_begin(&agenda, 5);
    assert_int_equal(agenda.passed = agenda_first(&agenda), 70);
    assert_true(agenda_take(&agenda, 70));
    agenda_set_earlier(&agenda, 3, 5);  /* has passed */
    agenda_set_earlier(&agenda, 90, 5); /* has not */
    agenda_set(&agenda, 70, NEVER);
    assert_int_equal(agenda.passed = agenda_first(&agenda), 90);
    assert_true(agenda_take(&agenda, 90));
    agenda_set(&agenda, 90, 5000);
    assert_int_equal(agenda_first(&agenda), 100);
    assert_int_equal(agenda_next_cycle(&agenda), 6);
    agenda_begin(&agenda, 6);
    assert_int_equal(agenda_first(&agenda), 3);
    assert_true(agenda_take(&agenda, 3));
    agenda_set(&agenda, 3, NEVER);
    assert_int_equal(agenda_first(&agenda), 100);
    assert_int_equal(agenda_next_cycle(&agenda), 5000);
    free(words);
}

static void a_part_that_is_set_to_a_later_cycle_is_not_due_in_the_earlier_one(void **unused)
{
    (void)unused;
    struct agenda agenda;
    uint64_t *words = calloc(agenda_words(2), sizeof *words);
    agenda_build(&agenda, 2, words);
    agenda_set(&agenda, 1, 3);
    agenda_set(&agenda, 1, 9);
    agenda_begin(&agenda, 3);
    assert_int_equal(agenda_first(&agenda), 1);
    assert_false(agenda_take(&agenda, 1));
    assert_int_equal(agenda_first(&agenda), 2);
    assert_int_equal(agenda_next_cycle(&agenda), 9);
    agenda_reset(&agenda);
    assert_true(agenda_next_cycle(&agenda) == NEVER);
    free(words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_is_found_in_its_cycle_and_only_then),
        cmocka_unit_test(a_part_that_is_set_after_its_turn_is_due_in_the_next_cycle),
        cmocka_unit_test(a_part_that_is_set_to_a_later_cycle_is_not_due_in_the_earlier_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_earliest.c - a heap of cycles against a list that is searched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/earliest.h"
#include "tests/dice.h"

#include <cmocka.h>

enum { ENTRIES_MAX = 70, ROUNDS = 500 };

static cycle_t *first_of(cycle_t *list, uint32_t entries)
{
    cycle_t *first = list;
    for (uint32_t i = 1; i < entries; i++)
        first = list[i] < *first ? &list[i] : first;
    return first;
}

/* Cycles that mostly grow, with equal ones among them; taken until earlier cycles, too. */
static void the_entry_that_is_free_first_is_taken(void **unused)
{
    uint64_t dice = 1;
    (void)unused;
    for (uint32_t entries = 1; entries <= ENTRIES_MAX; entries++) {
        cycle_t heap[ENTRIES_MAX] = {0}, list[ENTRIES_MAX] = {0};
        for (uint32_t round = 0; round < ROUNDS; round++) {
            cycle_t until = round / 4 + dice_roll(&dice) % 100;
            earliest_take(heap, entries, until);
            *first_of(list, entries) = until;
            assert_int_equal(heap[0], *first_of(list, entries));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_entry_that_is_free_first_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_scoreboard_entries.c - six instructions in flight per warp (SBI-7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/scoreboard_entries.h"

#include <cmocka.h>

enum { ENTRIES = 6 };

static const struct regs r1 = {1, 1}, r2 = {2, 1}, pair = {2, 2}, r3 = {3, 1}, r4 = {4, 1};

static cycle_t ready(const struct scoreboard_entries *scoreboard, struct regs regs, cycle_t now)
{
    enum pending_by by = PENDING_COMPUTE;
    return scoreboard_entries_ready(scoreboard, &regs, 1, now, &by);
}

/* SBI-7: a pending write holds readers and writers of its registers, and nobody else. */
static void pending_writes_hold_readers_and_writers(void **unused)
{
    (void)unused;
    struct scoreboard_entries scoreboard;
    scoreboard_entries_reset(&scoreboard, ENTRIES);
    scoreboard_entries_issue(&scoreboard, &pair, 1, 9, PENDING_COMPUTE, ~0ull);
    assert_int_equal(ready(&scoreboard, r1, 1), 1);
    assert_int_equal(ready(&scoreboard, r2, 1), 9);
    assert_int_equal(ready(&scoreboard, r3, 1), 9);
    assert_int_equal(ready(&scoreboard, r4, 1), 1);
    assert_int_equal(ready(&scoreboard, r2, 9), 9);
    assert_int_equal(ready(&scoreboard, r2, 10), 10);
}

static void the_latest_write_counts_and_says_what_it_is(void **unused)
{
    (void)unused;
    struct scoreboard_entries scoreboard;
    const struct regs both[] = {r1, r2};
    enum pending_by by = PENDING_COMPUTE;
    scoreboard_entries_reset(&scoreboard, ENTRIES);
    scoreboard_entries_issue(&scoreboard, &r1, 1, 300, PENDING_MEMORY, ~0ull);
    scoreboard_entries_issue(&scoreboard, &r2, 1, 9, PENDING_COMPUTE, ~0ull);
    assert_int_equal(scoreboard_entries_ready(&scoreboard, both, 2, 0, &by), 300);
    assert_int_equal(by, PENDING_MEMORY);
}

/* SBI-7: the 7th load issues when the 1st retires. */
static void a_seventh_load_waits_for_the_first(void **unused)
{
    (void)unused;
    struct scoreboard_entries scoreboard;
    scoreboard_entries_reset(&scoreboard, ENTRIES);
    for (uint16_t i = 0; i < ENTRIES; i++) {
        assert_int_equal(scoreboard_entries_free(&scoreboard, i), i);
        scoreboard_entries_issue(&scoreboard, &(struct regs){i, 1}, 1, 100 + 10 * i,
                                 PENDING_MEMORY, ~0ull);
    }
    assert_int_equal(scoreboard_entries_free(&scoreboard, 6), 100);
    assert_int_equal(scoreboard_entries_free(&scoreboard, 100), 100);
    scoreboard_entries_issue(&scoreboard, &(struct regs){20, 1}, 1, 500, PENDING_MEMORY, ~0ull);
    assert_int_equal(scoreboard_entries_free(&scoreboard, 101), 110);
    assert_int_equal(ready(&scoreboard, (struct regs){1, 1}, 101), 110);
    assert_int_equal(ready(&scoreboard, (struct regs){20, 1}, 101), 500);
}

static void an_instruction_without_a_destination_takes_no_entry(void **unused)
{
    (void)unused;
    struct scoreboard_entries scoreboard;
    scoreboard_entries_reset(&scoreboard, 1);
    scoreboard_entries_issue(&scoreboard, NULL, 0, 100, PENDING_MEMORY, ~0ull);
    assert_int_equal(scoreboard_entries_free(&scoreboard, 1), 1);
}

/* SBI-50, SBI-56: lanes that write a register concern only an instruction of the same lanes; the
 * scoreboard, which has no masks, makes others wait. */
static void lanes_tell_false_dependences(void **state)
{
    (void)state;
    struct scoreboard_entries scoreboard;
    enum pending_by by;
    scoreboard_entries_reset(&scoreboard, 6);
    scoreboard_entries_issue(&scoreboard, &r1, 1, 300, PENDING_MEMORY, 0x0f);
    assert_int_equal(scoreboard_entries_ready(&scoreboard, &r1, 1, 5, &by), 300);
    assert_int_equal(scoreboard_entries_needed(&scoreboard, &r1, 1, 5, 0xf0), 5);
    assert_int_equal(scoreboard_entries_needed(&scoreboard, &r1, 1, 5, 0x18), 300);
    assert_int_equal(scoreboard_entries_needed(&scoreboard, &r2, 1, 5, 0x0f), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_tell_false_dependences),
        cmocka_unit_test(pending_writes_hold_readers_and_writers),
        cmocka_unit_test(the_latest_write_counts_and_says_what_it_is),
        cmocka_unit_test(a_seventh_load_waits_for_the_first),
        cmocka_unit_test(an_instruction_without_a_destination_takes_no_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
